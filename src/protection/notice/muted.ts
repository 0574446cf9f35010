/** What a person may want none of on a site. */
export const MUTED = ['notices', 'marks'] as const;
export type Muted = (typeof MUTED)[number];
