import { html } from 'hono/html';
import {
  assetGroupList,
  organizationAssetCreate,
  organizationAssetDelete,
  organizationAssetList,
  organizationAssetUpdate,
  organizationAssetVerify,
} from '../../../../api/organization/organization-asset.ts';
import { readOwnAsset } from '../../../feature/organization-asset/page.ts';
import { Failure } from '../../../http/failure.ts';
import { entered, reasonOf } from '../../../portal/page/field.ts';
import type { Answer, Gate } from '../../gate.ts';
import { contentText } from '../../language/word.ts';
import { numberIn } from '../../number.ts';
import type { Html } from '../../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../access/visit.ts';
import { addressed, choiceOf, one } from '../form/address.ts';
import { confirmationPage, isConfirmed } from '../frame/confirmation.ts';
import { problemsOf } from '../frame/problem.ts';
import { type AssetState, assetPage } from './asset-page.ts';
import { type AddState, assetsPage } from './assets-page.ts';

const ONE = '/assets/:asset{[1-9]\\d*}';
const PAGE_SIZE = 50;

/** What an organization has registered as its own. */
export function assetRoutes(gate: Gate): void {
  organizationGet(gate, '/assets', (visit) => list(visit, { done: doneText(visit) }));
  organizationGet(gate, ONE, (visit) => show(visit, { done: doneText(visit) }));

  organizationPost(gate, '/assets', 'admin', async (visit, form) => {
    const [contents, group] = [entered(form, 'contents'), entered(form, 'group')];
    const lines = contents.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    const groupId = numberIn(group);
    const assets = lines.map((content) => ({ content, ...(groupId === null ? {} : { groupId }) }));
    try {
      const body = { slug: visit.organization.slug, assets };
      const { results, successCount } = await visit.call(organizationAssetCreate, { body });
      const { words } = visit.frame;
      const refused = results.filter(({ success }) => !success);
      if (refused.length === 0) return { to: `${visit.root}/assets?done=added&count=${successCount}` };
      const contentProblems = refused.map(({ content, error }) =>
        words.t('desk.organization.asset.refused', { content, reason: reasonOf(`${error}.`) }),
      );
      const done = successCount === 0 ? null : words.t('desk.organization.asset.wereAdded', { count: successCount });
      const left = refused.map(({ content }) => content).join('\n');
      return await list(visit, { contents: left, group, contentProblems, done }, 422);
    } catch (error) {
      const problems = problemsOf(error, ['assets']);
      return list(visit, { contents, group, contentProblems: Object.values(problems).flat() }, 422);
    }
  });

  organizationPost(gate, ONE, 'admin', async (visit, form) => {
    const draft = {
      name: entered(form, 'name'),
      description: entered(form, 'description').replaceAll('\r\n', '\n'),
      group: entered(form, 'group'),
    };
    const body = {
      slug: visit.organization.slug,
      name: draft.name || null,
      description: draft.description || null,
      groupId: draft.group === '' ? null : (numberIn(draft.group) ?? 0),
    };
    const assetId = idOf(visit);
    try {
      await visit.call(organizationAssetUpdate, { params: { assetId }, body });
      return { to: `${visit.root}/assets/${assetId}?done=saved` };
    } catch (error) {
      return show(visit, { draft, fieldProblems: problemsOf(error, ['name', 'description', 'groupId']) });
    }
  });

  organizationPost(gate, `${ONE}/proof`, 'admin', async (visit) => {
    const assetId = idOf(visit);
    const { slug } = visit.organization;
    const { ownership, proof } = await visit.call(organizationAssetVerify, { params: { assetId }, body: { slug } });
    if (ownership === 'OWNED') return { to: `${visit.root}/assets/${assetId}?done=proven` };
    return show(visit, { proof: proof ?? null });
  });

  organizationPost(gate, `${ONE}/remove`, 'admin', async (visit, form) => {
    const asset = await assetOf(visit);
    if (!isConfirmed(form)) {
      const { words } = visit.frame;
      const content = html`<bdi>${contentText(asset)}</bdi>`;
      const text = words.t('desk.organization.asset.removeText', { content });
      const title = words.t('desk.organization.asset.removeTitle');
      const button = words.t('desk.organization.asset.remove');
      const back = `${visit.root}/assets/${asset.id}`;
      return {
        page: confirmationPage(visit, '/assets', form, { title, text, button, back }),
      };
    }
    await visit.call(organizationAssetDelete, {
      params: { assetId: asset.id },
      query: { slug: visit.organization.slug },
    });
    return { to: `${visit.root}/assets?done=removed` };
  });
}

const idOf = ({ context }: OrganizationVisit): number => numberIn(context.req.param('asset')) ?? 0;

async function assetOf(visit: OrganizationVisit) {
  const asset = await readOwnAsset(visit.database, visit.organization.id, idOf(visit));
  if (!asset) throw new Failure('NOT_FOUND', { issues: ['There is no such asset of yours'] });
  return asset;
}

const groupsOf = async ({ call, organization: { slug } }: OrganizationVisit) =>
  (await call(assetGroupList, { query: { slug } })).groups;

async function list(visit: OrganizationVisit, state: AddState, status: 200 | 422 = 200): Promise<Answer> {
  const address = addressed(visit);
  const groupId = one(address, 'groupId');
  const found = await visit.call(organizationAssetList, {
    query: {
      slug: visit.organization.slug,
      type: choiceOf(address, 'type'),
      // Digits are read by the schema of the operation, which refuses what is no number.
      groupId: groupId as never,
      query: one(address, 'query'),
      per_page: PAGE_SIZE,
      next_page: one(address, 'next_page'),
    },
  });
  return { page: assetsPage(visit, found, await groupsOf(visit), state), status };
}

async function show(visit: OrganizationVisit, state: AssetState): Promise<Answer> {
  const page = assetPage(visit, await assetOf(visit), await groupsOf(visit), state);
  return state.fieldProblems === undefined ? { page } : { page, status: 422 };
}

function doneText({ context, frame: { words } }: OrganizationVisit): Html | null {
  const count = numberIn(context.req.query('count')) ?? 0;
  const texts: Readonly<Record<string, Html>> = {
    added: words.t('desk.organization.asset.wereAdded', { count }),
    saved: words.t('desk.organization.saved'),
    proven: words.t('desk.organization.asset.isNowProven'),
    removed: words.t('desk.organization.asset.removed'),
  };
  const done = context.req.query('done') ?? '';
  return Object.hasOwn(texts, done) ? texts[done]! : null;
}
