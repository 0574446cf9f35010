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
import { type OwnAsset, readOwnAsset } from '../../../feature/organization/asset/page.ts';
import { Failure } from '../../../http/failure.ts';
import type { Words } from '../../../portal/language/words.ts';
import { entered, field, reasonOf, selectField } from '../../../portal/page/field.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import { badges, type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { contentText, typeWord } from '../../words.ts';
import { addressed, assetTypeFilter, choiceOf, type Filter, filteredList, one } from '../filter.ts';
import { askedFirst, doneText, organizationPage, type PageState, problemsOf } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';

const ONE = '/assets/:asset{[1-9]\\d*}';
const PAGE_SIZE = 50;

/** What an organization has registered as its own. */
export function assetRoutes(gate: Gate): void {
  organizationGet(gate, '/assets', (visit) => list(visit, { done: doneOf(visit) }));
  organizationGet(gate, ONE, (visit) => show(visit, { done: doneOf(visit) }));

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
    const content = html`<bdi>${contentText(asset)}</bdi>`;
    const back = `${visit.root}/assets/${asset.id}`;
    const asked = askedFirst(visit, '/assets', form, 'desk.organization.asset.remove', { content, back });
    if (asked) return asked;
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
  if (!asset) throw new Failure('NOT_FOUND', 'There is no such asset of yours');
  return asset;
}

/** The groups of the organization's assets. */
export const groupsOf = async ({ call, organization: { slug } }: OrganizationVisit) =>
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

const doneOf = (visit: OrganizationVisit): Html | null =>
  doneText(visit, DONE, { count: numberIn(visit.context.req.query('count')) ?? 0 });

const DONE = {
  added: 'desk.organization.asset.wereAdded',
  saved: 'desk.organization.saved',
  proven: 'desk.organization.asset.isNowProven',
  removed: 'desk.organization.asset.removed',
} as const;

type Assets = ResponseOf<typeof organizationAssetList>;
export type Groups = ResponseOf<typeof assetGroupList>['groups'];

/** What was entered to be added, and what became of it. */
type AddState = PageState & {
  readonly contents?: string;
  readonly group?: string;
  readonly contentProblems?: readonly (Html | string)[];
};

/** The groups as options, with one for none. */
const groupOptions = (groups: Groups, none: { readonly value: string; readonly label: string }) => [
  none,
  ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
];

/** What an organization has registered as its own. */
function assetsPage(visit: OrganizationVisit, { assets, next_page }: Assets, groups: Groups, state: AddState): Html {
  const { words } = visit.frame;
  const path = `${visit.root}/assets`;
  const filters: Filter[] = [
    { kind: 'text', name: 'query', label: words.t('desk.organization.asset.part'), maxLength: 255 },
    { ...assetTypeFilter(words), kind: 'one', name: 'type' } as Filter,
    {
      kind: 'one',
      name: 'groupId',
      label: words.t('desk.organization.asset.group'),
      options: groupOptions(groups, { value: String(NO_GROUP), label: words.word('desk.organization.asset.noGroup') }),
    },
  ];
  return organizationPage(
    visit,
    '/assets',
    { ...state, lead: words.t('desk.organization.asset.lead') },
    html`${filteredList(words, addressed(visit), {
      path,
      filters,
      rows: assets,
      row: (asset) => row(visit, asset, groups),
      next: ['next_page', next_page],
      none: ['desk.organization.asset.none', 'desk.organization.asset.noneHint'],
      noMatch: ['desk.organization.nothingMeets', 'desk.organization.asset.showAll'],
    })}
${mayManage(visit.frame.person) ? addForm(visit, groups, state) : ''}
<p><a href="${path}/groups">${words.t('desk.organization.asset.groups', { number: groups.length })}</a></p>`,
  );
}

function row({ root, frame: { words } }: OrganizationVisit, asset: Assets['assets'][number], groups: Groups): Html {
  const { id, type, name, description, groupId, ownership } = asset;
  const group = groups.find((one) => one.id === groupId)?.name;
  return html`<li><div class="row-head"><h2><a class="mono" href="${root}/assets/${id}">${contentText(asset)}</a></h2>
<span class="small quiet">${typeWord(words, type)}${[name, group].map((text) => (text == null ? '' : html` · <bdi>${text}</bdi>`))}</span></div>
${description === null ? '' : html`<p class="small written" dir="auto">${description}</p>`}
${badges([ownership === 'OWNED' ? { text: words.t('desk.organization.asset.proven'), tone: 'ok' } : { text: words.t('desk.organization.asset.notProven') }])}</li>`;
}

