import { html } from 'hono/html';
import { organizationBlockCreate, organizationBlockDelete, organizationBlockList } from '../../../../api/blocklist.ts';
import { Failure } from '../../../http/failure.ts';
import { entered } from '../../../portal/page/field.ts';
import type { Answer, Gate } from '../../gate.ts';
import { contentText } from '../../language/word.ts';
import { numberIn } from '../../number.ts';
import type { Html } from '../../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../access/visit.ts';
import { confirmationPage, isConfirmed } from '../frame/confirmation.ts';
import { problemsOf } from '../frame/problem.ts';
import { type BlockState, ownListPage } from './own-list-page.ts';

/** What an organization blocks for its own people alone. */
export function ownListRoutes(gate: Gate): void {
  organizationGet(gate, '/own-list', (visit) => show(visit, { done: doneText(visit) }));

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
    if (!block) throw new Failure('NOT_FOUND', { issues: ['It is not blocked for your people alone'] });
    if (!isConfirmed(form)) {
      const { words } = visit.frame;
      const content = html`<bdi>${contentText(block)}</bdi>`;
      const text = words.t('desk.organization.ownList.liftText', { content });
      const title = words.t('desk.organization.ownList.liftTitle');
      const button = words.t('desk.organization.ownList.liftIt');
      const asked = { title, text, button, back: `${visit.root}/own-list` };
      return { page: confirmationPage(visit, '/own-list', form, asked) };
    }
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

function doneText({ context, frame: { words } }: OrganizationVisit): Html | null {
  const done = context.req.query('done');
  if (done === 'blocked') return words.t('desk.organization.ownList.blocked');
  return done === 'lifted' ? words.t('desk.organization.ownList.lifted') : null;
}
