import type { Japanese, Texts } from '../language';
import type en from '../en/koikoi';

export default {} as const satisfies Texts<typeof en, Japanese>;
