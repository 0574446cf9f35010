import { html } from 'hono/html';
import { createKey, revokeKey } from '../../../access/api-key.ts';
import { Failure } from '../../../http/failure.ts';
import { entered } from '../../../portal/page/field.ts';
import type { Answer, Gate } from '../../gate.ts';
import { numberIn } from '../../number.ts';
import type { Html } from '../../page.ts';
import { mayMakeKeys } from '../../person.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../access/visit.ts';
import { confirmationPage, isConfirmed } from '../frame/confirmation.ts';
import { type KeyState, keysPage } from './keys-page.ts';
import { keysOf, PURPOSES, type Purpose } from './organization-key.ts';

const MAX_LABEL = 255;
/** Valid keys of one organization. */
const MAX_KEYS = 200;

/** The keys that reach an organization: made, shown once, and ended. */
export function keyRoutes(gate: Gate): void {
  const { callers } = gate.service;
  organizationGet(gate, '/keys', (visit) =>
    show(visit, {
      done: visit.context.req.query('done') === 'ended' ? visit.frame.words.t('desk.organization.key.ended') : null,
    }),
  );

  organizationPost(gate, '/keys', 'admin', async (visit, form) => {
    if (!mayMakeKeys(visit.person)) throw new Failure('FORBIDDEN', { issues: ['Only a person makes and ends keys'] });
    const [label, given] = [entered(form, 'label'), form.get('purpose') ?? ''];
    if (!isPurpose(given))
      return show(visit, { label, problems: [visit.frame.words.t('desk.organization.key.sayWho')] }, 422);
    const problem = await labelProblem(visit, label);
    if (problem !== null) return show(visit, { label, purpose: given, labelProblems: [problem] }, 422);
    const { scopes } = PURPOSES[given];
    const { id: organizationId, slug } = visit.organization;
    const made = await visit.database.transaction(async (transaction) => {
      const order = { kind: 'organization', scopes, label, organizationIds: [organizationId] } as const;
      const key = await createKey(transaction, order);
      await visit.record(transaction, 'deskKeyCreate', { slug, keyId: key.id, scopes });
      return key;
    });
    return show(visit, { made });
  });

  organizationPost(gate, '/keys/:key{[1-9]\\d*}/end', 'admin', async (visit, form) => {
    if (!mayMakeKeys(visit.person)) throw new Failure('FORBIDDEN', { issues: ['Only a person makes and ends keys'] });
    const id = numberIn(visit.context.req.param('key'));
    const key = (await keysOf(visit)).find((one) => one.id === id && one.revokedAt === null);
    if (!key) throw new Failure('NOT_FOUND', { issues: ['There is no such valid key of yours'] });
    if (!key.isTheirs)
      throw new Failure('FORBIDDEN', {
        issues: ['This key reaches what is not yours: whoever runs this service ends it'],
      });
    if (!isConfirmed(form)) {
      const { words } = visit.frame;
      const number = String(key.id);
      const label = key.label || words.t('desk.organization.key.one', { number });
      const after = words.t(key.isOwn ? 'desk.organization.key.endOwn' : 'desk.organization.key.endBuild');
      const text = html`${words.t('desk.organization.key.endText', { label })} ${after}`;
      const title = words.label('desk.organization.key.endTitle', { number });
      const asked = { title, text, button: words.t('desk.organization.key.endIt'), back: `${visit.root}/keys` };
      return { page: confirmationPage(visit, '/keys', form, asked) };
    }
    await visit.database.transaction(async (transaction) => {
      await revokeKey(transaction, key.id);
      await visit.record(transaction, 'deskKeyRevoke', { slug: visit.organization.slug, keyId: key.id });
    });
    callers.forget();
    return { to: `${visit.root}/keys?done=ended` };
  });
}

const isPurpose = (text: string): text is Purpose => Object.hasOwn(PURPOSES, text);

async function labelProblem(visit: OrganizationVisit, label: string): Promise<Html | null> {
  const { words } = visit.frame;
  if (label === '' || label.length > MAX_LABEL) return words.t('desk.organization.key.sayWhat', { most: MAX_LABEL });
  const valid = (await keysOf(visit)).filter(({ revokedAt }) => revokedAt === null);
  return valid.length < MAX_KEYS ? null : words.t('desk.organization.key.tooMany', { most: MAX_KEYS });
}

const show = async (visit: OrganizationVisit, state: KeyState, status: 200 | 422 = 200): Promise<Answer> => ({
  page: keysPage(visit, await keysOf(visit), state),
  status,
});
