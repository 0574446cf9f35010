import { html } from 'hono/html';
import { SCOPES, type Scope } from '../../../../api/operation.ts';
import type { TextKey } from '../../../../language/catalogue.ts';
import { createKey, listKeys, revokeKey } from '../../../http/access/api-key.ts';
import { Failure } from '../../../http/failure.ts';
import { choice, entered, field } from '../../../portal/page/field.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import { type Badges, badges, type Html, token } from '../../page.ts';
import { mayMakeKeys } from '../../person.ts';
import { agoText } from '../../words.ts';
import { confirmationPage, doneText, emptyCard, isConfirmed, organizationPage, type PageState } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';

const MAX_LABEL = 255;
/** Valid keys of one organization. */
const MAX_KEYS = 200;

/** Routes of the keys of an organization: made, shown once, and ended. */
export function keyRoutes(gate: Gate): void {
  const { callers } = gate.service;
  organizationGet(gate, '/keys', (visit) =>
    show(visit, { done: doneText(visit, { ended: 'desk.organization.key.ended' }) }),
  );

  organizationPost(gate, '/keys', 'admin', async (visit, form) => {
    if (!mayMakeKeys(visit.person)) throw new Failure('FORBIDDEN', 'Only a person makes and ends keys');
    const [label, given] = [entered(form, 'label'), form.get('purpose') ?? ''];
    if (!isPurpose(given))
      return show(visit, { label, problems: [visit.frame.words.t('desk.organization.key.sayWho')] }, 422);
    const problem = await labelProblem(visit, label);
    if (problem !== null) return show(visit, { label, purpose: given, labelProblems: [problem] }, 422);
    const { scopes } = PURPOSES[given];
    const { id: organizationId, slug } = visit.organization;
    const made = await visit.database.transaction(async (transaction) => {
      const order = { kind: 'organization', scopes, label, organizationIds: [organizationId] } as const;
      const key = await createKey(transaction, order);
      await visit.record(transaction, 'deskKeyCreate', { slug, keyId: key.id, scopes });
      return key;
    });
    return show(visit, { made });
  });

  organizationPost(gate, '/keys/:key{[1-9]\\d*}/end', 'admin', async (visit, form) => {
    if (!mayMakeKeys(visit.person)) throw new Failure('FORBIDDEN', 'Only a person makes and ends keys');
    const id = numberIn(visit.context.req.param('key'));
    const key = (await keysOf(visit)).find((one) => one.id === id && one.revokedAt === null);
    if (!key) throw new Failure('NOT_FOUND', 'There is no such valid key of yours');
    if (!key.isTheirs)
      throw new Failure('FORBIDDEN', 'This key reaches what is not yours: whoever runs this service ends it');
    if (!isConfirmed(form)) {
      const { words } = visit.frame;
      const number = String(key.id);
      const label = key.label || words.t('desk.organization.key.one', { number });
      const after = words.t(key.isOwn ? 'desk.organization.key.endOwn' : 'desk.organization.key.endBuild');
      const text = html`${words.t('desk.organization.key.endText', { label })} ${after}`;
      const title = words.label('desk.organization.key.endTitle', { number });
      const asked = { title, text, button: words.t('desk.organization.key.endIt'), back: `${visit.root}/keys` };
      return { page: confirmationPage(visit, '/keys', form, asked) };
    }
    await visit.database.transaction(async (transaction) => {
      await revokeKey(transaction, key.id);
      await visit.record(transaction, 'deskKeyRevoke', { slug: visit.organization.slug, keyId: key.id });
    });
    callers.forget();
    return { to: `${visit.root}/keys?done=ended` };
  });
}

const isPurpose = (text: string): text is Purpose => Object.hasOwn(PURPOSES, text);

async function labelProblem(visit: OrganizationVisit, label: string): Promise<Html | null> {
  const { words } = visit.frame;
  if (label === '' || label.length > MAX_LABEL) return words.t('desk.organization.key.sayWhat', { most: MAX_LABEL });
  const valid = (await keysOf(visit)).filter(({ revokedAt }) => revokedAt === null);
  return valid.length < MAX_KEYS ? null : words.t('desk.organization.key.tooMany', { most: MAX_KEYS });
}

const show = async (visit: OrganizationVisit, state: KeyState, status: 200 | 422 = 200): Promise<Answer> => ({
  page: keysPage(visit, await keysOf(visit), state),
  status,
});

type KeyState = PageState & {
  /** A key that was just made. */
  readonly made?: { readonly id: number; readonly key: string };
  readonly label?: string;
  readonly purpose?: Purpose;
  readonly labelProblems?: readonly (Html | string)[];
};