const addForm = ({ frame, root }: OrganizationVisit, groups: Groups, state: AddState): Html =>
  html`<section><h2>${frame.words.t('desk.organization.asset.add')}</h2><form class="card" method="post" action="${root}/assets">${token(frame)}
${field(
  {
    name: 'contents',
    label: frame.words.t('desk.organization.asset.contents'),
    hint: frame.words.t('desk.organization.asset.contentsHint'),
    kind: 'lines',
    required: true,
    maxLength: 200_000,
  },
  state.contents ?? '',
  state.contentProblems ?? [],
)}
${groups.length === 0 ? '' : selectField({ name: 'group', label: frame.words.t('desk.organization.asset.group'), options: groupOptions(groups, { value: '', label: frame.words.word('desk.organization.asset.groupNone') }) }, state.group ?? '')}
<button type="submit">${frame.words.t('desk.organization.asset.add')}</button></form></section>`;

type Proof = { readonly value: string; readonly dnsName: string; readonly fileUrl: string };
type AssetDraft = { readonly name: string; readonly description: string; readonly group: string };
type AssetState = PageState & {
  readonly draft?: AssetDraft;
  /** What was looked for and not found: null where nothing can be looked for. */
  readonly proof?: Proof | null;
};

/** One asset of an organization: what it is called, whose it is proven to be, and what is done with it. */
function assetPage(visit: OrganizationVisit, asset: OwnAsset, groups: Groups, state: AssetState): Html {
  const { draft, fieldProblems = {}, proof } = state;
  const { frame, root } = visit;
  const { words } = frame;
  const path = `${root}/assets/${asset.id}`;
  const isOwned = asset.ownership === 'OWNED';
  const shown = draft ?? {
    name: asset.name ?? '',
    description: asset.description ?? '',
    group: String(asset.groupId ?? ''),
  };
  return organizationPage(
    visit,
    '/assets',
    {
      ...state,
      title: contentText(asset),
      lead: html`${typeWord(words, asset.type)} · ${words.t('desk.organization.asset.added', { date: words.day(new Date(asset.createdAt)) })}`,
    },
    html`${badges([isOwned ? { text: words.t('desk.organization.asset.isProven'), tone: 'ok' } : { text: words.t('desk.organization.asset.notProven') }])}
${proof === undefined ? '' : proofCard(words, proof)}
${
  mayManage(frame.person)
    ? html`${isOwned ? '' : html`<form class="inline" method="post" action="${path}/proof">${token(frame)}<button class="plain" type="submit">${words.t('desk.organization.asset.look')}</button></form>`}
<form class="card" method="post" action="${path}">${token(frame)}
${field({ name: 'name', label: words.t('desk.organization.name'), kind: 'text', maxLength: 255 }, shown.name, fieldProblems.name)}
${field({ name: 'description', label: words.t('desk.organization.description'), kind: 'prose', maxLength: 10_000 }, shown.description, fieldProblems.description)}
${selectField({ name: 'group', label: words.t('desk.organization.asset.group'), options: groupOptions(groups, { value: '', label: words.word('desk.organization.asset.groupNone') }) }, shown.group, fieldProblems.groupId)}
<button type="submit">${words.t('desk.organization.save')}</button></form>
<form class="inline" method="post" action="${path}/remove">${token(frame)}<button class="plain" type="submit">${words.t('desk.organization.asset.remove')}</button></form>`
    : html`<section class="card"><p class="written" dir="auto">${asset.description ?? words.t('desk.organization.asset.noDescription')}</p><p class="small quiet">${words.t('desk.organization.adminChanges')}</p></section>`
}
<p><a href="${root}/assets">${words.t('desk.organization.asset.all')}</a></p>`,
  );
}

const proofCard = (words: Words, proof: Proof | null): Html =>
  proof === null
    ? html`<section class="notice" role="status"><p>${words.t('desk.organization.asset.sitesAlone')}</p></section>`
    : html`<section class="notice facts" role="status"><h2>${words.t('desk.organization.asset.notFound')}</h2>
<p>${words.t('desk.organization.asset.put')}</p>
<dl><div><dt>${words.t('desk.organization.asset.text')}</dt><dd class="mono">${proof.value}</dd></div><div><dt>${words.t('desk.organization.asset.record')}</dt><dd class="mono">${proof.dnsName}</dd></div>
<div><dt>${words.t('desk.organization.asset.file')}</dt><dd class="mono">${proof.fileUrl}</dd></div></dl></section>`;
