import * as z from 'zod/mini';

/**
 * Two addresses shown to a person one above the other:
 *
 * - `twins`: one page shows both, and they begin and end the same
 * - `copied`: the page shows one that begins and ends like one copied in this session
 * - `pasted`: the pasted address is not the copied one
 * - `button`: the pasted address is not the one beside the page's copy button that the person pressed
 * - `swapped`: the page put another address on the clipboard than the selected one
 *
 * `first` is the address that the person knows, null if only its hash is kept. Both are canonical.
 */
export type AddressNotice = {
  readonly kind: 'twins' | 'copied' | 'pasted' | 'button' | 'swapped';
  readonly first: string | null;
  readonly second: string;
};

/** A site that imitates a brand's site. `host` is its own, `original` one of the brand's, both in ASCII. */
export const lookalikeSite = z.object({ host: z.string(), brand: z.string(), original: z.string() });
export type LookalikeSite = Readonly<z.infer<typeof lookalikeSite>>;

/** A person's possible answers to the notice about such a site, on the page itself. */
export const LOOKALIKE_ANSWERS = ['close', 'mute', 'leave', 'report'] as const;

/** What a person may switch off on a site: `protection` is everything, in a pause. */
export const MUTED = ['notices', 'marks', 'protection'] as const;
export type Muted = (typeof MUTED)[number];
