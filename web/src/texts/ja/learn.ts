import type { Japanese, Texts } from '../language';
import type en from '../en/learn';

export default {} as const satisfies Texts<typeof en, Japanese>;
