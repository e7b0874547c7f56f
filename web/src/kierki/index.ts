import type { KierkiView } from '../protocol/types';
import type { Game } from '../table/game';
import Felt from './Felt.svelte';

const kierki: Game<KierkiView> = {
  deck: 'western',
  Felt,
  beats: (_before, _events, after) => [{ view: after }],
  tell: (event) => event.event,
  where: () => '',
};

export default kierki;
