import { i18n } from '../../language/i18n.ts';
import { isolated, lineOf } from '../../language/locale.ts';
import type { Verdict } from '../../protection/verdict/verdict.ts';
import { scamInWords } from './scam.ts';
import { dateInWords, whenInWords } from './time.ts';

/** How much a state asks for attention; shown by colour together with an icon and words. */
export type Tone = 'plain' | 'danger' | 'caution' | 'ok';

/** What is known about a page, in a few words; null is a page that is not on the web. */
export const verdictInWords = (verdict: Verdict | null): string => i18n.t(`verdict.${verdict?.kind ?? 'none'}`);

/** Why, since when and by whom something is listed in one line, for example `Wallet drainer · since 18 November · by …`. */
export function listingInWords(verdict: Verdict, now: number): string {
  const listedAt = verdict.listedAt === undefined ? Number.NaN : Date.parse(verdict.listedAt);
  return lineOf([
    whyInWords(verdict),
    Number.isNaN(listedAt) ? null : i18n.t('verdict.since', { date: dateInWords(listedAt, now) }),
    verdict.source ? i18n.t('verdict.by', { source: isolated(verdict.source) }) : null,
  ]);
}

/** The kind of scam in the person's language, or what the service says where that is no known kind. */
function whyInWords({ scam = 'other', reason }: Verdict): string {
  if (scam !== 'other') return scamInWords(scam).name;
  return reason ? i18n.t('verdict.reportedAs', { reason: isolated(reason) }) : i18n.t('verdict.listed');
}

/** Who lists something and since when, in a sentence; null where it is not known to be listed. */
export function sinceInWords({ scam, source, listedAt }: Verdict): string | null {
  if (scam === undefined) return null;
  const at = listedAt === undefined ? Number.NaN : Date.parse(listedAt);
  const name = isolated(source ?? i18n.t('scam.keeper'));
  return Number.isNaN(at)
    ? i18n.t('warning.listedBy', { name })
    : i18n.t('warning.listedSince', { name, time: whenInWords(at, Date.now()) });
}

/** Why nothing could be confirmed, in a sentence. */
export const failureInWords = ({ kind, failure }: Verdict): string =>
  i18n.t(kind === 'unknown' ? 'health.listMissing.what' : `failure.${failure ?? 'unknown'}`);
