export interface Player { id: string; name: string }
export type Level = 'beginner' | 'casual' | 'club' | 'strong' | 'expert';
export type GameName = 'koikoi' | 'kierki' | 'kaboom';
export type Clock = { kind: 'none' } | { kind: 'move'; limit: number } | { kind: 'match'; initial: number; increment: number };
export type Rules = Record<string, unknown>;
export type Phase = 'waiting' | 'playing' | 'paused' | 'over';
export interface Settings {
  rules: Rules; clock: Clock; absence: { grace: number; then: 'stand-in' | 'pause'; level?: Level };
  spectators: boolean; visibility: 'private' | 'public'; pace: number; window: number; rated: boolean; delay: number; entropy: number;
  countdown?: (number | null)[];
}
export type Seat = null | { player: string; name: string; left?: boolean; offers?: boolean } | { bot: Level };
export type SeatClock = null | { until: number } | { left: number };
export type Legal = string | { flip: string[]; discard: number };
export interface Outcome { scores: number[]; places: number[] }
export interface Scene {
  phase: Phase; match: string | null; seats: Seat[]; clocks: SeatClock[] | null;
  deal: { match: string; commitment: string; given: number[] } | null; view: View | null; legal: Legal[]; must: boolean;
}
export interface KoikoiView {
  viewer: number | null; rules: Rules; round: number; month: number; dealer: number; turn: number;
  stage: { to: string; card?: string }; hand: string[]; hand_sizes: number[]; field: string[]; piles: string[][]; captured: string[];
  draw_pile: number; scores: number[]; calls: number[]; standing: Standing[]; fresh: YakuMade[]; last: Record<string, unknown> | null; outcome: Outcome | null;
}
export interface YakuMade { yaku: string; points: number }
export interface Standing { yaku: YakuMade[]; base: number; multiplier: number; stopping: unknown }
export type KierkiView = { viewer: number | null; rules: Rules; turn: number; stage: { to: string }; scores: number[]; outcome: Outcome | null } & Record<string, unknown>;
export type KaboomView = { viewer: number | null; rules: Rules; turn: number; stage: { to: string }; scores: number[]; outcome: Outcome | null } & Record<string, unknown>;
export type View = KoikoiView | KierkiView | KaboomView;
export type GameEvent = { event: string } & Record<string, unknown>;
export type TableEvent = { table: string } & Record<string, unknown>;
export type Event = GameEvent | TableEvent;
export type Presence = 'here' | 'away' | { 'stand-in': Level };
export interface Line { player: string; name: string; text?: string; phrase?: string }
export interface Snapshot {
  type: 'snapshot'; table: string; version: number; you: number | null; game: GameName; owner: string; settings: Settings; scene: Scene;
  presence: Presence[]; chat: Line[]; missed: { after: number; events: Event[] } | null;
}
export interface Update { type: 'update'; table: string; after: number; version: number; events: Event[]; changes: Record<string, unknown> }
export interface TableCard {
  code: string; link: string; game: GameName; preset: string | null; phase: Phase; match: string | null; owner: string; seats: Seat[]; clock: Clock;
  rated?: boolean; spectators: boolean; delay: number; watching: number; visibility: string; opened: number; awaited?: boolean;
}
export type Notice =
  | { type: 'hello'; time: number; protocol: number } | { type: 'welcome'; player: Player } | Snapshot | Update
  | { type: 'ack'; id: string; version?: number | null } | { type: 'nack'; id: string; code: string; message: string; table?: string }
  | { type: 'error'; code: string; message: string } | { type: 'pong'; time: number } | { type: 'beacon'; tables: Record<string, number>; time: number }
  | { type: 'presence'; table: string; seat: number; presence: Presence } | { type: 'taken-over'; table: string }
  | { type: 'dismissed'; table: string; code: string; message: string } | { type: 'draining'; reconnect_ms: number } | { type: 'bye'; code: string; message: string }
  | { type: 'lobby'; tables: TableCard[] } | { type: 'lobby-changed'; tables: TableCard[]; gone: string[] }
  | { type: 'matched'; game: GameName; preset: string; table: string } | { type: 'defuse'; run: Record<string, unknown> };
export type Request = { type: string; id?: string; table?: string } & Record<string, unknown>;
