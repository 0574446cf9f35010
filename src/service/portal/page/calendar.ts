const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A date as people write it, for example "20 November 2026" (UTC: the page does not know where its reader is). */
export const dayText = (date: Date): string => day.format(date);
/** A count with its thousands grouped. */
export const numberText = (value: number): string => value.toLocaleString('en-GB');
