/**
 * Who began a navigation, which decides its cookies when it continues after a stop. `own`: no page did (typed,
 * bookmark), so `SameSite=Strict` cookies are sent. `foreign`: a page did, or it is unknown, so it is a cross-site
 * request.
 */
export const INITIATORS = ['own', 'foreign'] as const;
export type Initiator = (typeof INITIATORS)[number];

/**
 * @param origin as in Chromium's webRequest: `null` for a page without an origin, undefined if no page began the
 *   request
 */
export const initiatorOf = (origin: string | undefined): Initiator => (origin === undefined ? 'own' : 'foreign');
