/** The languages in which the extension speaks; the first stands in for one that it does not. */
export const LANGUAGES = ['en', 'de', 'es', 'ar'] as const;
