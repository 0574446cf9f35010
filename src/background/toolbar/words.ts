import { i18n } from '../../language/i18n.ts';
import { countInWords, numberInWords } from '../../language/locale.ts';
import { BRAND } from '../../organization/current.ts';
import type { Sign } from './sign.ts';

/** The title of the toolbar button. */
export function buttonInWords(sign: Sign | null, blocked: number): string {
  const brand = BRAND.shortName;
  if (sign === 'stopped' || sign === 'opened' || sign === 'unprotected') return i18n.t(`toolbar.${sign}`, { brand });
  if (blocked > 0) return countInWords('toolbar.addresses', blocked, [brand, numberInWords(blocked)]);
  return sign === 'managed' ? i18n.t('toolbar.managed', { brand }) : BRAND.name;
}
