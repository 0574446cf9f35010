import { useEffect, useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { BRAND } from '../../organization/current.ts';
import type { ReportContact } from '../../settings/catalogue.ts';
import { Managed } from '../component/notice.tsx';
import { useAsk } from '../page/ask.ts';

/** What the organization says about reports and disputes. */
export type ReportingRule = { readonly reports: boolean; readonly contact: ReportContact; readonly by: string };

/** The rule, as soon as the background has answered; until then, and where nobody says anything, contact details are optional. */
export function useReportingRule(): ReportingRule {
  const ask = useAsk();
  const [rule, setRule] = useState<ReportingRule>({ reports: true, contact: 'optional', by: BRAND.name });
  useEffect(() => {
    ask('settingsRead', {}).then(
      ({ reports, reportContact, managedBy }) =>
        setRule({ reports: reports.value, contact: reportContact.value, by: managedBy ?? BRAND.name }),
      // The background holds what is sent against the rule again.
      () => undefined,
    );
  }, []);
  return rule;
}

/** Says in place of a form that nothing can be sent, and who decides that. */
export const ReportsOff = ({ rule: { by } }: { rule: ReportingRule }) => (
  <>
    <p>{i18n.t('report.off', { name: by })}</p>
    <Managed words={i18n.t('settings.managedBy', { name: by })} />
  </>
);
