import { html } from 'hono/html';
import { choice, field } from '../../../portal/page/field.ts';
import { type Badge, badges } from '../../badge.ts';
import { agoText } from '../../language/moment.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { emptyCard, organizationPage, type PageState } from '../frame/organization-page.ts';
import { type OrganizationKey, PURPOSES, type Purpose } from './organization-key.ts';

export type KeyState = PageState & {
  /** A key that was just made. */
  readonly made?: { readonly id: number; readonly key: string };
  readonly label?: string;
  readonly purpose?: Purpose;
  readonly labelProblems?: readonly string[];
};

/** The keys that reach an organization. A key itself is on the page that makes it, and on no other. */
export function keysPage(visit: OrganizationVisit, keys: readonly OrganizationKey[], state: KeyState): Html {
  const { made } = state;
  const isManager = mayManage(visit.frame.person);
  return organizationPage(
    visit,
    '/keys',
    {
      ...state,
      title: 'Keys',
      lead: 'What programs and builds of the extension identify themselves with. Only a hash of each is kept.',
    },
    html`${
      made === undefined
        ? ''
        : html`<section class="notice ok" role="status"><h2>Key ${made.id} is made</h2><p>Keep it now: it is shown this once.</p>
<p><code class="mono">${made.key}</code></p></section>`
    }
${keys.length === 0 ? emptyCard('No key reaches this organization.') : html`<ol class="rows">${keys.map((key) => row(visit, key, isManager))}</ol>`}
${isManager ? keyForm(visit, state) : html`<p class="small quiet">An admin makes and ends keys.</p>`}`,
  );
}

function row({ frame, root }: OrganizationVisit, key: OrganizationKey, isManager: boolean): Html {
  const { id, label, kind, scopes, deskRole, createdAt, revokedAt, reachesOthers, isOwn, isTheirs } = key;
  const all: Badge[] = [
    revokedAt === null ? { text: 'valid', tone: 'ok' } : { text: `ended ${agoText(frame, revokedAt)}` },
    { text: kind === 'user' ? 'a person’s' : 'the organization’s' },
    ...scopes.map((scope) => ({ text: scope })),
    ...(deskRole === null ? [] : [{ text: `${deskRole} at the desk` }]),
    ...(reachesOthers ? [{ text: 'reaches other organizations too' }] : []),
    ...(isOwn ? [{ text: 'you are signed in with it' }] : []),
  ];
  return html`<li><div class="row-head"><h2>${label || `Key ${id}`}</h2>
<span class="small quiet">Key ${id} · made ${agoText(frame, createdAt)}</span></div>
${badges(all)}
${
  isManager && revokedAt === null
    ? isTheirs
      ? html`<form class="inline" method="post" action="${root}/keys/${id}/end">${token(frame)}<button class="plain" type="submit">End it<span class="hidden"> (key ${id})</span></button></form>`
      : html`<p class="small quiet">Whoever runs this service ends it: it reaches what is not yours.</p>`
    : ''
}</li>`;
}

const keyForm = (
  { frame, root }: OrganizationVisit,
  { label = '', purpose = 'build', labelProblems = [] }: KeyState,
): Html =>
  html`<section><h2>New key</h2><form class="card" method="post" action="${root}/keys">${token(frame)}
${field(
  {
    name: 'label',
    label: 'What it is for',
    hint: 'By this it is told apart from the others.',
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
    label: 'Who uses it',
    hint: 'Everybody can read a key out of a build: put no other kind of key into one, and never your own.',
    options: (Object.keys(PURPOSES) as Purpose[]).map((value) => ({ value, label: PURPOSES[value].label })),
  },
  purpose,
)}
<button type="submit">Make the key</button></form></section>`;
