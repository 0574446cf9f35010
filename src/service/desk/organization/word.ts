import { ASSET_TYPES, type AssetType } from '../../../asset/type.ts';
import { assetWord, shownContent } from '../../portal/page/asset-word.ts';

const WORDS: Readonly<Record<string, string>> = {
  APP: 'Extension or portal',
  API: 'Program',
  AUTO_DETECTION: 'Detection',
  ASSET_MANAGEMENT: 'Submitted by the organization',
  CANARY_TOKEN: 'Canary token',
  TODO: 'To do',
  POC: 'Trial',
  human: 'A person',
  automation: 'The service itself',
  APPROVE: 'Approved',
  REJECT: 'Rejected',
  SKIP: 'Skipped',
  ESCALATE: 'Escalated',
  PENDING_INPUT: 'Waits for you',
};

const isAssetType = (value: string): value is AssetType => ASSET_TYPES.some((type) => type === value);

/** What people call a value of the interface: `IN_PROGRESS` is "In progress". */
export function word(value: string): string {
  if (Object.hasOwn(WORDS, value)) return WORDS[value]!;
  if (isAssetType(value)) return assetWord(value);
  const text = value
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What people call an asset of a type that the interface tells of. */
export const typeWord = (type: string): string => (isAssetType(type) ? assetWord(type) : 'Something else');

/** The content of an asset that the interface tells of, as people read it. */
export const contentText = ({ type, content }: { readonly type: string; readonly content: string }): string =>
  isAssetType(type) ? shownContent(type, content) : content;
