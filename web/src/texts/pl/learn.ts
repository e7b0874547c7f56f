import type { Polish, Texts } from '../language';
import type en from '../en/learn';

export default {} as const satisfies Texts<typeof en, Polish>;
