import { i18n } from '#i18n';
import { REPORTED_KINDS, type ScamKind } from '../../api/report/scam-kind.ts';
import { BRAND } from '../../organization/current.ts';
import { Chips } from '../component/input/chips.tsx';

type KindProps = { kind: ScamKind | ''; onChoose: (kind: ScamKind | '') => void };

/** The kinds in the words of somebody whom it befell. */
const WORDS = {
  drainer: i18n.t('report.kinds.drainer'),
  'seed-phishing': i18n.t('report.kinds.recoveryPhrase'),
  'credential-phishing': i18n.t('report.kinds.credentials'),
  'fake-support': i18n.t('report.kinds.fakeSupport'),
  impersonation: i18n.t('report.kinds.impersonation'),
  'fake-shop': i18n.t('report.kinds.fakeShop'),
  'fake-investment': i18n.t('report.kinds.fakeInvestment'),
  malware: i18n.t('report.kinds.malware'),
  'address-poisoning': i18n.t('report.kinds.addressPoisoning'),
  other: i18n.t('report.kinds.other'),
} as const satisfies Record<(typeof REPORTED_KINDS)[number], string>;
/** Those that the brand's people meet most come first. */
const OPTIONS = [...new Set([...(BRAND.scamKinds ?? []), ...REPORTED_KINDS])].map((value) => ({
  value,
  label: WORDS[value],
}));

/** What kind of scam it is. */
export const Kind = ({ kind, onChoose }: KindProps) => (
  <Chips
    title={i18n.t('report.kind')}
    options={OPTIONS}
    value={kind === 'sanctioned' ? '' : kind}
    onChoose={onChoose}
  />
);
