import { onMount } from 'svelte';

let time = $state(Date.now());
let watched = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The time by our clock, four times a second; only components that are shown make it run. */
export function now(): number {
  return time;
}

/** Runs the clock as long as the component is shown. */
export function tickWhileShown(): void {
  onMount(() => {
    if (watched++ === 0) timer = setInterval(() => (time = Date.now()), 250);
    time = Date.now();
    return () => {
      if (--watched === 0) clearInterval(timer);
    };
  });
}
