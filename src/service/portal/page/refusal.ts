import type { AssetError } from '../../../api/error.ts';
import { addressFault, normalizeContent } from '../../../asset/index.ts';
import { listingRefusal } from '../../../asset/listing/refusal.ts';
import type { Words } from '../../language/words.ts';
import { reasonOf } from './field.ts';
import type { Html } from './page.ts';

/** Why the service did not take one asset of a report, for the person who named it. */
export function refusalInWords(words: Words, { asset, errorType, message, suggestion = '' }: AssetError): Html {
  const reason = reasonFor(words, asset, errorType) ?? reasonOf(`${message} ${suggestion}`.trim());
  return words.t('refusal.line', { asset, reason });
}

function reasonFor(words: Words, asset: string, errorType: string): Html | null {
  switch (errorType) {
    case 'DUPLICATE_ASSETS':
      return words.t('refusal.twice');
    case 'ASSET_ALREADY_CORRECT':
      return words.t('refusal.known');
    case 'ALREADY_PENDING_REVIEW':
    case 'REPORT_ALREADY_EXISTS':
      return words.t('refusal.waiting');
    case 'INVALID_FORMAT':
      return unreadable(words, asset);
    case 'DOMAIN_NOT_ALLOWED':
      return unlisted(words, asset);
    default:
      return null;
  }
}

function unreadable(words: Words, asset: string): Html {
  const fault = addressFault(asset);
  if (fault !== null) return words.t(`report.addressFault.${fault.fault}`, { family: fault.family });
  return words.t('refusal.unknown', { address: 'https://site.example/page' });
}

function unlisted(words: Words, content: string): Html {
  const asset = normalizeContent(content);
  const reason = asset && listingRefusal(asset)?.reason;
  if (reason === 'nobody') return words.t('portal.report.refused.nobody');
  return words.t(reason === 'inside-network' ? 'portal.report.refused.inside' : 'portal.report.refused.shared');
}
