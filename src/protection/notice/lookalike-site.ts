import * as z from 'zod/mini';

/** A site that looks like a brand's and is not. `host` is its own, `original` one of the brand's, both in ASCII. */
export const lookalikeSite = z.object({ host: z.string(), brand: z.string(), original: z.string() });
export type LookalikeSite = Readonly<z.infer<typeof lookalikeSite>>;

/** What a person may answer to the notice about such a site, on the page itself. */
export const LOOKALIKE_ANSWERS = ['close', 'mute', 'leave'] as const;
