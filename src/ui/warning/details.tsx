import { i18n } from '#i18n';
import type { Verdict } from '../../protection/verdict/verdict.ts';
import { Address } from '../component/address.tsx';
import { Facts } from '../component/row.tsx';
import { typeInWords } from '../words/asset.ts';
import { momentInWords } from '../words/time.ts';
import { confirmationInWords, failureInWords } from '../words/verdict.ts';

/** Everything that is known about a stopped address, in words that can be read out in a support call. */
export function Details({ verdict }: { verdict: Verdict }) {
  const unknown = i18n.t('warning.details.unknown');
  const listedAt = verdict.listedAt === undefined ? Number.NaN : Date.parse(verdict.listedAt);
  const { list } = verdict;
  return (
    <Facts
      facts={[
        [
          i18n.t('warning.details.matched'),
          <Address key="matched" value={verdict.expression ?? verdict.asset.content} />,
        ],
        [i18n.t('warning.details.type'), typeInWords(verdict.asset.type)],
        [i18n.t('warning.details.reason'), verdict.reason ?? unknown],
        [i18n.t('warning.details.source'), verdict.source ?? unknown],
        [i18n.t('warning.details.listed'), Number.isNaN(listedAt) ? unknown : momentInWords(listedAt)],
        [i18n.t('warning.details.list'), list ? <Address key="list" value={list.token} /> : unknown],
        [i18n.t('warning.details.listTime'), list && list.currentAt > 0 ? momentInWords(list.currentAt) : unknown],
        [
          i18n.t('warning.details.confirmation'),
          verdict.confirmation === 'failed'
            ? `${confirmationInWords(verdict)}. ${failureInWords(verdict)}`
            : confirmationInWords(verdict),
        ],
        [i18n.t('warning.details.checked'), momentInWords(verdict.checkedAt)],
      ]}
    />
  );
}
