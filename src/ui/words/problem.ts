import { addressFault } from '../../asset/index.ts';
import { i18n } from '../../language/i18n.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { faultInWords } from './asset.ts';

/** Why an entry was not sent yet, and what happens next, or why it was not taken; empty where nothing went wrong. */
export function problemsOf({ state, item }: OutboxEntry): readonly string[] {
  if (state.kind === 'sent') return [];
  if (state.kind === 'waiting') return state.cause === undefined ? [] : [i18n.t(`delivery.${state.cause}`)];
  if (state.isKnown) return [];
  const { problem, details, failedFile, assetErrors = [] } = state;
  if (failedFile !== undefined && problem === '') {
    const file = item.kind === 'report' ? item.draft.files.find(({ id }) => id === failedFile) : undefined;
    return [i18n.t('refusal.missingFile', { file: file?.name ?? '' })];
  }
  if (assetErrors.length > 0) return assetErrors.map((error) => refusalInWords(error));
  const said = i18n.t('refusal.said', { words: [...new Set([problem, ...details])].join(' ') });
  return item.kind === 'dispute' ? [i18n.t('refusal.dispute'), said] : [said];
}

/** Why the service did not take one thing of a report, for the person who named it. */
function refusalInWords({ asset, errorType }: { readonly asset: string; readonly errorType: string }): string {
  return i18n.t('refusal.line', { asset, reason: reasonInWords(asset, errorType) });
}

const REASONS = new Map<string, 'refusal.twice' | 'refusal.known' | 'refusal.waiting' | 'refusal.unlisted'>([
  ['DUPLICATE_ASSETS', 'refusal.twice'],
  ['ASSET_ALREADY_CORRECT', 'refusal.known'],
  ['ALREADY_PENDING_REVIEW', 'refusal.waiting'],
  ['REPORT_ALREADY_EXISTS', 'refusal.waiting'],
  ['DOMAIN_NOT_ALLOWED', 'refusal.unlisted'],
]);

function reasonInWords(asset: string, errorType: string): string {
  if (errorType !== 'INVALID_FORMAT') return i18n.t(REASONS.get(errorType) ?? 'refusal.other');
  const fault = addressFault(asset);
  return fault ? faultInWords(fault) : i18n.t('refusal.unknown', { address: 'https://site.example/page' });
}
