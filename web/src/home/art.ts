// The few cards of the front page, each as a file of its own: the whole decks come only with a table.
import phoenix from '../../art/hanafuda/12-paulownia-phoenix.svg';
import rainman from '../../art/hanafuda/11-willow-rainman.svg';
import moon from '../../art/hanafuda/08-susuki-moon.svg';
import curtain from '../../art/hanafuda/03-cherry-curtain.svg';
import crane from '../../art/hanafuda/01-pine-crane.svg';
import cup from '../../art/hanafuda/09-chrysanthemum-cup.svg';
import jackOfClubs from '../../art/western/C-J.svg';
import queenOfSpades from '../../art/western/S-Q.svg';
import kingOfHearts from '../../art/western/H-K.svg';
import queenOfDiamonds from '../../art/western/D-Q.svg';
import back from '../../art/western/back.svg';
import sevenOfSpades from '../../art/western/S-7.svg';
import joker from '../../art/western/joker-red.svg';
import type { Game as GameName } from '../protocol/types';

export const flowers = { cup, curtain };

/** Two cards that stand for a game. */
export const pair: Record<GameName, readonly [string, string]> = {
  koikoi: [moon, curtain],
  kierki: [queenOfDiamonds, jackOfClubs],
  kaboom: [sevenOfSpades, joker],
};

/** A card of a tile's picture: its width, its place from the middle, and how it is turned. */
interface Lain { src: string; w: number; x: number; y: number; turn: number }
const lay = (src: string, w: number, x: number, y: number, turn: number): Lain => ({ src, w, x, y, turn });

export const scenes: Record<GameName, readonly Lain[]> = {
  koikoi: [lay(phoenix, 106, -178, 22, -17), lay(rainman, 112, -96, 2, -8.5), lay(moon, 112, 96, 2, 8.5), lay(curtain, 106, 178, 22, 17), lay(crane, 124, 0, -4, 0)],
  kierki: [lay(jackOfClubs, 98, -92, 16, -24), lay(queenOfSpades, 104, -32, -8, -8), lay(kingOfHearts, 104, 34, -6, 9), lay(queenOfDiamonds, 98, 94, 20, 25)],
  kaboom: [
    lay(back, 78, -104, -52, -3),
    lay(back, 78, -104, 66, 2),
    lay(back, 78, 104, -54, 3),
    lay(back, 78, 104, 66, -4),
    lay(sevenOfSpades, 96, -12, 14, -9),
    lay(joker, 112, 12, 2, 8),
  ],
};
