import { html } from 'hono/html';
import type { OrganizationBlock } from '../../../feature/organization-list/block.ts';
import { field } from '../../../portal/page/field.ts';
import { agoText } from '../../language/moment.ts';
import { contentText, typeWord } from '../../language/word.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { emptyCard, organizationPage, type PageState } from '../frame/organization-page.ts';
import type { Problems } from '../frame/problem.ts';

export type BlockState = PageState & {
  readonly content?: string;
  readonly reason?: string;
  readonly fieldProblems?: Problems;
};

/** What an organization blocks for its own people alone. */
export function ownListPage(visit: OrganizationVisit, blocks: readonly OrganizationBlock[], state: BlockState): Html {
  const { words } = visit.frame;
  const isManager = mayManage(visit.frame.person);
  return organizationPage(
    visit,
    '/own-list',
    {
      ...state,
      problems: [...(state.problems ?? []), ...(state.fieldProblems?.general ?? [])],
      title: words.t('desk.organization.room.ownList'),
      lead: words.t('desk.organization.ownList.lead'),
    },
    html`${isManager ? blockForm(visit, state) : ''}
${
  blocks.length === 0
    ? emptyCard(
        words.t('desk.organization.ownList.none'),
        isManager ? '' : words.t('desk.organization.ownList.adminBlocks'),
      )
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
  {
    name: 'content',
    label: frame.words.t('desk.organization.ownList.content'),
    kind: 'text',
    required: true,
    maxLength: 4_096,
  },
  content,
  fieldProblems.content ?? [],
)}
${field(
  {
    name: 'reason',
    label: frame.words.t('desk.organization.ownList.reason'),
    hint: frame.words.t('desk.organization.ownList.reasonHint'),
    kind: 'text',
    maxLength: 200,
  },
  reason,
  fieldProblems.reason ?? [],
)}
<button type="submit">${frame.words.t('desk.organization.ownList.block')}</button></form>`;

function row({ frame, root }: OrganizationVisit, block: OrganizationBlock, isManager: boolean): Html {
  const { words } = frame;
  const content = contentText(block);
  return html`<li><div class="row-head"><h2 class="mono">${content}</h2>
<span class="small quiet">${typeWord(words, block.type)} · ${words.t('desk.organization.threat.blocked', { when: agoText(frame, new Date(block.createdAt)) })}</span></div>
<p>${block.reason === null ? html`<span class="quiet">${words.t('desk.organization.ownList.noReason')}</span>` : html`<bdi>${block.reason}</bdi>`}</p>
${
  isManager
    ? html`<form class="inline" method="post" action="${root}/own-list/${block.assetId}/lift">${token(frame)}<button class="plain" type="submit">${words.t('desk.organization.ownList.lift')}<span class="hidden"> <bdi>${content}</bdi></span></button></form>`
    : ''
}</li>`;
}
