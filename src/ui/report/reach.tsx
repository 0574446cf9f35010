import { i18n } from '#i18n';
import { namedBy } from '../../asset/index.ts';
import { Choice } from '../component/input/choice.tsx';
import type { Reach } from './content.ts';

type ReachProps = { reach: Reach; chosen: string; onChoose: (content: string) => void };

/** Whether a report is about a whole site or about one page of it, and what blocking either would mean. */
export function ReachChoice({ reach, chosen, onChoose }: ReachProps) {
  return (
    <Choice
      title={i18n.t('report.reach')}
      value={chosen}
      options={[
        {
          value: reach.site,
          label: i18n.t('report.reachSite', { site: reach.site }),
          hint: i18n.t('report.reachSiteHint'),
        },
        {
          value: reach.page,
          label: i18n.t('report.reachPage', { page: namedBy(reach.page)?.asset.content ?? reach.page }),
          hint: i18n.t('report.reachPageHint'),
        },
      ]}
      onChoose={onChoose}
    />
  );
}
