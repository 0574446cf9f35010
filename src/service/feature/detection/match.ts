import type { Asset } from '../../../asset/index.ts';
import type { Confidence } from './term.ts';

/** An asset that matches a config. `threatContent` is what was matched. */
export type Match = { readonly asset: Asset; readonly threatContent: string; readonly confidence: Confidence };
