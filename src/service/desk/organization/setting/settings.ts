import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { html } from 'hono/html';
import {
  METRICS_VISIBILITIES,
  type OrganizationRecord,
  PORTAL_VISIBILITIES,
  REPORT_VISIBILITIES,
} from '../../../../api/organization/organization.ts';
import type { TextKey } from '../../../../language/catalogue.ts';
import { CommandError } from '../../../command-line/words.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { type Configuration, readConfiguration } from '../../../feature/organization/config/document.ts';
import { KEYS } from '../../../feature/organization/config/key.ts';
import { writeConfiguration } from '../../../feature/organization/config/write.ts';
import { ENGLISH } from '../../../portal/language/choice.ts';
import type { Words } from '../../../portal/language/words.ts';
import {
  checkField,
  entered as enteredText,
  field,
  hidden,
  type Option,
  reasonOf,
  selectField,
} from '../../../portal/page/field.ts';
import type { Gate } from '../../gate.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { doneText, organizationPage, type PageState, type Problems } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';

/** Routes of what an admin changes of the organization's record, with the schemas and the writer of `organizations set`. */
export function settingRoutes(gate: Gate): void {
  organizationGet(gate, '/settings', async (visit) => ({
    page: settingsPage(visit, { done: doneText(visit, { saved: 'desk.organization.saved' }) }),
  }));

  organizationPost(gate, '/settings', 'admin', async (visit, form) => {
    const entered = enteredIn(form);
    const version = form.get(VERSION) ?? '';
    const { values, problems } = readSettings(visit.frame.words, entered);
    if (Object.keys(problems).length > 0)
      return { page: settingsPage(visit, { entered, version, fieldProblems: problems }), status: 422 };
    const { slug } = visit.organization;
    try {
      const newer = await visit.database.transaction(async (transaction) => {
        await transaction.select().from(organizations).where(eq(organizations.slug, slug)).for('update');
        const { values: stored } = (await readConfiguration(transaction, slug))!;
        if (versionOf((key) => stored[key]) !== version) return stored;
        const { changes } = await writeConfiguration(transaction, slug, values);
        const fields = changes.map(({ key }) => key);
        if (fields.length > 0) await visit.record(transaction, 'deskOrganizationSet', { slug, fields });
        return null;
      });
      if (newer !== null) return { page: stalePage(visit, entered, values, newer), status: 409 };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { page: settingsPage(visit, { entered, version, problems: [reasonOf(error.message)] }), status: 409 };
    }
    return { to: `${visit.root}/settings?done=saved` };
  });
}

/** The field of a form with the version of the settings that it was filled with. */
const VERSION = 'version';

const versionOf = (valueAt: (key: string) => unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ALL_SETTINGS.map(({ key }) => valueAt(key))))
    .digest('base64url');

/** The form with what was entered, after others saved: it shows what is stored now, and saves over that when it is sent again. */
function stalePage(visit: OrganizationVisit, entered: Entered, values: Configuration, stored: Configuration): Html {
  const { words } = visit.frame;
  const valueAt = (key: string) => (stored[key] ?? null) as Entered[string];
  const differing = Object.values(settingsOf(words))
    .flat()
    .filter(({ key }) => values[key] !== stored[key]);
  return settingsPage(visit, {
    entered,
    version: versionOf(valueAt),
    problems: [
      words.t('desk.organization.setting.stale'),
      ...differing.map((setting) =>
        words.t('desk.organization.setting.stored', {
          setting: setting.label,
          value: shownValue(words, setting, valueAt(setting.key)),
        }),
      ),
    ],
  });
}

const enteredIn = (form: URLSearchParams): Entered =>
  Object.fromEntries(
    ALL_SETTINGS.map(({ key, isFlag }) => [
      key,
      // A form sends each line break as two characters (HTML, "normalize newlines").
      isFlag ? form.get(key) === 'yes' : enteredText(form, key).replaceAll('\r\n', '\n'),
    ]),
  );

function readSettings(
  words: Words,
  entered: Entered,
): {
  readonly values: Configuration;
  readonly problems: Problems;
} {
  const values: Record<string, unknown> = {};
  const problems: Record<string, Html[]> = {};
  for (const { key } of ALL_SETTINGS) {
    const { schema, form } = KEYS[key]!;
    const result = schema.safeParse(entered[key]);
    if (result.success) values[key] = result.data;
    else
      problems[key] = [
        words.t('desk.organization.setting.mustBe', { form: reasonOf(form.replace(/, or null$/, ', or empty')) }),
      ];
  }
  return { values, problems };
}

/** What was entered, by key: a text, or whether a box is checked. */
type Entered = Readonly<Record<string, string | boolean | null>>;
type SettingState = PageState & { readonly entered?: Entered; readonly version?: string };

