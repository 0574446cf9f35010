import { i18n } from '#i18n';
import { Managed } from '../component/input/managed.tsx';
import { managedWords } from './origin-words.ts';
import type { SettingsInForce } from './service-choice.ts';

/** What the organization says about reports and disputes; nothing where it says nothing. */
export function ReportingGoverned({ settings }: { settings: SettingsInForce }) {
  const { reports, reportContact } = settings;
  const said = [
    {
      name: 'reports',
      isSaid: reports.origin === 'policy',
      words: i18n.t(reports.value ? 'settings.reportsOn' : 'settings.reportsOff'),
    },
    {
      name: 'reportContact',
      isSaid: reportContact.origin === 'policy' && reports.value,
      words: i18n.t(`settings.reportContact.${reportContact.value}`),
    },
  ] as const;
  return said
    .filter(({ isSaid }) => isSaid)
    .map(({ name, words }) => (
      <div key={name}>
        <p>{words}</p>
        <Managed words={managedWords(settings, name) ?? ''} />
      </div>
    ));
}
