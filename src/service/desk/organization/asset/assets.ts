import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import {
  assetGroupList,
  NO_GROUP,
  organizationAssetCreate,
  organizationAssetDelete,
  organizationAssetList,
  organizationAssetUpdate,
  organizationAssetVerify,
} from '../../../../api/organization/organization-asset.ts';
import { organizationAssets } from '../../../database/schema/organization.ts';
import { setProof } from '../../../feature/organization/asset/ownership.ts';
import { ownAsset, readOwnAsset } from '../../../feature/organization/asset/page.ts';
import { assetTypes, text } from '../../../page/filter.ts';
import { buttonForm, type FormFields, linesOf } from '../../../page/form.ts';
import { badges, facts, written } from '../../../page/list.ts';
import { contentText, typeWord } from '../../../page/value-word.ts';
import type { Html } from '../../../page/words.ts';
import { requireVersion, versionField } from '../../form.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import type { PageState } from '../../page.ts';
import { isOperator, mayManage } from '../../person.ts';
import { doneText, endRoute, formCard, formRoute, type ListPage, listRoute, operatorForm, say } from '../kit.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';

const ONE = '/assets/:asset{[1-9]\\d*}';
const PAGE_SIZE = 50;
const DONE = {
  added: 'asset.wereAdded',
  saved: 'saved',
  proven: 'asset.isNowProven',
  removed: 'asset.removed',
} as const;

export type Groups = ResponseOf<typeof assetGroupList>['groups'];

/** The groups of the organization's assets. */
export const groupsOf = async ({ ask }: OrganizationVisit): Promise<Groups> => (await ask(assetGroupList, {})).groups;

const groupOptions = (groups: Groups, value: string, none: string) => [
  { value, label: none },
  ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
];
const groupField = (groups: Groups): FormFields =>
  groups.length === 0
    ? {}
    : {
        group: {
          ...{ kind: 'select', label: 'desk.organization.asset.group' },
          options: (words) => groupOptions(groups, '', words.word('desk.organization.asset.groupNone')),
        },
      };
const addFields = (groups: Groups): FormFields => ({
  contents: {
    ...{ kind: 'lines', label: 'desk.organization.asset.contents', required: true, maxLength: 200_000 },
    hint: 'desk.organization.asset.contentsHint',
  },
  ...groupField(groups),
});
const changeFields = (groups: Groups): FormFields => ({
  name: { kind: 'text', label: 'desk.organization.name', maxLength: 255 },
  description: { kind: 'prose', label: 'desk.organization.description', maxLength: 10_000 },
  ...groupField(groups),
});
/** As if there were groups: a field that a form lacks is empty. */
const [ADDING, CHANGING] = [
  addFields([{ id: 0, name: '', assetCount: 0 }]),
  changeFields([{ id: 0, name: '', assetCount: 0 }]),
];

