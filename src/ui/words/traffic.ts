import { i18n } from '../../language/i18n.ts';
import { textLocale } from '../../language/locale.ts';

const NAMES = [
  'blocklistVersion',
  'listUpdate',
  'organizationLists',
  'listFile',
  'blocklistConfirm',
  'reportCreate',
  'disputeCreate',
  'disputeRead',
  'disputeAnswer',
  'reportRead',
  'reportAnswer',
  'userOrg',
  'organizationAvatar',
  'validate',
] as const;
const knownName = (what: string) => NAMES.find((name) => name === what) ?? 'other';

/** What a request was, in a few words. */
export const whatInWords = (what: string): string => i18n.t(`traffic.what.${knownName(what)}`);

/** What made a request leave, and what it says, in a sentence. */
export const whyInWords = (what: string): string => i18n.t(`traffic.why.${knownName(what)}`);

/** A number of bytes, for example `84 bytes` or `1.2 kB`. */
export function sizeInWords(bytes: number): string {
  const isSmall = bytes < 1_000;
  return new Intl.NumberFormat(textLocale(), {
    style: 'unit',
    unit: isSmall ? 'byte' : 'kilobyte',
    unitDisplay: isSmall ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(isSmall ? bytes : bytes / 1_000);
}
