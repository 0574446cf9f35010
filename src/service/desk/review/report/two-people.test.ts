import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SCOPES } from '../../../../api/operation.ts';
import { userMeUpdate } from '../../../../api/organization/user.ts';
import { organizations } from '../../../database/schema/index.ts';
import { assetCheckOf } from '../../../feature/asset/check.ts';
import { DeskFixture } from '../../desk.fixture.ts';

type Someone = Awaited<ReturnType<DeskFixture['person']>>;
let desk: DeskFixture;
beforeAll(async () => {
  desk = await DeskFixture.open();
  await desk.database
    .update(organizations)
    .set({ adminApprovalActive: true, adminApprovalAssetTypes: ['URL'] })
    .where(eq(organizations.id, desk.service.acme));
}, 60_000);
afterAll(() => desk.close());

const statusOf = async (content: string) => (await assetCheckOf(desk.database, content)).status;
const someone = (email: string) => desk.person('reviewer', { email, scopes: SCOPES });
const rename = async ({ key }: Someone, email: string) =>
  (await desk.service.call(userMeUpdate, { body: { email } }, { key })).status;
const approve = (who: Someone, { id, proposals }: { id: number; proposals: number[] }) =>
  who.post(`/desk/reports/${id}/decision`, { decision: 'APPROVE', note: '', proposal: proposals.map(String) });

it('one person is no second one after a change of the e-mail address, nor with another key', async () => {
  const report = await desk.report(['renamed.example']);
  const ada = await someone('ada@acme.test');
  expect((await approve(ada, report)).headers.get('location')).toContain('done=once');
  expect(await rename(ada, 'bea@acme.test')).toBe(200);
  const otherKey = await someone('bea@acme.test');
  for (const session of [ada, otherKey]) {
    const again = await approve(session, report);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('waits for the approval of another')]);
  }
  expect(await statusOf('renamed.example')).toBe('UNKNOWN');
});

it('another person is one, also under the address that the first one had', async () => {
  const report = await desk.report(['address-passed-on.example']);
  const [cleo, dan] = [await someone('cleo@acme.test'), await someone('dan@acme.test')];
  await approve(cleo, report);
  expect([await rename(cleo, 'cleo@elsewhere.test'), await rename(dan, 'cleo@acme.test')]).toEqual([200, 200]);
  expect((await approve(dan, report)).status).toBe(303);
  expect(await statusOf('address-passed-on.example')).toBe('BLOCKED');
});
