import { html } from 'hono/html';
import type { OrganizationBlock } from '../../../feature/organization-list/block.ts';
import { field } from '../../../portal/page/field.ts';
import { agoText } from '../../language/moment.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { emptyCard, organizationPage, type PageState } from '../frame/organization-page.ts';
import type { Problems } from '../frame/problem.ts';
import { contentText, typeWord } from '../word.ts';

export type BlockState = PageState & {
  readonly content?: string;
  readonly reason?: string;
  readonly fieldProblems?: Problems;
};

/** What an organization blocks for its own people alone. */
export function ownListPage(visit: OrganizationVisit, blocks: readonly OrganizationBlock[], state: BlockState): Html {
  const isManager = mayManage(visit.frame.person);
  return organizationPage(
    visit,
    '/own-list',
    {
      ...state,
      problems: [...(state.problems ?? []), ...(state.fieldProblems?.general ?? [])],
      title: 'Own list',
      lead: 'What is blocked for your own people alone, within seconds. For nobody else anything changes.',
    },
    html`${isManager ? blockForm(visit, state) : ''}
${
  blocks.length === 0
    ? emptyCard('Nothing is blocked for your people alone.', isManager ? '' : 'An admin can block something.')
    : html`<ol class="rows">${blocks.map((block) => row(visit, block, isManager))}</ol>`
}`,
  );
}

const blockForm = (
  { frame, root }: OrganizationVisit,
  { content = '', reason = '', fieldProblems = {} }: BlockState,
): Html =>
  html`<form class="card" method="post" action="${root}/own-list">${token(frame)}
${field(
  { name: 'content', label: 'Site, page, wallet address or account', kind: 'text', required: true, maxLength: 4_096 },
  content,
  fieldProblems.content ?? [],
)}
${field(
  {
    name: 'reason',
    label: 'Reason',
    hint: 'Whoever is stopped reads it. At most 200 characters.',
    kind: 'text',
    maxLength: 200,
  },
  reason,
  fieldProblems.reason ?? [],
)}
<button type="submit">Block for your people</button></form>`;

function row({ frame, root }: OrganizationVisit, block: OrganizationBlock, isManager: boolean): Html {
  const content = contentText(block);
  return html`<li><div class="row-head"><h2 class="mono">${content}</h2>
<span class="small quiet">${typeWord(block.type)} · blocked ${agoText(frame, new Date(block.createdAt))}</span></div>
<p>${block.reason ?? html`<span class="quiet">No reason given.</span>`}</p>
${
  isManager
    ? html`<form class="inline" method="post" action="${root}/own-list/${block.assetId}/lift">${token(frame)}<button class="plain" type="submit">Lift<span class="hidden"> ${content}</span></button></form>`
    : ''
}</li>`;
}
