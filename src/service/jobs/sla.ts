const HOUR = 3_600_000;

/** Hours from its creation within which a report is to be reviewed. */
export const REVIEW_HOURS = 24;
/** Hours from its creation within which a takedown is to be completed. */
export const TAKEDOWN_HOURS = 7 * 24;

/** When something created then is due. */
export const dueAt = (createdAt: Date, hours: number): Date => new Date(createdAt.getTime() + hours * HOUR);

/** Whether it ended, or is still open, after it was due. `now` in ms since epoch. */
export const isBreached = (due: Date, endedAt: Date | null, now: number): boolean =>
  (endedAt?.getTime() ?? now) > due.getTime();
