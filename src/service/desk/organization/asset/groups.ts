import { html } from 'hono/html';
import {
  assetGroupCreate,
  assetGroupDelete,
  assetGroupUpdate,
  NO_GROUP,
} from '../../../../api/organization/organization-asset.ts';
import { Failure } from '../../../http/failure.ts';
import type { Words } from '../../../portal/language/words.ts';
import { entered, field } from '../../../portal/page/field.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { askedFirst, doneText, emptyCard, organizationPage, type PageState, problemsOf } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';
import { type Groups, groupsOf } from './assets.ts';

const ONE = '/assets/groups/:group{[1-9]\\d*}';

/** The groups of an organization's assets. */
export function groupRoutes(gate: Gate): void {
  organizationGet(gate, '/assets/groups', async (visit) => ({
    page: groupsPage(visit, await groupsOf(visit), { done: doneText(visit, DONE) }),
  }));
  organizationGet(gate, ONE, async (visit) => ({ page: groupPage(visit, await groupOf(visit), {}) }));

  organizationPost(gate, '/assets/groups', 'admin', async (visit, form) => {
    const name = entered(form, 'name');
    try {
      await visit.call(assetGroupCreate, { body: { slug: visit.organization.slug, name } });
      return { to: `${visit.root}/assets/groups?done=saved` };
    } catch (error) {
      const state = { name, fieldProblems: problemsOf(error, ['name']) };
      return { page: groupsPage(visit, await groupsOf(visit), state), status: 422 };
    }
  });

  organizationPost(gate, ONE, 'admin', async (visit, form): Promise<Answer> => {
    const name = entered(form, 'name');
    const group = await groupOf(visit);
    try {
      const body = { slug: visit.organization.slug, name };
      await visit.call(assetGroupUpdate, { params: { groupId: group.id }, body });
      return { to: `${visit.root}/assets/groups?done=saved` };
    } catch (error) {
      return { page: groupPage(visit, group, { name, fieldProblems: problemsOf(error, ['name']) }), status: 422 };
    }
  });

  organizationPost(gate, `${ONE}/delete`, 'admin', async (visit, form) => {
    const { id, name } = await groupOf(visit);
    const back = `${visit.root}/assets/groups`;
    const asked = askedFirst(visit, '/assets', form, 'desk.organization.group.delete', { name, back });
    if (asked) return asked;
    await visit.call(assetGroupDelete, { params: { groupId: id }, query: { slug: visit.organization.slug } });
    return { to: `${visit.root}/assets/groups?done=deleted` };
  });
}

async function groupOf(visit: OrganizationVisit) {
  const id = numberIn(visit.context.req.param('group'));
  const group = (await groupsOf(visit)).find((one) => one.id === id);
  if (!group) throw new Failure('NOT_FOUND', 'There is no such group');
  return group;
}

const DONE = { saved: 'desk.organization.group.saved', deleted: 'desk.organization.group.deleted' } as const;

type GroupState = PageState & { readonly name?: string };

/** The groups of an organization's assets. */
function groupsPage(visit: OrganizationVisit, groups: Groups, state: GroupState): Html {
  const { frame, root } = visit;
  const { words } = frame;
  const path = `${root}/assets/groups`;
  const isManager = mayManage(frame.person);
  return organizationPage(
    visit,
    '/assets',
    { ...state, title: words.t('desk.organization.group.title') },
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
function groupPage(visit: OrganizationVisit, group: Groups[number], state: GroupState): Html {
  const { frame, root } = visit;
  const { words } = frame;
  const path = `${root}/assets/groups/${group.id}`;
  return organizationPage(
    visit,
    '/assets',
    { ...state, title: group.name },
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
    fieldProblems.name,
  );
