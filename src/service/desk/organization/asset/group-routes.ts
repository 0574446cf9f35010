import {
  assetGroupCreate,
  assetGroupDelete,
  assetGroupList,
  assetGroupUpdate,
} from '../../../../api/organization/organization-asset.ts';
import { Failure } from '../../../http/failure.ts';
import { entered } from '../../../portal/page/field.ts';
import type { Answer, Gate } from '../../gate.ts';
import { numberIn } from '../../number.ts';
import type { Html } from '../../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../access/visit.ts';
import { confirmationPage, isConfirmed } from '../frame/confirmation.ts';
import { problemsOf } from '../frame/problem.ts';
import { groupPage, groupsPage } from './groups-page.ts';

const ONE = '/assets/groups/:group{[1-9]\\d*}';

/** The groups of an organization's assets. */
export function groupRoutes(gate: Gate): void {
  organizationGet(gate, '/assets/groups', async (visit) => ({
    page: groupsPage(visit, await groupsOf(visit), { done: doneText(visit) }),
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
    if (!isConfirmed(form)) {
      const back = `${visit.root}/assets/groups`;
      const { words } = visit.frame;
      const text = words.t('desk.organization.group.deleteText', { name });
      const title = words.t('desk.organization.group.deleteTitle');
      const asked = { title, text, button: words.t('desk.organization.group.delete'), back };
      return { page: confirmationPage(visit, '/assets', form, asked) };
    }
    await visit.call(assetGroupDelete, { params: { groupId: id }, query: { slug: visit.organization.slug } });
    return { to: `${visit.root}/assets/groups?done=deleted` };
  });
}

const groupsOf = async ({ call, organization: { slug } }: OrganizationVisit) =>
  (await call(assetGroupList, { query: { slug } })).groups;

async function groupOf(visit: OrganizationVisit) {
  const id = numberIn(visit.context.req.param('group'));
  const group = (await groupsOf(visit)).find((one) => one.id === id);
  if (!group) throw new Failure('NOT_FOUND', { issues: ['There is no such group'] });
  return group;
}

function doneText({ context, frame: { words } }: OrganizationVisit): Html | null {
  const done = context.req.query('done');
  if (done === 'saved') return words.t('desk.organization.group.saved');
  return done === 'deleted' ? words.t('desk.organization.group.deleted') : null;
}
