import type { Japanese, Texts } from '../language';
import type en from '../en/kierki';

export default {} as const satisfies Texts<typeof en, Japanese>;
