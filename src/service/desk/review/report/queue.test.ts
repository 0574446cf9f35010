import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reports } from '../../../database/schema/index.ts';
import { ask } from '../../../feature/receipt/receipt.ts';
import { review } from '../../../feature/review/review.ts';
import { DeskFixture, type Visitor } from '../../desk.fixture.ts';

let desk: DeskFixture;
let viewer: Visitor;
beforeAll(async () => {
  desk = await DeskFixture.open();
  viewer = await desk.person('viewer');
}, 60_000);
afterAll(() => desk.close());

const HOUR = 3_600_000;
const someone = { kind: 'human', userId: null, name: 'someone', note: null } as const;
async function report(content: string, hoursAgo: number) {
  const made = await desk.report([content]);
  const createdAt = new Date(Date.now() - hoursAgo * HOUR);
  await desk.database.update(reports).set({ createdAt }).where(eq(reports.id, made.id));
  return made;
}
const hosts = async (path: string, visitor = viewer) =>
  [...(await visitor.get(path)).text.matchAll(/class="mono">(\w+)\.example</g)].map(([, host]) => host);

it('is oldest first with what was skipped behind, tells what is late, and leaves out what is decided', async () => {
  const [late, soon, skipped, gone] = [
    await report('late.example', 72),
    await report('soon.example', 20),
    await report('skipped.example', 90),
    await report('gone.example', 100),
  ];
  await review(desk.database, skipped.proposals[0]!, 'SKIP', someone);
  await review(desk.database, gone.proposals[0]!, 'REJECT', someone);
  const { text } = await viewer.get('/desk');
  expect(await hosts('/desk')).toEqual(['late', 'soon', 'skipped']);
  expect(text).toContain('overdue by 2 days');
  expect(text).toMatch(/due in [34] hours/);
  expect(text).toContain('Open (3)');
  expect(await hosts('/desk?part=late')).toEqual(['late', 'skipped']);
  await review(desk.database, late.proposals[0]!, 'ESCALATE', someone);
  expect(await hosts('/desk?part=escalated')).toEqual(['late']);
  await ask(desk.database, 'report', soon.id, 'Where did you see it?');
  expect(await hosts('/desk?part=asked')).toEqual(['soon']);
  expect(await hosts('/desk?part=nonsense')).toEqual(['late', 'soon', 'skipped']);
});

it('holds what belongs to the organizations of the key, and all of it for who sees everything', async () => {
  const key = await desk.service.key(['report'], [desk.service.foreign]);
  await desk.report(['foreign.example'], {}, key);
  const both = await desk.service.key(['report'], [desk.service.acme, desk.service.foreign]);
  await desk.report(['nobodys.example'], {}, both);
  expect(await hosts('/desk')).not.toContain('foreign');
  const other = await desk.person('viewer', { organizationIds: [desk.service.foreign] });
  expect(await hosts('/desk', other)).toEqual(['foreign']);
  const all = await desk.person('viewer', { everything: true });
  expect(await hosts('/desk', all)).toEqual(expect.arrayContaining(['foreign', 'nobodys', 'late']));
});

it('is read page by page without a gap or a repetition', { timeout: 60_000 }, async () => {
  const everyone = await desk.person('viewer', {
    organizationIds: [await desk.service.organization({ slug: 'busy' })],
  });
  const [organization] = (await desk.database.query.organizations.findMany()).filter(({ slug }) => slug === 'busy');
  const key = await desk.service.key(['report'], [organization!.id]);
  const contents = Array.from({ length: 120 }, (_, index) => `busy${index}.example`);
  for (const content of contents) await desk.report([content], {}, key);
  const seen: (string | undefined)[] = [];
  let path: string | undefined = '/desk';
  while (path !== undefined) {
    seen.push(...(await hosts(path, everyone)));
    path = /href="(\/desk\?[^"]*after=\d+)"/.exec((await everyone.get(path)).text)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(seen).toEqual(contents.map((content) => content.split('.')[0]));
});

it('shows what strangers wrote as text', async () => {
  await desk.report(['hostile.example'], { title: '<script>alert(1)</script>' });
  const { text } = await viewer.get('/desk');
  expect(text).toContain('&lt;script&gt;alert(1)');
  expect(text).not.toContain('<script>alert');
});