/** What an organization has registered as its own. */
export function assetRoutes(gate: Gate): void {
  const list = listRoute(gate, ASSETS, {
    lead: (visit) => say(visit, 'asset.lead'),
    around: async (visit, rows, state) => {
      const groups = await groupsOf(visit);
      const add = { title: 'asset.add', button: 'asset.add' } as const;
      return html`${rows}
${mayManage(visit.person) ? formCard(visit, '/assets', addFields(groups), state, add) : ''}
<p><a href="${visit.root}/assets/groups">${say(visit, 'asset.groups', { number: groups.length })}</a></p>`;
    },
    done: DONE,
  });
  organizationGet(gate, ONE, (visit) => show(visit, { done: doneText(visit, DONE) }));

  formRoute(
    gate,
    '/assets',
    ADDING,
    async (visit, { contents, group }) => {
      const groupId = numberIn(group);
      const assets = linesOf(contents).map((content) => ({ content, ...(groupId === null ? {} : { groupId }) }));
      const { results, successCount } = await visit.ask(organizationAssetCreate, { assets });
      const refused = results.filter(({ success }) => !success);
      if (refused.length === 0) return `/assets?done=added&count=${successCount}`;
      const answer = await list(visit, {
        entered: { contents: refused.map(({ content }) => content).join('\n'), group: group ?? '' },
        fieldProblems: {
          contents: refused.map(({ content, error = '' }) =>
            say(visit, 'asset.refused', { content, reason: html`<bdi lang="en">${error}.</bdi>` }),
          ),
        },
        done: successCount === 0 ? null : say(visit, 'asset.wereAdded', { count: successCount }),
      });
      return 'page' in answer ? { ...answer, status: 422 } : answer;
    },
    (visit, { fieldProblems = {}, ...state }) => {
      const { assets = [], ...rest } = fieldProblems;
      return list(visit, {
        ...state,
        fieldProblems: { ...rest, contents: [...assets, ...(rest.general ?? [])], general: [] },
      });
    },
  );
  formRoute(
    gate,
    ONE,
    CHANGING,
    async (visit, { name, description, group = '' }, form) => {
      const assetId = idOf(visit);
      const groupId = group === '' ? null : (numberIn(group) ?? 0);
      const fields = { name: name || null, description: description || null, groupId };
      await visit.ask(organizationAssetUpdate, fields, { assetId }, async (transaction) => {
        const { id } = visit.organization;
        await transaction.select().from(organizationAssets).where(ownAsset(id, assetId)).for('update');
        const stored = enteredOf(await readOwnAsset(transaction, id, assetId));
        requireVersion(form, stored, { name, description, group });
      });
      return `/assets/${assetId}?done=saved`;
    },
    (visit, { fieldProblems = {}, ...state }) =>
      show(visit, { ...state, fieldProblems: { ...fieldProblems, group: fieldProblems.groupId ?? [] } }),
  );
  organizationPost(gate, `${ONE}/proof`, 'admin', async (visit) => {
    const assetId = idOf(visit);
    const { ownership, proof } = await visit.ask(organizationAssetVerify, {}, { assetId });
    if (ownership === 'OWNED') return { to: `${visit.root}/assets/${assetId}?done=proven` };
    return show(visit, {}, proofCard(visit, proof ?? null));
  });
  operatorForm(
    gate,
    `${ONE}/ownership`,
    { is: { kind: 'flag', label: 'desk.organization.yes' } },
    show,
    async (transaction, visit, { is }) => {
      const { id, content } = await assetOf({ ...visit, database: transaction });
      await setProof(transaction, visit.organization.id, id, is === 'yes' ? 'OPERATOR' : null);
      await visit.record(transaction, 'deskOwnership', { content, is });
    },
  );
  endRoute(
    gate,
    `${ONE}/remove`,
    '/assets',
    'asset.remove',
    async (visit) => {
      const asset = await assetOf(visit);
      return { id: asset.id, back: `/assets/${asset.id}`, blanks: { content: html`<bdi>${contentText(asset)}</bdi>` } };
    },
    ({ ask }, { id }) => ask(organizationAssetDelete, {}, { assetId: id }),
    '/assets?done=removed',
  );
}

const idOf = ({ context }: OrganizationVisit): number => numberIn(context.req.param('asset')) ?? 0;

const assetOf = (visit: OrganizationVisit) => readOwnAsset(visit.database, visit.organization.id, idOf(visit));

const enteredOf = ({ name, description, groupId }: OwnAsset) => ({
  name: name ?? '',
  description: description ?? '',
  group: String(groupId ?? ''),
});

type OwnAsset = ResponseOf<typeof organizationAssetList>['assets'][number];

