import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
const someone = (email: string) => desk.person('reviewer', { email });
const approve = (who: Someone, { id, proposals }: { id: number; proposals: number[] }) =>
  who.post(`/desk/reports/${id}/decision`, { decision: 'APPROVE', note: '', proposal: proposals.map(String) });

it('one person is no second one with another key', async () => {
  const report = await desk.report(['twice-alone.example']);
  const ada = await someone('ada@acme.test');
  expect((await approve(ada, report)).headers.get('location')).toContain('done=once');
  for (const session of [ada, await someone('ada@acme.test')]) {
    const again = await approve(session, report);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('waits for the approval of another')]);
  }
  expect(await statusOf('twice-alone.example')).toBe('UNKNOWN');
  expect((await approve(await someone('dan@acme.test'), report)).status).toBe(303);
  expect(await statusOf('twice-alone.example')).toBe('BLOCKED');
});
