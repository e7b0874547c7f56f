import type { KoikoiView } from '../protocol/types';
import type { Game } from '../table/game';
import Felt from './Felt.svelte';

const koikoi: Game<KoikoiView> = {
  deck: 'hanafuda',
  Felt,
  beats: (_before, _events, after) => [{ view: after }],
  tell: (event) => event.event,
  where: () => '',
};

export default koikoi;