const ASSETS = {
  section: '/assets',
  of: async (visit: OrganizationVisit): Promise<ListPage<typeof organizationAssetList, OwnAsset>> => {
    const groups = await groupsOf(visit);
    return {
      section: '/assets',
      operation: organizationAssetList,
      filters: {
        query: text('desk.organization.asset.part'),
        type: assetTypes('desk.organization.filter.kind', 'one'),
        groupId: {
          ...{ kind: 'one', label: 'desk.organization.asset.group' },
          options: (words) => groupOptions(groups, String(NO_GROUP), words.word('desk.organization.asset.noGroup')),
        },
      },
      request: (given) => ({ ...given, per_page: PAGE_SIZE }),
      rows: ({ assets }) => assets,
      next: ['next_page', ({ next_page }) => next_page],
      row: (_, asset) => {
        const group = groups.find(({ id }) => id === asset.groupId)?.name;
        return {
          ...{ title: contentText(asset), isMono: true, href: `${visit.root}/assets/${asset.id}` },
          aside: [
            typeWord(visit.frame.words, asset.type),
            ...[asset.name, group].map((one) => (one == null ? null : html`<bdi>${one}</bdi>`)),
          ],
          lines: [asset.description === null ? null : written(asset.description)],
          badges: [ownershipBadge(visit, asset.ownership, 'asset.proven')],
        };
      },
      none: ['asset.none', 'asset.noneHint'],
      noMatch: ['nothingMeets', 'asset.showAll'],
    };
  },
} as const;

const ownershipBadge = (visit: OrganizationVisit, ownership: string, proven: 'asset.proven' | 'asset.isProven') =>
  ownership === 'OWNED' ? ({ text: say(visit, proven), tone: 'ok' } as const) : { text: say(visit, 'asset.notProven') };

async function show(visit: OrganizationVisit, state: PageState, proof: Html | string = ''): Promise<Answer> {
  const { root, person } = visit;
  const { words } = visit.frame;
  const asset = await assetOf(visit);
  const path = `/assets/${asset.id}`;
  const isOwned = asset.ownership === 'OWNED';
  const stored = enteredOf(asset);
  const entered = state.entered ?? stored;
  const button = (action: string, key: Parameters<typeof say>[1], values = {}) =>
    buttonForm(`${root}${path}/${action}`, say(visit, key), { values });
  const content = html`${badges([ownershipBadge(visit, asset.ownership, 'asset.isProven')])}
${proof}
${
  mayManage(person)
    ? html`${isOwned ? '' : button('proof', 'asset.look')}
${isOperator(person) ? button('ownership', isOwned ? 'asset.withdraw' : 'asset.confirm', { is: isOwned ? '' : 'yes' }) : ''}
${formCard(visit, path, changeFields(await groupsOf(visit)), { ...state, entered }, { button: 'save', more: versionField(stored) })}
${button('remove', 'asset.remove')}`
    : html`<section class="card">${asset.description === null ? html`<p>${say(visit, 'asset.noDescription')}</p>` : written(asset.description)}<p class="small quiet">${say(visit, 'adminChanges')}</p></section>`
}
<p><a href="${root}/assets">${say(visit, 'asset.all')}</a></p>`;
  const added = say(visit, 'asset.added', { date: words.day(new Date(asset.createdAt)) });
  const lead = html`${typeWord(words, asset.type)} · ${added}`;
  return { page: organizationPage(visit, '/assets', { ...state, title: contentText(asset), lead }, content) };
}

type Proof = { readonly value: string; readonly dnsName: string; readonly fileUrl: string };

/** @param proof what was looked for and not found; null where nothing can be looked for */
const proofCard = (visit: OrganizationVisit, proof: Proof | null): Html =>
  proof === null
    ? html`<section class="notice" role="status"><p>${say(visit, 'asset.sitesAlone')}</p></section>`
    : html`<section class="notice facts" role="status"><h2>${say(visit, 'asset.notFound')}</h2>
<p>${say(visit, 'asset.put')}</p>
${facts([
  [say(visit, 'asset.text'), html`<span class="mono">${proof.value}</span>`],
  [say(visit, 'asset.record'), html`<span class="mono">${proof.dnsName}</span>`],
  [say(visit, 'asset.file'), html`<span class="mono">${proof.fileUrl}</span>`],
])}</section>`;