/** The keys of an organization. A key itself is shown once, on the page after it was made. */
function keysPage(visit: OrganizationVisit, keys: readonly OrganizationKey[], state: KeyState): Html {
  const { words } = visit.frame;
  const { made } = state;
  const isManager = mayMakeKeys(visit.frame.person);
  return organizationPage(
    visit,
    '/keys',
    { ...state, lead: words.t('desk.organization.key.lead') },
    html`${
      made === undefined
        ? ''
        : html`<section class="notice ok" role="status"><h2>${words.t('desk.organization.key.made', { number: String(made.id) })}</h2><p>${words.t('desk.organization.key.keepIt')}</p>
<p><code class="mono">${made.key}</code></p></section>`
    }
${keys.length === 0 ? emptyCard(words.t('desk.organization.key.none')) : html`<ol class="rows">${keys.map((key) => row(visit, key, isManager))}</ol>`}
${isManager ? keyForm(visit, state) : html`<p class="small quiet">${words.t('desk.organization.key.adminMakes')}</p>`}`,
  );
}

function row({ frame, root }: OrganizationVisit, key: OrganizationKey, isManager: boolean): Html {
  const { id, label, kind, scopes, deskRole, createdAt, revokedAt, reachesOthers, isOwn, isTheirs } = key;
  const { words } = frame;
  const number = words.t('desk.organization.key.one', { number: String(id) });
  const all: Badges = [
    revokedAt === null
      ? { text: words.t('desk.organization.key.valid'), tone: 'ok' }
      : { text: words.t('desk.organization.key.endedWhen', { when: agoText(frame, revokedAt) }) },
    { text: words.t(kind === 'user' ? 'desk.organization.key.ofPerson' : 'desk.organization.key.ofOrganization') },
    ...scopes.map((scope) => ({ text: scope })),
    deskRole !== null && {
      text: words.t('desk.organization.key.atDesk', { role: words.word(`desk.role.${deskRole}`) }),
    },
    reachesOthers && { text: words.t('desk.organization.key.reachesOthers') },
    isOwn && { text: words.t('desk.organization.key.isOwn') },
  ];
  return html`<li><div class="row-head"><h2>${label === '' ? number : html`<bdi>${label}</bdi>`}</h2>
<span class="small quiet">${number} · ${words.t('desk.organization.key.madeWhen', { when: agoText(frame, createdAt) })}</span></div>
${badges(all)}
${
  isManager && revokedAt === null
    ? isTheirs
      ? html`<form class="inline" method="post" action="${root}/keys/${id}/end">${token(frame)}<button class="plain" type="submit">${words.t('desk.organization.key.end')}<span class="hidden"> (${number})</span></button></form>`
      : html`<p class="small quiet">${words.t('desk.organization.key.operatorEnds')}</p>`
    : ''
}</li>`;
}

const keyForm = (
  { frame, root }: OrganizationVisit,
  { label = '', purpose = 'build', labelProblems = [] }: KeyState,
): Html =>
  html`<section><h2>${frame.words.t('desk.organization.key.new')}</h2><form class="card" method="post" action="${root}/keys">${token(frame)}
${field(
  {
    name: 'label',
    label: frame.words.t('desk.organization.key.label'),
    hint: frame.words.t('desk.organization.key.labelHint'),
    kind: 'text',
    required: true,
    maxLength: 255,
  },
  label,
  labelProblems,
)}
${choice(
  {
    name: 'purpose',
    label: frame.words.t('desk.organization.key.who'),
    hint: frame.words.t('desk.organization.key.whoHint'),
    options: (Object.keys(PURPOSES) as Purpose[]).map((value) => ({
      value,
      label: frame.words.t(PURPOSES[value].label),
    })),
  },
  purpose,
)}
<button type="submit">${frame.words.t('desk.organization.key.make')}</button></form></section>`;

/** The purposes for which keys are made at the desk, each with the scopes that it needs. */
const PURPOSES = {
  build: { label: 'desk.organization.key.purpose.build', scopes: ['protect', 'report'] },
  reading: { label: 'desk.organization.key.purpose.reading', scopes: ['protect', 'report', 'read'] },
  managing: { label: 'desk.organization.key.purpose.managing', scopes: SCOPES },
} as const satisfies Readonly<Record<string, { readonly label: TextKey; readonly scopes: readonly Scope[] }>>;
type Purpose = keyof typeof PURPOSES;

/** A key with access to an organization, as a person of that organization sees it. */
type OrganizationKey = Awaited<ReturnType<typeof listKeys>>[number] & {
  /** Whether it has access to other organizations too. Which ones is not shown. */
  readonly reachesOthers: boolean;
  /** Whether the person is signed in with it. */
  readonly isOwn: boolean;
  /** Whether the person may end it: it has access to nothing that the person has no access to. */
  readonly isTheirs: boolean;
};

/** The keys of the organization, the newest first, revoked ones last. */
async function keysOf({ database, organization, caller, person }: OrganizationVisit): Promise<OrganizationKey[]> {
  const mine = new Set(caller.organizations.map(({ slug }) => slug));
  const keys = (await listKeys(database, organization.id)).map((key) => ({
    ...key,
    reachesOthers: key.slugs.length > 1,
    isOwn: key.id === person.keyId,
    isTheirs: key.slugs.every((slug) => mine.has(slug)) && (!key.isWholeDesk || person.isWholeDesk),
  }));
  const isEnded = ({ revokedAt }: OrganizationKey) => Number(revokedAt !== null);
  return keys.sort((a, b) => isEnded(a) - isEnded(b) || b.id - a.id);
}
