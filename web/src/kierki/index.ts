import type { Game } from '../table/game';
import { fill, t } from '../texts/texts.svelte';
import { beats } from './beats';
import Felt from './Felt.svelte';
import { tell } from './tell';
import { TRICKS, gathered, type KierkiView } from './types';

const kierki: Game<KierkiView> = {
  deck: 'western',
  Felt,
  beats,
  tell,
  where: (view) => fill(t().kierki.where, { deal: view.deal, trick: Math.min(TRICKS, gathered(view).length + 1) }),
};

export default kierki;