/** What an admin changes of the organization's record. */
function settingsPage(visit: OrganizationVisit, state: SettingState): Html {
  const { frame, root, organization } = visit;
  const { entered, version = versionOf((key) => storedValue(organization, key)), fieldProblems = {} } = state;
  const isManager = mayManage(frame.person);
  const { words } = frame;
  const groups = Object.entries(settingsOf(words)).map(([group, settings]) => {
    const title = words.t(group === 'reach' ? 'desk.organization.setting.reach' : 'desk.organization.setting.shows');
    const shown = settings.map((setting) => {
      const value = entered?.[setting.key] ?? storedValue(organization, setting.key);
      return isManager ? control(setting, value, fieldProblems[setting.key] ?? []) : fact(words, setting, value);
    });
    return isManager
      ? html`<section class="card settings"><h2>${title}</h2>${shown}</section>`
      : html`<section class="card facts"><h2>${title}</h2><dl>${shown}</dl></section>`;
  });
  return organizationPage(
    visit,
    '/settings',
    { ...state, lead: words.t('desk.organization.setting.lead') },
    isManager
      ? html`<form method="post" action="${root}/settings">${token(frame)}${hidden(VERSION, version)}${groups}<button type="submit">${words.t('desk.organization.save')}</button></form>`
      : html`${groups}<p class="small quiet">${words.t('desk.organization.adminChanges')}</p>`,
  );
}

function control(
  { key, label, hint, control: how }: Setting,
  value: string | boolean | null,
  problems: readonly (Html | string)[],
): Html {
  const more = hint === undefined ? {} : { hint };
  if (how.kind === 'flag') return checkField(key, label, value === true);
  const text = typeof value === 'string' ? value : '';
  if (how.kind === 'choice') return selectField({ name: key, label, options: how.options, ...more }, text, problems);
  return field({ name: key, label, kind: how.kind, maxLength: how.maxLength, ...more }, text, problems);
}

const fact = (words: Words, setting: Setting, value: string | boolean | null): Html =>
  html`<div><dt>${setting.label}</dt><dd class="written" dir="auto">${shownValue(words, setting, value)}</dd></div>`;

function shownValue(words: Words, { control: how }: Setting, value: string | boolean | null): Html | string {
  const named = how.kind === 'choice' ? how.options.find((option) => option.value === value)?.label : undefined;
  if (named !== undefined) return named;
  if (typeof value === 'boolean') return words.t(value ? 'desk.organization.yes' : 'desk.organization.no');
  return value ?? words.t('desk.organization.notGiven');
}

/** How a key of an organization's record is entered. */
type SettingControl =
  | { readonly kind: 'text' | 'email' | 'prose'; readonly maxLength: number }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'flag' };

type Setting = {
  /** The key of the record, as `organizations set` names it. */
  readonly key: string;
  readonly label: Html;
  readonly hint?: Html;
  readonly control: SettingControl;
};

const visibility = (words: Words, values: readonly Visibility[], isForm = false): SettingControl => ({
  kind: 'choice',
  options: values.map((value) => ({
    value,
    label: words.t(
      isForm && value === 'PRIVATE' ? 'desk.organization.setting.formAlone' : `desk.organization.setting.${value}`,
    ),
  })),
});
type Visibility = 'PUBLIC' | 'PRIVATE' | 'DISABLED';
const text = (maxLength: number): SettingControl => ({ kind: 'text', maxLength });

/**
 * What an admin of an organization can change of its record. Subscription, services, second approvals, documents, members, the slug of
 * the portal and pictures are for the operators of the service.
 */
const settingsOf = (words: Words): Readonly<Record<'reach' | 'shows', readonly Setting[]>> => {
  const setting = (key: string, label: TextKey, control: SettingControl, hint?: TextKey): Setting => ({
    ...{ key, control, label: words.t(label) },
    ...(hint === undefined ? {} : { hint: words.t(hint) }),
  });
  return {
    reach: [
      setting(
        'contactUrl',
        'desk.organization.setting.contactPage',
        text(2_048),
        'desk.organization.setting.contactHint',
      ),
      setting('brandMetadata.websiteUrl', 'desk.organization.overview.website', text(2_048)),
      setting('brandMetadata.twitterHandle', 'desk.organization.setting.handle', text(51)),
      setting(
        'brandMetadata.securityContactEmail',
        'desk.organization.overview.security',
        { kind: 'email', maxLength: 320 },
        'desk.organization.setting.securityHint',
      ),
      setting('brandMetadata.industry', 'desk.organization.overview.industry', text(255)),
    ],
    shows: [
      setting('portalVisibility', 'desk.organization.overview.portal', visibility(words, PORTAL_VISIBILITIES, true)),
      setting('reportVisibility', 'desk.tab.reports', visibility(words, REPORT_VISIBILITIES)),
      setting(
        'metricsVisibility',
        'desk.organization.room.metrics',
        visibility(words, METRICS_VISIBILITIES),
        'desk.organization.setting.metricsHint',
      ),
      setting('portalCustomization.useCustomDetails', 'desk.organization.setting.ownName', { kind: 'flag' }),
      setting('portalCustomization.name', 'desk.organization.setting.portalName', text(255)),
      setting('portalCustomization.bannerEnabled', 'desk.organization.setting.bannerShown', { kind: 'flag' }),
      setting(
        'portalCustomization.bannerContent',
        'desk.organization.overview.banner',
        { kind: 'prose', maxLength: 10_000 },
        'desk.organization.setting.bannerHint',
      ),
    ],
  };
};

/** The value of a key such as `brandMetadata.industry` in a record. */
const storedValue = (record: OrganizationRecord, key: string) =>
  key
    .split('.')
    .reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>>)[name], record) as Entered[string];

/** Every key of those settings, and whether it is a box that is checked. */
const ALL_SETTINGS: readonly { readonly key: string; readonly isFlag: boolean }[] = Object.values(settingsOf(ENGLISH))
  .flat()
  .map(({ key, control }) => ({ key, isFlag: control.kind === 'flag' }));
