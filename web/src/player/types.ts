// What the house tells about its players.
import type { Game as GameName, Level, TableCard } from '../protocol/types';

export type Pool = 'people' | 'bots';
/** A player with its name, or a bot by its level; neither, if the player is not known any more. */
export interface Who { player?: string; name?: string; bot?: Level }
export interface Rating { game: GameName; pool: Pool; rating: number; deviation: number; provisional: boolean; matches: number }
export type Result = Who & { score: number; place: number; change?: { before: number; after: number } | null };
export interface Match { id: string | null; game: GameName; preset: string | null; pool: Pool | null; ended_at: number; seats: Result[] }
export interface Page { id: string; name: string; since: number; ratings: Rating[]; matches: Match[]; next: number | null; tables: TableCard[] }
export type Leader = Who & { rank: number; rating: number; deviation: number; matches: number };
