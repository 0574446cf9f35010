import { html } from 'hono/html';
import { NO_GROUP } from '../../../../api/organization/organization-asset.ts';
import { numberText } from '../../../portal/page/calendar.ts';
import { field } from '../../../portal/page/field.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { emptyCard, organizationPage, type PageState } from '../frame/organization-page.ts';
import type { Problems } from '../frame/problem.ts';
import type { Groups } from './assets-page.ts';

export type GroupState = PageState & { readonly name?: string; readonly fieldProblems?: Problems };

/** The groups of an organization's assets. */
export function groupsPage(visit: OrganizationVisit, groups: Groups, state: GroupState): Html {
  const { frame, root } = visit;
  const path = `${root}/assets/groups`;
  const isManager = mayManage(frame.person);
  return organizationPage(
    visit,
    '/assets',
    { ...state, title: 'Groups of assets', problems: state.fieldProblems?.general ?? [] },
    html`${
      groups.length === 0
        ? emptyCard('There is no group.', 'Groups keep many assets in order, for example by country or product.')
        : html`<ul class="rows">${groups.map(
            ({
              id,
              name,
              assetCount,
            }) => html`<li><div class="row-head"><h2><a href="${root}/assets?groupId=${id}">${name}</a></h2>
<span class="small quiet">${numberText(assetCount)} ${assetCount === 1 ? 'asset' : 'assets'}</span></div>
${isManager ? html`<p><a href="${path}/${id}">Rename or delete<span class="hidden"> ${name}</span></a></p>` : ''}</li>`,
          )}</ul>`
    }
${
  isManager
    ? html`<section><h2>New group</h2><form class="card" method="post" action="${path}">${token(frame)}
${nameField(state)}<button type="submit">Make it</button></form></section>`
    : ''
}
<p><a href="${root}/assets?groupId=${NO_GROUP}">Assets in no group</a> · <a href="${root}/assets">All of your assets</a></p>`,
  );
}

/** One group: its name, and its end. */
export function groupPage(visit: OrganizationVisit, group: Groups[number], state: GroupState): Html {
  const { frame, root } = visit;
  const path = `${root}/assets/groups/${group.id}`;
  return organizationPage(
    visit,
    '/assets',
    { ...state, title: group.name, problems: state.fieldProblems?.general ?? [] },
    html`<form class="card" method="post" action="${path}">${token(frame)}
${nameField({ ...state, name: state.name ?? group.name })}<button type="submit">Rename</button></form>
<form class="inline" method="post" action="${path}/delete">${token(frame)}<button class="plain" type="submit">Delete the group</button></form>
<p><a href="${root}/assets/groups">All groups</a></p>`,
  );
}

const nameField = ({ name = '', fieldProblems = {} }: GroupState): Html =>
  field({ name: 'name', label: 'Name', kind: 'text', required: true, maxLength: 255 }, name, fieldProblems.name ?? []);
