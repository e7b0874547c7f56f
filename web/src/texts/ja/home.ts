import type { Japanese, Texts } from '../language';
import type en from '../en/home';

export default {} as const satisfies Texts<typeof en, Japanese>;
