import { html } from 'hono/html';
import { SCOPES, type Scope } from '../../../../api/operation.ts';
import { issue } from '../../../database/refused.ts';
import { hasEnded } from '../../../database/schema/api-key.ts';
import { createKey, listKeys, revokeKey } from '../../../http/access/api-key.ts';
import { Failure } from '../../../http/failure.ts';
import type { TextKey } from '../../../languages.ts';
import { buttonForm, type FormFields } from '../../../page/form.ts';
import { rowItem, rowList } from '../../../page/list.ts';
import type { Html } from '../../../page/words.ts';
import { confirmationCard, isConfirmed } from '../../form.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import type { PageState } from '../../page.ts';
import { mayMakeKeys } from '../../person.ts';
import { agoText } from '../../words.ts';
import { doneText, formCard, formRoute, say } from '../kit.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';

const MAX_LABEL = 255;
const MAX_KEYS = 200;

const PURPOSES = {
  build: { label: 'desk.organization.key.purpose.build', scopes: ['protect', 'report'] },
  reading: { label: 'desk.organization.key.purpose.reading', scopes: ['protect', 'report', 'read'] },
  managing: { label: 'desk.organization.key.purpose.managing', scopes: SCOPES },
} as const satisfies Readonly<Record<string, { readonly label: TextKey; readonly scopes: readonly Scope[] }>>;

const DAY_MS = 86_400_000;
const LIFETIMES: readonly string[] = ['7', '30', '90', '365'];

const FIELDS: FormFields = {
  label: {
    ...{ kind: 'text', label: 'desk.organization.key.label', required: true, maxLength: MAX_LABEL },
    hint: 'desk.organization.key.labelHint',
  },
  purpose: {
    ...{ kind: 'choice', label: 'desk.organization.key.who', hint: 'desk.organization.key.whoHint' },
    options: (words) => Object.entries(PURPOSES).map(([value, { label }]) => ({ value, label: words.t(label) })),
  },
  days: {
    ...{ kind: 'select', label: 'desk.organization.key.endsBy' },
    options: (words) => [
      { value: '', label: words.t('desk.organization.key.endsByHand') },
      ...LIFETIMES.map((value) => ({ value, label: words.t('desk.organization.key.days', { count: Number(value) }) })),
    ],
  },
};

/** The keys of an organization: made, shown once, and ended. */
export function keyRoutes(gate: Gate): void {
  organizationGet(gate, '/keys', (visit) => show(visit, { done: doneText(visit, { ended: 'key.ended' }) }));
  formRoute(
    gate,
    '/keys',
    FIELDS,
    async (visit, { label = '', purpose = '', days = '' }) => {
      requirePerson(visit);
      if (!Object.hasOwn(PURPOSES, purpose)) throw new Failure('BAD_REQUEST', issue('desk.organization.key.sayWho'));
      if (label === '' || label.length > MAX_LABEL)
        throw new Failure('BAD_REQUEST', issue('desk.organization.key.sayWhat', { most: MAX_LABEL }, 'label'));
      if ((await keysOf(visit)).filter((key) => !hasEnded(key)).length >= MAX_KEYS)
        throw new Failure('CONFLICT', issue('desk.organization.key.tooMany', { most: MAX_KEYS }, 'label'));
      const { scopes } = PURPOSES[purpose as keyof typeof PURPOSES];
      const made = await visit.database.transaction(async (transaction) => {
        const key = await createKey(transaction, {
          ...{ kind: 'organization', scopes, label, organizationIds: [visit.organization.id] },
          endsAt: LIFETIMES.includes(days) ? new Date(Date.now() + Number(days) * DAY_MS) : null,
        });
        await visit.record(transaction, 'deskKeyCreate', { keyId: key.id, scopes });
        return key;
      });
      const title = say(visit, 'key.made', { number: String(made.id) });
      return show(visit, {}, shownOnce(title, say(visit, 'key.keepIt'), made.key));
    },
    show,
  );
  organizationPost(gate, '/keys/:key{[1-9]\\d*}/end', 'admin', async (visit, form) => {
    requirePerson(visit);
    const id = numberIn(visit.context.req.param('key'));
    const key = (await keysOf(visit)).find((one) => one.id === id && !hasEnded(one));
    if (!key) throw new Failure('NOT_FOUND', issue('atDesk.noKey'));
    if (!key.isTheirs) throw new Failure('FORBIDDEN', issue('atDesk.foreignKey'));
    if (!isConfirmed(form)) {
      const number = String(key.id);
      const label = key.label || say(visit, 'key.one', { number });
      const text = html`${say(visit, 'key.endText', { label })} ${say(visit, key.isOwn ? 'key.endOwn' : 'key.endBuild')}`;
      const heading = { title: visit.frame.words.label('desk.organization.key.endTitle', { number }) };
      const asked = { text, button: say(visit, 'key.endIt'), back: `${visit.root}/keys` };
      return { page: organizationPage(visit, '/keys', heading, confirmationCard(visit, form, asked)) };
    }
    await visit.database.transaction(async (transaction) => {
      await revokeKey(transaction, key.id);
      await visit.record(transaction, 'deskKeyRevoke', { keyId: key.id });
    });
    gate.service.callers.forget();
    return { to: `${visit.root}/keys?done=ended` };
  });
}

