import { html } from 'hono/html';
import { choice, field } from '../../../portal/page/field.ts';
import { type Badge, badges } from '../../badge.ts';
import { agoText } from '../../language/moment.ts';
import { type Html, token } from '../../page.ts';
import { mayMakeKeys } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { emptyCard, organizationPage, type PageState } from '../frame/organization-page.ts';
import { type OrganizationKey, PURPOSES, type Purpose } from './organization-key.ts';

export type KeyState = PageState & {
  /** A key that was just made. */
  readonly made?: { readonly id: number; readonly key: string };
  readonly label?: string;
  readonly purpose?: Purpose;
  readonly labelProblems?: readonly (Html | string)[];
};

/** The keys that reach an organization. A key itself is on the page that makes it, and on no other. */
export function keysPage(visit: OrganizationVisit, keys: readonly OrganizationKey[], state: KeyState): Html {
  const { words } = visit.frame;
  const { made } = state;
  const isManager = mayMakeKeys(visit.frame.person);
  return organizationPage(
    visit,
    '/keys',
    {
      ...state,
      title: words.t('desk.organization.room.keys'),
      lead: words.t('desk.organization.key.lead'),
    },
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
  const all: Badge[] = [
    revokedAt === null
      ? { text: words.t('desk.organization.key.valid'), tone: 'ok' }
      : { text: words.t('desk.organization.key.endedWhen', { when: agoText(frame, revokedAt) }) },
    { text: words.t(kind === 'user' ? 'desk.organization.key.ofPerson' : 'desk.organization.key.ofOrganization') },
    ...scopes.map((scope) => ({ text: scope })),
    ...(deskRole === null
      ? []
      : [{ text: words.t('desk.organization.key.atDesk', { role: words.find(`desk.role.${deskRole}`) ?? deskRole }) }]),
    ...(reachesOthers ? [{ text: words.t('desk.organization.key.reachesOthers') }] : []),
    ...(isOwn ? [{ text: words.t('desk.organization.key.isOwn') }] : []),
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
