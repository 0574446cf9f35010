import { i18n } from '../../language/i18n.ts';
import { isolated, lineOf } from '../../language/locale.ts';
import type { Verdict } from '../../protection/verdict/verdict.ts';
import { dateInWords } from './time.ts';

/** How much a state asks for attention; shown by colour together with an icon and words. */
export type Tone = 'plain' | 'danger' | 'caution' | 'ok';

/** What is known about a page, in a few words; null is a page that is not on the web. */
export const verdictInWords = (verdict: Verdict | null): string => i18n.t(`verdict.${verdict?.kind ?? 'none'}`);

/** Reason, date and source of a listing in one line, for example `Reported as … · since 18 November · by …`. */
export function listingInWords(verdict: Verdict, now: number): string {
  const listedAt = verdict.listedAt === undefined ? Number.NaN : Date.parse(verdict.listedAt);
  return lineOf([
    verdict.reason ? i18n.t('verdict.reportedAs', { reason: verdict.reason }) : i18n.t('verdict.listed'),
    Number.isNaN(listedAt) ? null : i18n.t('verdict.since', { date: dateInWords(listedAt, now) }),
    verdict.source ? i18n.t('verdict.by', { source: isolated(verdict.source) }) : null,
  ]);
}

/** Why a match could not be confirmed, in a sentence. */
export const failureInWords = (verdict: Verdict): string => i18n.t(`failure.${verdict.failure ?? 'unknown'}`);
