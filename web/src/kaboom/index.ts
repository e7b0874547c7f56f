import type { Game } from '../table/game';
import Felt from './Felt.svelte';
import { beats } from './play';
import { tell, where } from './tell';
import type { KaboomView } from './view';

const kaboom: Game<KaboomView> = { deck: 'western', Felt, beats, tell, where };

export default kaboom;
