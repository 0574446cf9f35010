/**
 * Who began a navigation, and so with which cookies it may go on after it was stopped: `own` where no page did (typed, bookmark), so that
 * `SameSite=Strict` cookies go with it; `foreign` where a page did or nobody knows, so that it is a cross-site request.
 */
export const INITIATORS = ['own', 'foreign'] as const;
export type Initiator = (typeof INITIATORS)[number];

/** @param origin as Chromium's webRequest names it: `null` for a page without an origin, undefined where no page began the request */
export const initiatorOf = (origin: string | undefined): Initiator => (origin === undefined ? 'own' : 'foreign');
