import { eq } from 'drizzle-orm';
import { html } from 'hono/html';
import {
  METRICS_VISIBILITIES,
  PORTAL_VISIBILITIES,
  REPORT_VISIBILITIES,
} from '../../../../api/organization/organization.ts';
import type { Database } from '../../../database/database.ts';
import { type Issue, issue } from '../../../database/refused.ts';
import { organizations } from '../../../database/schema/organization.ts';
import {
  type Configuration,
  readConfiguration,
  readDocument,
  writeDocument,
} from '../../../feature/organization/config/document.ts';
import { KEYS } from '../../../feature/organization/config/key.ts';
import { writeConfiguration } from '../../../feature/organization/config/write.ts';
import { Failure } from '../../../http/failure.ts';
import { controls, type Entered, type FormField, type FormFields } from '../../../page/form.ts';
import { facts } from '../../../page/list.ts';
import type { Html } from '../../../page/words.ts';
import { requireVersion, shownValue, versionField } from '../../form.ts';
import type { Answer, Gate } from '../../gate.ts';
import type { PageState } from '../../page.ts';
import { isOperator, mayManage } from '../../person.ts';
import { doneText, formCard, formRoute, say } from '../kit.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';
import { shownOnce } from './keys.ts';

const text = (label: FormField['label'], maxLength: number, hint?: FormField['label']): FormField => ({
  ...{ kind: 'text', label, maxLength },
  ...(hint ? { hint } : {}),
});
const flag = (label: FormField['label']): FormField => ({ kind: 'flag', label });
const visibility = (
  label: FormField['label'],
  values: readonly ('PUBLIC' | 'PRIVATE' | 'DISABLED')[],
  { isForm = false, hint }: { readonly isForm?: boolean; readonly hint?: FormField['label'] } = {},
): FormField => ({
  ...{ kind: 'select', label },
  ...(hint ? { hint } : {}),
  options: (words) =>
    values.map((value) => ({
      value,
      label: words.t(`desk.organization.setting.${isForm && value === 'PRIVATE' ? 'formAlone' : value}`),
    })),
});

/** What an admin of an organization changes of its record, by the keys of the record. The rest is for those who run the service. */
const GROUPS = {
  reach: {
    contactUrl: text('desk.organization.setting.contactPage', 2_048, 'desk.organization.setting.contactHint'),
    'brandMetadata.websiteUrl': text('desk.organization.overview.website', 2_048),
    'brandMetadata.twitterHandle': text('desk.organization.setting.handle', 51),
    'brandMetadata.securityContactEmail': {
      ...{ kind: 'email', label: 'desk.organization.overview.security', maxLength: 320 },
      hint: 'desk.organization.setting.securityHint',
    },
    'brandMetadata.industry': text('desk.organization.overview.industry', 255),
  },
  shows: {
    portalVisibility: visibility('desk.organization.overview.portal', PORTAL_VISIBILITIES, { isForm: true }),
    reportVisibility: visibility('desk.tab.reports', REPORT_VISIBILITIES),
    metricsVisibility: visibility('desk.organization.room.metrics', METRICS_VISIBILITIES, {
      hint: 'desk.organization.setting.metricsHint',
    }),
    'portalCustomization.useCustomDetails': flag('desk.organization.setting.ownName'),
    'portalCustomization.name': text('desk.organization.setting.portalName', 255),
    'portalCustomization.bannerEnabled': flag('desk.organization.setting.bannerShown'),
    'portalCustomization.bannerContent': {
      ...{ kind: 'prose', label: 'desk.organization.overview.banner', maxLength: 10_000 },
      hint: 'desk.organization.setting.bannerHint',
    },
  },
} as const satisfies Readonly<Record<string, FormFields>>;
const FIELDS: FormFields = { ...GROUPS.reach, ...GROUPS.shows };
const RECORD: FormFields = {
  record: {
    ...{ kind: 'lines', label: 'desk.organization.setting.record', maxLength: 1_000_000 },
    hint: 'desk.organization.setting.recordHint',
  },
};

/** What an admin changes of the organization's record, and the whole record for those who run the service. */
export function settingRoutes(gate: Gate): void {
  organizationGet(gate, '/settings', (visit) => show(visit, { done: doneText(visit, { saved: 'saved' }) }));
  formRoute(
    gate,
    '/settings',
    FIELDS,
    async (visit, entered, form) => {
      const values = valuesIn(entered);
      await save(visit, values, (stored) => requireVersion(form, enteredOf(stored), enteredOf(values)));
      return '/settings?done=saved';
    },
    (visit, state) => show(visit, state),
  );
  organizationGet(gate, '/settings/record', (visit) =>
    showRecord(visit, { done: doneText(visit, { saved: 'saved' }) }),
  );
  formRoute(
    gate,
    '/settings/record',
    RECORD,
    async (visit, entered, form) => {
      requireOperator(visit);
      const { slug, values } = readDocument(entered.record ?? '', 'record');
      if (slug !== visit.organization.slug)
        throw new Failure('BAD_REQUEST', issue('atDesk.otherSlug', { slug }, 'record'));
      const keys = await save(visit, values, (stored) => requireVersion(form, stored, values));
      if (keys.length === 0) return '/settings/record?done=saved';
      const made = html`${keys.map(({ id, email, key }) =>
        shownOnce(
          say(visit, 'key.made', { number: String(id) }),
          html`<bdi>${email}</bdi>. ${say(visit, 'key.keepIt')}`,
          key,
        ),
      )}`;
      return showRecord(visit, {}, made);
    },
    (visit, state) => showRecord(visit, state),
  );
}

