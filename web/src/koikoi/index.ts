import type { KoikoiView } from '../protocol/types';
import type { Game } from '../table/game';
import { fill, named, t } from '../texts/texts.svelte';
import { beats } from './beats';
import Felt from './Felt.svelte';
import { retell, tell } from './tell';
import { roundsOf } from './view';

const koikoi: Game<KoikoiView> = {
  deck: 'hanafuda',
  Felt,
  beats,
  tell,
  retell,
  where: (view) => fill(t().koikoi.where, { round: view.round, rounds: roundsOf(view), month: named(t().cards.months, String(view.month)) }),
};

export default koikoi;
