import type { Japanese, Texts } from '../language';
import type en from '../en/kaboom';

export default {} as const satisfies Texts<typeof en, Japanese>;
