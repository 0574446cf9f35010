import { i18n } from '../../language/i18n.ts';
import { isolated } from '../../language/locale.ts';
import { BRAND } from '../../organization/current.ts';
import { endOfDay } from '../../settings/catalogue.ts';
import { Address } from '../component/address/address.tsx';
import { Card, Row, Rows } from '../component/card.tsx';
import { Managed } from '../component/notice.tsx';
import { allowedByInWords, allowedReasonInWords } from '../words/allowance.ts';
import type { SettingsInForce } from './service/service-choice.ts';

type Shown = Omit<SettingsInForce, 'managedBy' | 'problems'>;
/** Who set a value, in words. `managed` where nobody else may change it; nothing where the value is as the product comes. */
type OriginWords = { readonly managed?: string; readonly setBy?: string };

/** Who decides a setting in the person's place, in words; undefined where the person does. */
export function managedWords(settings: SettingsInForce, name: keyof Shown): string | undefined {
  if (settings[name].origin !== 'policy') return undefined;
  return settings.managedBy === null
    ? i18n.t('settings.managedByOrganization')
    : i18n.t('settings.managedBy', { name: isolated(settings.managedBy) });
}

/** Who set a value: the organization's policy, the brand of this build, or the person. */
export function originWords(settings: SettingsInForce, name: keyof Shown): OriginWords {
  const managed = managedWords(settings, name);
  if (managed !== undefined) return { managed };
  const { origin } = settings[name];
  if (origin === 'brand') return { setBy: i18n.t('settings.setByBrand', { brand: isolated(BRAND.shortName) }) };
  return origin === 'person' ? { setBy: i18n.t('settings.setByYou') } : {};
}

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

/** What the organization says about opening listed sites; nothing where it says nothing. */
export function OpeningRule({ settings }: { settings: SettingsInForce }) {
  const { openListed, openLongest } = settings;
  return (
    <>
      {openListed.origin === 'policy' && (
        <div>
          <p>{i18n.t(`settings.openListed.${openListed.value}`)}</p>
          <Managed words={managedWords(settings, 'openListed') ?? ''} />
        </div>
      )}
      {openLongest.origin === 'policy' && openListed.value !== 'nobody' && (
        <div>
          <p>{i18n.t(`settings.openLongest.${openLongest.value}`)}</p>
          <Managed words={managedWords(settings, 'openLongest') ?? ''} />
        </div>
      )}
    </>
  );
}
