import { html } from 'hono/html';
import { organizationBlockCreate, organizationBlockDelete, organizationBlockList } from '../../../../api/blocklist.ts';
import type { OrganizationBlock } from '../../../feature/organization/list/block.ts';
import { Failure } from '../../../http/failure.ts';
import { entered, field } from '../../../portal/page/field.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { agoText, contentText, typeWord } from '../../words.ts';
import { askedFirst, doneText, emptyCard, organizationPage, type PageState, problemsOf } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';

/** What an organization blocks for its own people alone. */
export function ownListRoutes(gate: Gate): void {
  organizationGet(gate, '/own-list', (visit) => show(visit, { done: doneText(visit, DONE) }));

  organizationPost(gate, '/own-list', 'admin', async (visit, form) => {
    const [content, reason] = [entered(form, 'content'), entered(form, 'reason')];
    const body = { slug: visit.organization.slug, content, ...(reason === '' ? {} : { reason }) };
    try {
      await visit.call(organizationBlockCreate, { body });
    } catch (error) {
      return show(visit, { content, reason, fieldProblems: problemsOf(error, ['content', 'reason']) });
    }
    return { to: `${visit.root}/own-list?done=blocked` };
  });

  organizationPost(gate, '/own-list/:asset{[1-9]\\d*}/lift', 'admin', async (visit, form) => {
    const assetId = numberIn(visit.context.req.param('asset')) ?? 0;
    const block = (await blocksOf(visit)).find((one) => one.assetId === assetId);
    if (!block) throw new Failure('NOT_FOUND', 'It is not blocked for your people alone');
    const content = html`<bdi>${contentText(block)}</bdi>`;
    const blanks = { content, back: `${visit.root}/own-list`, button: 'desk.organization.ownList.liftIt' } as const;
    const asked = askedFirst(visit, '/own-list', form, 'desk.organization.ownList.lift', blanks);
    if (asked) return asked;
    await visit.call(organizationBlockDelete, { params: { assetId }, query: { slug: visit.organization.slug } });
    return { to: `${visit.root}/own-list?done=lifted` };
  });
}

const blocksOf = async ({ call, organization: { slug } }: OrganizationVisit) =>
  (await call(organizationBlockList, { query: { slug } })).blocks;

async function show(visit: OrganizationVisit, state: BlockState): Promise<Answer> {
  const page = ownListPage(visit, await blocksOf(visit), state);
  return state.fieldProblems === undefined ? { page } : { page, status: 422 };
}

const DONE = { blocked: 'desk.organization.ownList.blocked', lifted: 'desk.organization.ownList.lifted' } as const;

type BlockState = PageState & {
  readonly content?: string;
  readonly reason?: string;
};

/** What an organization blocks for its own people alone. */
function ownListPage(visit: OrganizationVisit, blocks: readonly OrganizationBlock[], state: BlockState): Html {
  const { words } = visit.frame;
  const isManager = mayManage(visit.frame.person);
  return organizationPage(
    visit,
    '/own-list',
    { ...state, lead: words.t('desk.organization.ownList.lead') },
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
  fieldProblems.content,
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
  fieldProblems.reason,
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
