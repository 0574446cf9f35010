import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import type { assetGroupList } from '../../../../api/organization/asset-group.ts';
import { NO_GROUP, type organizationAssetList } from '../../../../api/organization/organization-asset.ts';
import { field } from '../../../portal/page/field.ts';
import { badges } from '../../badge.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { addressed, pager } from '../form/address.ts';
import { ASSET_TYPE_FILTER, type Filter, filterForm } from '../form/filter-form.ts';
import { selectField } from '../form/select-field.ts';
import { emptyCard, organizationPage, type PageState } from '../frame/organization-page.ts';
import { contentText, typeWord } from '../word.ts';

type Assets = ResponseOf<typeof organizationAssetList>;
export type Groups = ResponseOf<typeof assetGroupList>['groups'];

/** What was entered to be added, and what became of it. */
export type AddState = PageState & {
  readonly contents?: string;
  readonly group?: string;
  readonly contentProblems?: readonly string[];
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
  const address = addressed(visit);
  address.delete('done');
  address.delete('count');
  const path = `${visit.root}/assets`;
  const filters: Filter[] = [
    { kind: 'text', name: 'query', label: 'Part of the address or name', maxLength: 255 },
    { ...ASSET_TYPE_FILTER, kind: 'one', name: 'type', label: 'Kind of asset' } as Filter,
    {
      kind: 'one',
      name: 'groupId',
      label: 'Group',
      options: groupOptions(groups, { value: String(NO_GROUP), label: 'In no group' }),
    },
  ];
  return organizationPage(
    visit,
    '/assets',
    {
      ...state,
      title: 'Own assets',
      lead: 'What is yours. What is proven to be, your builds call official, and you unblock it at once.',
    },
    html`${filterForm(path, filters, address)}
${
  assets.length > 0
    ? html`<ol class="rows">${assets.map((asset) => row(visit, asset, groups))}</ol>`
    : address.size > 0
      ? emptyCard('Nothing meets these filters.', html`<a href="${path}">Show all of your assets</a>`)
      : emptyCard('Nothing is registered yet.', 'Add your sites, addresses and accounts below, then prove the sites.')
}${pager(visit, 'next_page', next_page)}
${mayManage(visit.frame.person) ? addForm(visit, groups, state) : ''}
<p><a href="${path}/groups">Groups (${groups.length})</a></p>`,
  );
}

function row({ root }: OrganizationVisit, asset: Assets['assets'][number], groups: Groups): Html {
  const { id, type, name, description, groupId, ownership } = asset;
  const group = groups.find((one) => one.id === groupId)?.name;
  return html`<li><div class="row-head"><h2><a class="mono" href="${root}/assets/${id}">${contentText(asset)}</a></h2>
<span class="small quiet">${[typeWord(type), ...(name === null ? [] : [name]), ...(group === undefined ? [] : [group])].join(' · ')}</span></div>
${description === null ? '' : html`<p class="small written">${description}</p>`}
${badges([ownership === 'OWNED' ? { text: 'proven', tone: 'ok' } : { text: 'not proven yet' }])}</li>`;
}

const addForm = ({ frame, root }: OrganizationVisit, groups: Groups, state: AddState): Html =>
  html`<section><h2>Add</h2><form class="card" method="post" action="${root}/assets">${token(frame)}
${field(
  {
    name: 'contents',
    label: 'Sites, addresses and accounts',
    hint: 'One a line, at most 1,000.',
    kind: 'lines',
    required: true,
    maxLength: 200_000,
  },
  state.contents ?? '',
  state.contentProblems ?? [],
)}
${groups.length === 0 ? '' : selectField({ name: 'group', label: 'Group', options: groupOptions(groups, { value: '', label: 'None' }) }, state.group ?? '')}
<button type="submit">Add</button></form></section>`;
