import type { Polish, Texts } from '../language';
import type en from '../en/home';

export default {} as const satisfies Texts<typeof en, Polish>;
