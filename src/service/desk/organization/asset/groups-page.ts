import { html } from 'hono/html';
import { NO_GROUP } from '../../../../api/organization/organization-asset.ts';
import type { Words } from '../../../language/words.ts';
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
  const { words } = frame;
  const path = `${root}/assets/groups`;
  const isManager = mayManage(frame.person);
  return organizationPage(
    visit,
    '/assets',
    { ...state, title: words.t('desk.organization.group.title'), problems: state.fieldProblems?.general ?? [] },
    html`${
      groups.length === 0
        ? emptyCard(words.t('desk.organization.group.none'), words.t('desk.organization.group.noneHint'))
        : html`<ul class="rows">${groups.map(
            ({
              id,
              name,
              assetCount,
            }) => html`<li><div class="row-head"><h2><a href="${root}/assets?groupId=${id}"><bdi>${name}</bdi></a></h2>
<span class="small quiet">${words.t('desk.organization.group.count', { count: assetCount })}</span></div>
${isManager ? html`<p><a href="${path}/${id}">${words.t('desk.organization.group.change')}<span class="hidden"> <bdi>${name}</bdi></span></a></p>` : ''}</li>`,
          )}</ul>`
    }
${
  isManager
    ? html`<section><h2>${words.t('desk.organization.group.new')}</h2><form class="card" method="post" action="${path}">${token(frame)}
${nameField(words, state)}<button type="submit">${words.t('desk.organization.group.make')}</button></form></section>`
    : ''
}
<p><a href="${root}/assets?groupId=${NO_GROUP}">${words.t('desk.organization.group.without')}</a> · <a href="${root}/assets">${words.t('desk.organization.asset.all')}</a></p>`,
  );
}

/** One group: its name, and its end. */
export function groupPage(visit: OrganizationVisit, group: Groups[number], state: GroupState): Html {
  const { frame, root } = visit;
  const { words } = frame;
  const path = `${root}/assets/groups/${group.id}`;
  return organizationPage(
    visit,
    '/assets',
    { ...state, title: group.name, problems: state.fieldProblems?.general ?? [] },
    html`<form class="card" method="post" action="${path}">${token(frame)}
${nameField(words, { ...state, name: state.name ?? group.name })}<button type="submit">${words.t('desk.organization.group.rename')}</button></form>
<form class="inline" method="post" action="${path}/delete">${token(frame)}<button class="plain" type="submit">${words.t('desk.organization.group.delete')}</button></form>
<p><a href="${root}/assets/groups">${words.t('desk.organization.group.all')}</a></p>`,
  );
}

const nameField = (words: Words, { name = '', fieldProblems = {} }: GroupState): Html =>
  field(
    { name: 'name', label: words.t('desk.organization.name'), kind: 'text', required: true, maxLength: 255 },
    name,
    fieldProblems.name ?? [],
  );
