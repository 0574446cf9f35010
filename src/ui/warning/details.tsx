import { i18n } from '../../language/i18n.ts';
import { lineOf } from '../../language/locale.ts';
import type { Verdict } from '../../protection/verdict/verdict.ts';
import { Address } from '../component/address/address.tsx';
import { type Fact, Facts } from '../component/card.tsx';
import { assetInWords } from '../words/asset.ts';
import { scamInWords } from '../words/scam.ts';
import { momentInWords, whenInWords } from '../words/time.ts';
import { failureInWords } from '../words/verdict.ts';

/** Why an address was stopped, in plain words; the last line is for support calls. */
export function Details({ verdict }: { verdict: Verdict }) {
  const now = Date.now();
  const { asset, scam, reason, list, confirmation } = verdict;
  const listedAt = verdict.listedAt === undefined ? Number.NaN : Date.parse(verdict.listedAt);
  const facts: readonly Fact[] = [
    [
      i18n.t('warning.details.matched'),
      <>
        {assetInWords(asset)} <Address value={asset.content} />
      </>,
    ],
    scam !== undefined && [i18n.t('warning.details.kind'), scamInWords(scam).name],
    reason !== undefined && [i18n.t('warning.details.reason'), <bdi key="reason">{reason}</bdi>],
    scam !== undefined && [
      i18n.t('warning.details.source'),
      <bdi key="source">{verdict.source ?? i18n.t('scam.keeper')}</bdi>,
    ],
    !Number.isNaN(listedAt) && [i18n.t('warning.details.listed'), whenInWords(listedAt, now)],
    [
      i18n.t('warning.details.confirmation'),
      confirmation !== 'confirmed'
        ? `${i18n.t('warning.details.notConfirmed')} ${failureInWords(verdict)}`
        : i18n.t('warning.details.confirmed', { time: whenInWords(verdict.checkedAt, now) }),
    ],
    list !== undefined && list.currentAt > 0 && [i18n.t('warning.details.list'), whenInWords(list.currentAt, now)],
  ];
  return (
    <>
      <Facts facts={facts} />
      <p class="small quiet warning-tokens">
        {i18n.t('health.forSupport')}{' '}
        <bdi dir="ltr">
          {lineOf([verdict.expression ?? null, list?.token ?? null, momentInWords(verdict.checkedAt)])}
        </bdi>
      </p>
    </>
  );
}
