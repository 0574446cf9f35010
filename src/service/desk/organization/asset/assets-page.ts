import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import {
  type assetGroupList,
  NO_GROUP,
  type organizationAssetList,
} from '../../../../api/organization/organization-asset.ts';
import { field } from '../../../portal/page/field.ts';
import { badges } from '../../badge.ts';
import { contentText, typeWord } from '../../language/word.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { addressed, pager } from '../form/address.ts';
import { assetTypeFilter, type Filter, filterForm } from '../form/filter-form.ts';
import { selectField } from '../form/select-field.ts';
import { emptyCard, organizationPage, type PageState } from '../frame/organization-page.ts';

type Assets = ResponseOf<typeof organizationAssetList>;
export type Groups = ResponseOf<typeof assetGroupList>['groups'];

/** What was entered to be added, and what became of it. */
export type AddState = PageState & {
  readonly contents?: string;
  readonly group?: string;
  readonly contentProblems?: readonly (Html | string)[];
};

/** The groups as options, with one for none. */
export const groupOptions = (groups: Groups, none: { readonly value: string; readonly label: string }) => [
  none,
  ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
];

/** What an organization has registered as its own. */
export function assetsPage(
  visit: OrganizationVisit,
  { assets, next_page }: Assets,
  groups: Groups,
  state: AddState,
): Html {
  const { words } = visit.frame;
  const address = addressed(visit);
  address.delete('done');
  address.delete('count');
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
    {
      ...state,
      title: words.t('desk.organization.room.assets'),
      lead: words.t('desk.organization.asset.lead'),
    },
    html`${filterForm(words, path, filters, address)}
${
  assets.length > 0
    ? html`<ol class="rows">${assets.map((asset) => row(visit, asset, groups))}</ol>`
    : address.size > 0
      ? emptyCard(
          words.t('desk.organization.nothingMeets'),
          html`<a href="${path}">${words.t('desk.organization.asset.showAll')}</a>`,
        )
      : emptyCard(words.t('desk.organization.asset.none'), words.t('desk.organization.asset.noneHint'))
}${pager(visit, 'next_page', next_page)}
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
