import * as z from 'zod/mini';
import type { Address } from '../../asset/address/address.ts';

/**
 * Two addresses that a person is shown one above the other:
 *
 * - `twins`: one page shows both, and they begin and end the same
 * - `copied`: the page shows one that begins and ends like one that was copied in this session
 * - `pasted`: what was pasted is not what was copied
 * - `swapped`: the page put another one on the clipboard than was selected
 * - `shortened`: the page shows the first as `0x1234…abcd`, on what copies or opens the second
 *
 * `first` is what the person knows, null where only a hash of it is held; both are canonical, but for what is shortened.
 */
export type AddressNotice = {
  readonly kind: 'twins' | 'copied' | 'pasted' | 'swapped' | 'shortened';
  readonly first: string | null;
  readonly second: string;
};

/** Addresses are compared within their family alone. */
export const isSameFamily = (one: Address, other: Address): boolean => one.family === other.family;

/** A site that looks like a brand's and is not. `host` is its own, `original` one of the brand's, both in ASCII. */
export const lookalikeSite = z.object({ host: z.string(), brand: z.string(), original: z.string() });
export type LookalikeSite = Readonly<z.infer<typeof lookalikeSite>>;

/** What a person may answer to the notice about such a site, on the page itself. */
export const LOOKALIKE_ANSWERS = ['close', 'mute', 'leave'] as const;

/** What a person may want none of on a site. */
export const MUTED = ['notices', 'marks'] as const;
export type Muted = (typeof MUTED)[number];