const storedOf = async (database: Database, slug: string): Promise<Configuration> =>
  (await readConfiguration(database, slug))!.values;

/** @param check refuses what others have changed since the form was opened. @returns the keys of new members */
async function save(visit: OrganizationVisit, values: Configuration, check: (stored: Configuration) => void) {
  const { slug } = visit.organization;
  return visit.database.transaction(async (transaction) => {
    await transaction.select().from(organizations).where(eq(organizations.slug, slug)).for('update');
    check(await storedOf(transaction, slug));
    const { changed, memberKeys } = await writeConfiguration(transaction, slug, values);
    if (changed.length > 0) await visit.record(transaction, 'deskOrganizationSet', { fields: changed });
    return memberKeys;
  });
}

/** What was entered as values of the record. @throws Failure BAD_REQUEST with what the schemas of the keys refuse */
function valuesIn(entered: Entered): Configuration {
  const issues: Issue[] = [];
  const values = Object.keys(FIELDS).map((key) => {
    const given = FIELDS[key]!.kind === 'flag' ? entered[key] === 'yes' : entered[key];
    const result = KEYS[key]!.schema.safeParse(given, { reportInput: true });
    if (!result.success) issues.push({ code: 'schema', path: key, schema: result.error.issues[0]! });
    return [key, result.data] as const;
  });
  if (issues.length > 0) throw new Failure('BAD_REQUEST', { issues });
  return Object.fromEntries(values);
}

const enteredOf = (stored: Configuration): Record<string, string> =>
  Object.fromEntries(
    Object.keys(FIELDS).map((key) => {
      const value = stored[key] ?? '';
      return [key, typeof value === 'boolean' ? (value ? 'yes' : '') : String(value)];
    }),
  );

async function show(visit: OrganizationVisit, state: PageState): Promise<Extract<Answer, { page: Html }>> {
  const { words } = visit.frame;
  const stored = await storedOf(visit.database, visit.organization.slug);
  const entered = state.entered ?? enteredOf(stored);
  const isManager = mayManage(visit.person);
  const groups = (['reach', 'shows'] as const).map((group) => {
    const fields: FormFields = GROUPS[group];
    const title = html`<h2>${say(visit, `setting.${group}`)}</h2>`;
    if (isManager)
      return html`<section class="card settings">${title}${controls(words, fields, entered, state.fieldProblems)}</section>`;
    const values = Object.entries(fields).map(
      ([key, spec]) =>
        [
          words.t(spec.label),
          html`<span class="written" dir="auto">${shownValue(words, spec, entered[key] ?? '')}</span>`,
        ] as const,
    );
    return html`<section class="card facts">${title}${facts(values)}</section>`;
  });
  const content = isManager
    ? html`<form method="post" action="${visit.root}/settings">${versionField(enteredOf(stored))}${groups}<button type="submit">${say(visit, 'save')}</button></form>
${isOperator(visit.person) ? html`<p><a href="${visit.root}/settings/record">${say(visit, 'setting.whole')}</a></p>` : ''}`
    : html`${groups}<p class="small quiet">${say(visit, 'adminChanges')}</p>`;
  return { page: organizationPage(visit, '/settings', { ...state, lead: say(visit, 'setting.lead') }, content) };
}

function requireOperator({ person }: OrganizationVisit): void {
  if (!isOperator(person)) throw new Failure('FORBIDDEN', issue('atDesk.onlyOperator'));
}

async function showRecord(visit: OrganizationVisit, state: PageState, made: Html | string = '') {
  requireOperator(visit);
  const { slug } = visit.organization;
  const stored = await storedOf(visit.database, slug);
  const entered = state.entered ?? { record: writeDocument(slug, stored) };
  const help = Object.entries(KEYS).map(
    ([key, { form }]) => [html`<code>${key}</code>`, html`<bdi lang="en">${form}</bdi>`] as const,
  );
  const content = html`${made}${formCard(visit, '/settings/record', RECORD, { ...state, entered }, { button: 'save', more: versionField(stored) })}
<section class="card facts">${facts(help)}</section>`;
  return { page: organizationPage(visit, '/settings', { ...state, title: say(visit, 'setting.whole') }, content) };
}
