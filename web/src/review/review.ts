// The review of a match, which the house thinks about when it is first asked for.
import { ask } from '../protocol/http';
import type { MatchReview, ProgressForm, ReviewPoint } from '../protocol/types';

/** How long to wait before asking again, in milliseconds. */
const PAUSE = 500;

/** Asks until it is there; `progress` is told how much is done, from 0 to 1. */
export async function fetchReview(match: string, seat: number, progress: (done: number) => void, signal: AbortSignal): Promise<MatchReview | null> {
  while (!signal.aborted) {
    const answer = await ask<MatchReview | ProgressForm>('GET', `matches/${encodeURIComponent(match)}/review?seat=${seat}`);
    if ('points' in answer) return answer;
    progress(answer.progress);
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  return null;
}

/** What the action that was played was worth. */
export const chosen = ({ value, loss }: ReviewPoint): number => value - loss;

/** What it led to: the value of the next decision, or the result. */
export const after = (point: ReviewPoint): number => chosen(point) + (point.luck ?? 0);
