/**
 * What a stopped navigation may carry when it goes on: `own` where no page began it (typed, bookmark), `foreign` where a page
 * did, or nobody knows.
 */
export const STANDINGS = ['own', 'foreign'] as const;
export type Standing = (typeof STANDINGS)[number];

/**
 * The standing of a navigation.
 * @param initiator who began its request, as Chromium says: an origin, `null` for one that is nobody's, nothing for a person
 */
export const standingOf = (initiator: string | undefined): Standing => (initiator === undefined ? 'own' : 'foreign');