function requirePerson({ person }: OrganizationVisit): void {
  if (!mayMakeKeys(person)) throw new Failure('FORBIDDEN', issue('atDesk.onlyPeople'));
}

/** A secret that is shown this once. */
export const shownOnce = (title: Html, text: Html, secret: string): Html =>
  html`<section class="notice ok" role="status"><h2>${title}</h2><p>${text}</p>
<p><code class="mono">${secret}</code></p></section>`;

async function show(visit: OrganizationVisit, state: PageState, made: Html | string = ''): Promise<Answer> {
  const keys = await keysOf(visit);
  const isManager = mayMakeKeys(visit.person);
  const { label = '', purpose = 'build', days = '' } = state.entered ?? {};
  const entered = { label, purpose, days };
  const content = html`${made}
${rowList(
  keys.map((key) => row(visit, key, isManager)),
  say(visit, 'key.none'),
)}
${
  isManager
    ? formCard(visit, '/keys', FIELDS, { ...state, entered }, { title: 'key.new', button: 'key.make' })
    : html`<p class="small quiet">${say(visit, 'key.adminMakes')}</p>`
}`;
  return { page: organizationPage(visit, '/keys', { ...state, lead: say(visit, 'key.lead') }, content) };
}

function row(visit: OrganizationVisit, key: OrganizationKey, isManager: boolean): Html {
  const { id, label, kind, scopes, deskRole, createdAt, endsAt, reachesOthers, isOwn, isTheirs } = key;
  const { frame, root } = visit;
  const number = say(visit, 'key.one', { number: String(id) });
  const end = isTheirs
    ? buttonForm(`${root}/keys/${id}/end`, say(visit, 'key.end'), { about: html`(${number})` })
    : html`<p class="small quiet">${say(visit, 'key.operatorEnds')}</p>`;
  return rowItem({
    title: label === '' ? number : html`<bdi>${label}</bdi>`,
    aside: [number, say(visit, 'key.madeWhen', { when: agoText(frame, createdAt) })],
    badges: [
      hasEnded(key)
        ? { text: say(visit, 'key.endedWhen', { when: agoText(frame, endsAt!) }) }
        : { text: say(visit, 'key.valid'), tone: 'ok' },
      endsAt !== null && !hasEnded(key) && { text: say(visit, 'key.endsWhen', { when: frame.words.moment(endsAt) }) },
      { text: say(visit, kind === 'user' ? 'key.ofPerson' : 'key.ofOrganization') },
      ...scopes.map((scope) => ({ text: scope })),
      deskRole !== null && { text: say(visit, 'key.atDesk', { role: frame.words.word(`desk.role.${deskRole}`) }) },
      reachesOthers && { text: say(visit, 'key.reachesOthers') },
      isOwn && { text: say(visit, 'key.isOwn') },
    ],
    lines: [isManager && !hasEnded(key) ? end : null],
  });
}

type OrganizationKey = Awaited<ReturnType<typeof keysOf>>[number];

async function keysOf({ database, organization, caller, person }: OrganizationVisit) {
  const mine = new Set(caller.organizations.map(({ slug }) => slug));
  const keys = (await listKeys(database, organization.id)).map((key) => ({
    ...key,
    /** Whether it has access to other organizations too. Which ones is not shown. */
    reachesOthers: key.slugs.length > 1,
    isOwn: key.id === person.keyId,
    /** Whether the person may end it: it has access to nothing that the person has no access to. */
    isTheirs: key.slugs.every((slug) => mine.has(slug)) && (!key.isWholeDesk || person.isWholeDesk),
  }));
  return keys.sort((a, b) => Number(hasEnded(a)) - Number(hasEnded(b)) || b.id - a.id);
}
