import { DOUBTS, type Doubt } from './list.ts';

/** The options with which somebody insists on a build that protects less than it could. */
export const DOUBT_OPTIONS = {
  'allow-empty-list': { type: 'boolean', default: false },
  'allow-old-list': { type: 'boolean', default: false },
  'allow-unsigned-list': { type: 'boolean', default: false },
} as const satisfies Record<`allow-${Doubt}`, object>;

export const DOUBT_USAGE = `  --allow-empty-list, --allow-old-list, --allow-unsigned-list
                   build although the list is empty, lacks what was listed last, or is not signed as the brand wants it`;

/** What these words insist on. */
export const allowedOf = (words: Readonly<Partial<Record<string, unknown>>>): ReadonlySet<Doubt> =>
  new Set(DOUBTS.filter((doubt) => words[`allow-${doubt}`] === true));

/**
 * The time that a build says it was made at, in ms since epoch: `SOURCE_DATE_EPOCH` where it is set.
 * @throws Error where that is no number of seconds
 * @see https://reproducible-builds.org/specs/source-date-epoch/
 */
export function timeOf({ SOURCE_DATE_EPOCH: seconds }: NodeJS.ProcessEnv): number {
  if (seconds === undefined || seconds === '') return Date.now();
  if (!/^\d{1,12}$/.test(seconds)) throw new Error(`SOURCE_DATE_EPOCH must be a number of seconds, not "${seconds}"`);
  return Number(seconds) * 1000;
}
