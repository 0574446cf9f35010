import { i18n } from '../../language/i18n.ts';
import { isolated } from '../../language/locale.ts';
import type { MessageReply } from '../../messaging/catalogue.ts';
import { BRAND } from '../../organization/current.ts';
import { endOfDay } from '../../settings/catalogue.ts';
import { Address } from '../component/address/address.tsx';
import { Card, Row, Rows } from '../component/card.tsx';
import type { Origin } from '../component/input/choice.tsx';
import { Managed } from '../component/notice.tsx';
import { allowedByInWords, allowedReasonInWords } from '../words/allowance.ts';

export type SettingsInForce = MessageReply<'settingsRead'>;
type SettingName = keyof Omit<SettingsInForce, 'managedBy' | 'problems'>;
/** What a section needs that shows settings and changes them. */
export type SectionProps = { settings: SettingsInForce; onChanged: () => Promise<void> };

/** Who decides a setting in the person's place, in words; undefined where the person does. */
export function managedWords(settings: SettingsInForce, name: SettingName): string | undefined {
  if (settings[name].origin !== 'policy') return undefined;
  return settings.managedBy === null
    ? i18n.t('settings.managedByOrganization')
    : i18n.t('settings.managedBy', { name: isolated(settings.managedBy) });
}

/** Who set a value: the organization's policy, the brand of this build, or the person. */
export function originWords(settings: SettingsInForce, name: SettingName): Origin {
  const managed = managedWords(settings, name);
  if (managed !== undefined) return { managed };
  const { origin } = settings[name];
  if (origin === 'brand') return { setBy: i18n.t('settings.setByBrand', { brand: isolated(BRAND.shortName) }) };
  return origin === 'person' ? { setBy: i18n.t('settings.setByYou') } : {};
}

type RuleProps = { settings: SettingsInForce; name: SettingName; words: string };

/** What the organization says about something; nothing where it says nothing. */
function Rule({ settings, name, words }: RuleProps) {
  const managed = managedWords(settings, name);
  if (managed === undefined) return null;
  return (
    <div>
      <p>{words}</p>
      <Managed words={managed} />
    </div>
  );
}

/** What the organization says about reports and disputes. */
export const ReportingRules = ({ settings }: { settings: SettingsInForce }) => {
  const { reports, reportContact } = settings;
  const words = i18n.t(reports.value ? 'settings.reportsOn' : 'settings.reportsOff');
  const contact = i18n.t(`settings.reportContact.${reportContact.value}`);
  return (
    <>
      <Rule settings={settings} name="reports" words={words} />
      {reports.value && <Rule settings={settings} name="reportContact" words={contact} />}
    </>
  );
};

/** What the organization says about opening listed sites, sending stopped wallet requests, and pausing. */
export const OpeningRules = ({ settings }: { settings: SettingsInForce }) => {
  const { openListed, openLongest, sendListed, pause } = settings;
  const longest = i18n.t(`settings.openLongest.${openLongest.value}`);
  return (
    <>
      <Rule settings={settings} name="openListed" words={i18n.t(`settings.openListed.${openListed.value}`)} />
      {openListed.value !== 'nobody' && <Rule settings={settings} name="openLongest" words={longest} />}
      {!sendListed.value && <Rule settings={settings} name="sendListed" words={i18n.t('settings.sendNoListed')} />}
      {!pause.value && <Rule settings={settings} name="pause" words={i18n.t('settings.pauseOff')} />}
    </>
  );
};

/** What the organization lets people open although it is listed. */
export const AllowedByOrganization = ({ settings: { allowList, managedBy } }: { settings: SettingsInForce }) => {
  const now = Date.now();
  const inForce = allowList.value.filter(({ until }) => until === undefined || now <= endOfDay(until));
  if (inForce.length === 0) return null;
  const title = allowedByInWords(managedBy);
  return (
    <Card title={title}>
      <Managed words={i18n.t('allowed.hint')} />
      <Rows label={title}>
        {inForce.map((entry) => (
          <Row key={entry.content}>
            <Address value={entry.content} />
            <p class="small quiet">
              <bdi>{allowedReasonInWords(entry, now)}</bdi>
            </p>
          </Row>
        ))}
      </Rows>
    </Card>
  );
};
