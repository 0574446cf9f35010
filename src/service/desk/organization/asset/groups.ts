import { eq } from 'drizzle-orm';
import { html } from 'hono/html';
import {
  assetGroupCreate,
  assetGroupDelete,
  assetGroupUpdate,
  NO_GROUP,
} from '../../../../api/organization/organization-asset.ts';
import { issue } from '../../../database/refused.ts';
import { assetGroups } from '../../../database/schema/organization.ts';
import { Failure } from '../../../http/failure.ts';
import { buttonForm, type FormFields } from '../../../page/form.ts';
import { rowItem, rowList } from '../../../page/list.ts';
import { requireVersion, versionField } from '../../form.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import type { PageState } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { doneText, endRoute, formCard, formRoute, say } from '../kit.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';
import { groupsOf } from './assets.ts';

const ALL = '/assets/groups';
const ONE = '/assets/groups/:group{[1-9]\\d*}';
const FIELDS: FormFields = {
  name: { kind: 'text', label: 'desk.organization.name', required: true, maxLength: 255 },
};

/** The groups of an organization's assets. */
export function groupRoutes(gate: Gate): void {
  organizationGet(gate, ALL, (visit) =>
    showAll(visit, { done: doneText(visit, { saved: 'group.saved', deleted: 'group.deleted' }) }),
  );
  organizationGet(gate, ONE, (visit) => showOne(visit, {}));
  formRoute(
    gate,
    ALL,
    FIELDS,
    async ({ ask }, { name = '' }) => {
      await ask(assetGroupCreate, { name });
      return `${ALL}?done=saved`;
    },
    showAll,
  );
  formRoute(
    gate,
    ONE,
    FIELDS,
    async (visit, { name = '' }, form) => {
      const { id: groupId } = await groupOf(visit);
      await visit.ask(assetGroupUpdate, { name }, { groupId }, async (transaction) => {
        const [stored] = await transaction
          .select({ name: assetGroups.name })
          .from(assetGroups)
          .where(eq(assetGroups.id, groupId))
          .for('update');
        if (stored) requireVersion(form, stored, { name });
      });
      return `${ALL}?done=saved`;
    },
    showOne,
  );
  endRoute(
    gate,
    `${ONE}/delete`,
    '/assets',
    'group.delete',
    async (visit) => {
      const { id, name } = await groupOf(visit);
      return { id, back: ALL, blanks: { name } };
    },
    ({ ask }, { id }) => ask(assetGroupDelete, {}, { groupId: id }),
    `${ALL}?done=deleted`,
  );
}

async function groupOf(visit: OrganizationVisit) {
  const id = numberIn(visit.context.req.param('group'));
  const group = (await groupsOf(visit)).find((one) => one.id === id);
  if (!group) throw new Failure('NOT_FOUND', issue('atDesk.noGroup'));
  return group;
}

async function showAll(visit: OrganizationVisit, state: PageState): Promise<Answer> {
  const { root } = visit;
  const groups = await groupsOf(visit);
  const isManager = mayManage(visit.person);
  const rows = groups.map(({ id, name, assetCount }) =>
    rowItem({
      ...{
        title: name,
        href: `${root}/assets?groupId=${id}`,
        aside: [say(visit, 'group.count', { count: assetCount })],
      },
      lines: [
        isManager
          ? html`<p><a href="${root}${ALL}/${id}">${say(visit, 'group.change')}<span class="hidden"> <bdi>${name}</bdi></span></a></p>`
          : null,
      ],
    }),
  );
  const content = html`${rowList(rows, say(visit, 'group.none'), say(visit, 'group.noneHint'))}
${isManager ? formCard(visit, ALL, FIELDS, state, { title: 'group.new', button: 'group.make' }) : ''}
<p><a href="${root}/assets?groupId=${NO_GROUP}">${say(visit, 'group.without')}</a> · <a href="${root}/assets">${say(visit, 'asset.all')}</a></p>`;
  return { page: organizationPage(visit, '/assets', { ...state, title: say(visit, 'group.title') }, content) };
}

async function showOne(visit: OrganizationVisit, state: PageState): Promise<Answer> {
  const { id, name } = await groupOf(visit);
  const content = html`${formCard(visit, `${ALL}/${id}`, FIELDS, { entered: { name }, ...state }, { button: 'group.rename', more: versionField({ name }) })}
${buttonForm(`${visit.root}${ALL}/${id}/delete`, say(visit, 'group.delete'))}
<p><a href="${visit.root}${ALL}">${say(visit, 'group.all')}</a></p>`;
  return { page: organizationPage(visit, '/assets', { ...state, title: name }, content) };
}
