import { html } from 'hono/html';
import { organizationBlockCreate, organizationBlockDelete, organizationBlockList } from '../../../../api/blocklist.ts';
import { listableAsset } from '../../../../asset/listing/refusal.ts';
import { issue } from '../../../database/refused.ts';
import { type OrganizationBlock, organizationBlocksOf } from '../../../feature/organization/list/block.ts';
import { Failure } from '../../../http/failure.ts';
import { buttonForm, type FormFields } from '../../../page/form.ts';
import { rowItem, rowList } from '../../../page/list.ts';
import { contentText, typeWord } from '../../../page/value-word.ts';
import { requireVersion, versionField } from '../../form.ts';
import { type Gate, numberIn } from '../../gate.ts';
import type { PageState } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { agoText } from '../../words.ts';
import { doneText, endRoute, formCard, formRoute, lockOrganization, say } from '../kit.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';

const FIELDS: FormFields = {
  content: { kind: 'text', label: 'desk.organization.ownList.content', required: true, maxLength: 4_096 },
  reason: {
    ...{ kind: 'text', label: 'desk.organization.ownList.reason', maxLength: 200 },
    hint: 'desk.organization.ownList.reasonHint',
  },
};

/** What an organization blocks for its own people alone. */
export function ownListRoutes(gate: Gate): void {
  organizationGet(gate, '/own-list', (visit) =>
    show(visit, { done: doneText(visit, { blocked: 'ownList.blocked', lifted: 'ownList.lifted' }) }),
  );
  formRoute(
    gate,
    '/own-list',
    FIELDS,
    async (visit, { content = '', reason = '' }, form) => {
      const fields = { content, ...(reason ? { reason } : {}) };
      await visit.ask(organizationBlockCreate, fields, undefined, async (transaction) => {
        await lockOrganization(transaction, visit);
        const blocks = await organizationBlocksOf(transaction, visit.organization.id);
        const asset = listableAsset(content);
        const stored = blocks.find((one) => one.type === asset?.type && one.content === asset.content);
        if (stored) requireVersion(form, blocks, { reason }, { reason: stored.reason ?? '' });
      });
      return '/own-list?done=blocked';
    },
    show,
  );
  endRoute(
    gate,
    '/own-list/:asset{[1-9]\\d*}/lift',
    '/own-list',
    'ownList.lift',
    async (visit) => {
      const assetId = numberIn(visit.context.req.param('asset')) ?? 0;
      const block = (await blocksOf(visit)).find((one) => one.assetId === assetId);
      if (!block) throw new Failure('NOT_FOUND', issue('atDesk.noBlock'));
      return { assetId, back: '/own-list', blanks: { content: html`<bdi>${contentText(block)}</bdi>` } };
    },
    ({ ask }, { assetId }) => ask(organizationBlockDelete, {}, { assetId }),
    '/own-list?done=lifted',
  );
}

const blocksOf = async ({ ask }: OrganizationVisit) => (await ask(organizationBlockList, {})).blocks;

async function show(visit: OrganizationVisit, state: PageState) {
  const blocks = await blocksOf(visit);
  const isManager = mayManage(visit.person);
  const content = html`${isManager ? formCard(visit, '/own-list', FIELDS, state, { button: 'ownList.block', more: versionField(blocks) }) : ''}
${rowList(
  blocks.map((block) => row(visit, block, isManager)),
  say(visit, 'ownList.none'),
  isManager ? '' : say(visit, 'ownList.adminBlocks'),
)}`;
  return { page: organizationPage(visit, '/own-list', { ...state, lead: say(visit, 'ownList.lead') }, content) };
}

function row(visit: OrganizationVisit, block: OrganizationBlock, isManager: boolean) {
  const { frame, root } = visit;
  const content = contentText(block);
  const lift = { about: html`<bdi>${content}</bdi>` };
  return rowItem({
    ...{ title: content, isMono: true },
    aside: [
      typeWord(frame.words, block.type),
      say(visit, 'threat.blocked', { when: agoText(frame, new Date(block.createdAt)) }),
    ],
    lines: [
      html`<p>${block.reason === null ? html`<span class="quiet">${say(visit, 'ownList.noReason')}</span>` : html`<bdi>${block.reason}</bdi>`}</p>`,
      isManager ? buttonForm(`${root}/own-list/${block.assetId}/lift`, say(visit, 'ownList.lift'), lift) : null,
    ],
  });
}
