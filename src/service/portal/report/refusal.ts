import type { AssetError } from '../../../api/error.ts';
import { addressFault, normalizeContent } from '../../../asset/index.ts';
import { listingRefusal, type RefusalReason } from '../../../asset/listing/refusal.ts';
import type { Item, ReportSubject } from '../../feature/report/subject.ts';
import type { Failure } from '../../http/failure.ts';
import type { Html, Words } from '../../page/words.ts';
import { MAX, type TextField } from './entry.ts';

/** The problems of an entry, by the field beside which they are shown; `general` stands above the form. */
export type Problems = Readonly<Partial<Record<TextField | 'files' | 'general', readonly Html[]>>>;

/** Why some or all contents of a subject cannot be blocked; empty if all can. */
export function subjectProblems(words: Words, { items, mentions, problem }: ReportSubject): Html[] {
  if (problem === 'full') return [words.t('report.addFull')];
  if (items.length > 0) return items.flatMap((item) => unlisted(words, item) ?? []);
  if (mentions.length === 0) return [words.t('portal.report.assetsWrong', { most: MAX.asset })];
  if (mentions.some(({ kind }) => kind === 'handle')) return [];
  const faults = mentions.flatMap((mention) => {
    if (mention.kind !== 'fault') return [];
    const { fault, family } = mention.fault;
    return [
      words.t('refusal.line', { asset: mention.text, reason: words.t(`report.addressFault.${fault}`, { family }) }),
    ];
  });
  return [...faults, words.t(faults.length > 0 ? 'report.onlyText.fault' : 'report.onlyText.hint')];
}

const unlisted = (words: Words, { asset, refusal }: Item): Html | null =>
  refusal && words.t('refusal.line', { asset: asset.content, reason: unlistedReason(words, refusal) });

function unlistedReason(words: Words, reason: RefusalReason): Html {
  if (reason === 'nobody') return words.t('portal.report.refused.nobody');
  return words.t(reason === 'inside-network' ? 'portal.report.refused.inside' : 'portal.report.refused.shared');
}

/** The parts of a report that the operation rejects, beside the fields that they come from. */
export function bodyProblems(words: Words, wrong: readonly PropertyKey[]): Problems {
  const problemOf = (part: PropertyKey): readonly [keyof Problems, Html] => {
    if (part === 'description') return ['description', words.t('portal.report.tooLong', { most: MAX.description })];
    if (part === 'contactInfo') return ['contact', words.t('portal.report.tooLong', { most: MAX.contact })];
    return ['assets', words.t('portal.report.assetsWrong', { most: MAX.asset })];
  };
  return Object.fromEntries(wrong.map(problemOf).map(([field, text]) => [field, [text]]));
}

/** Why the service refused a report: each asset's reason beside the field, anything else above the form. */
export function refusalProblems(words: Words, { detail: { assetErrors = [] }, issues }: Failure): Problems {
  if (assetErrors.length > 0) return { assets: assetErrors.map((refused) => refusalInWords(words, refused)) };
  const reasons = issues.map((one) => words.t('portal.error.other', { reason: words.issue(one) }));
  return { general: reasons.length > 0 ? reasons : [words.t('refusal.other')] };
}

function refusalInWords(words: Words, { asset, errorType }: AssetError): Html {
  const reason = REASONS[errorType]?.(words, asset) ?? words.t('refusal.other');
  return words.t('refusal.line', { asset, reason });
}

const REASONS: Readonly<Record<string, (words: Words, asset: string) => Html>> = {
  DUPLICATE_ASSETS: (words) => words.t('refusal.twice'),
  ASSET_ALREADY_CORRECT: (words) => words.t('refusal.known'),
  ALREADY_PENDING_REVIEW: (words) => words.t('refusal.waiting'),
  REPORT_ALREADY_EXISTS: (words) => words.t('refusal.waiting'),
  INVALID_FORMAT: unreadable,
  DOMAIN_NOT_ALLOWED: (words, content) => {
    const asset = normalizeContent(content);
    return unlistedReason(words, (asset && listingRefusal(asset)?.reason) ?? 'shared');
  },
};

function unreadable(words: Words, asset: string): Html {
  const fault = addressFault(asset);
  if (fault !== null) return words.t(`report.addressFault.${fault.fault}`, { family: fault.family });
  return words.t('refusal.unknown', { address: 'https://site.example/page' });
}
