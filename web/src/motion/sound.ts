// Six small sounds, made by code: a card laid down, one slapped onto its match, cards gathered, one turned over, your turn, a result.
import { settings } from '../house/settings.svelte';

export type Sound = 'lay' | 'slap' | 'gather' | 'turn' | 'your-turn' | 'won' | 'lost';

let context: AudioContext | null = null;

/** Browsers let a page sound only after somebody has touched it. */
function awake(): AudioContext | null {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

export function sound(name: Sound): void {
  const audio = awake();
  if (!audio) return;
  switch (name) {
    case 'lay':
      return noise(audio, 0.05, 1800, 0.16);
    case 'slap':
      noise(audio, 0.05, 2200, 0.22);
      return tone(audio, 110, 0.12, 0.2, 'sine');
    case 'gather':
      return noise(audio, 0.22, 900, 0.08);
    case 'turn':
      return noise(audio, 0.09, 3200, 0.09);
    case 'your-turn':
      return pluck(audio, [587.33]);
    case 'won':
      return pluck(audio, [440, 554.37, 659.26]);
    case 'lost':
      return pluck(audio, [440, 349.23]);
  }
}

function noise(audio: AudioContext, seconds: number, frequency: number, volume: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency, Q: 0.8 });
  source.connect(filter).connect(new GainNode(audio, { gain: volume })).connect(audio.destination);
  source.start();
}

function tone(audio: AudioContext, frequency: number, seconds: number, volume: number, type: OscillatorType, delay = 0): void {
  const start = audio.currentTime + delay;
  const source = new OscillatorNode(audio, { type, frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + seconds);
}

function pluck(audio: AudioContext, notes: number[]): void {
  notes.forEach((note, at) => {
    tone(audio, note, 0.28, 0.12, 'triangle', at * 0.08);
    tone(audio, note * 2, 0.14, 0.03, 'sine', at * 0.08);
  });
}
