import type { Polish, Texts } from '../language';
import type en from '../en/koikoi';

export default {} as const satisfies Texts<typeof en, Polish>;
