import * as z from 'zod/mini';
import { queryInteger } from './query.ts';

export const SORT_DIRECTIONS = ['asc', 'desc'] as const;

/** Selects the organization where a key reaches several. */
export const slug = z.optional(z.string().check(z.minLength(1), z.maxLength(255)));

/** A moment: ISO 8601 with a time zone. */
export const moment = z.iso.datetime({ offset: true });

/** A range of time, both ends included; an end that is left out is open. */
export const period = { startDate: z.optional(moment), endDate: z.optional(moment) };

/** A sealed cursor, at most 4,096 characters; whoever holds one must not read or change it. */
const cursorText = z.optional(z.string().check(z.minLength(1), z.maxLength(4_096)));

/** The paging style of the lists of things: `per_page` and `next_page`. */
export const pageSize = (most: number, otherwise: number) => ({
  per_page: z._default(z.int().check(z.minimum(1), z.maximum(most)), otherwise),
  next_page: cursorText,
});

/** The same in the query of an address, where everything is text. */
export const pageQuery = (most: number, otherwise: number) => ({
  per_page: queryInteger(1, most, otherwise),
  next_page: cursorText,
});

/** The paging style of reports and detections: `limit` and `cursor`. */
export const cursor = cursorText;
