import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reportCreate } from '../../../api/report/report.ts';
import { organizationReports } from '../../../api/report/report-list.ts';
import { threatsList } from '../../../api/threat/takedown.ts';
import { hashExpression, prefixOf } from '../../../asset/index.ts';
import { decodePrefixes } from '../../../blocklist/codec/artifact.ts';
import { runCommand } from '../../command/run.ts';
import type { CommandContext } from '../../command-line/command.ts';
import { holding, lockWaits } from '../../database/database.fixture.ts';
import { LOCKS, lock } from '../../database/database.ts';
import { Refused } from '../../database/refused.ts';
import { assetChanges, assets, organizations, proposals, takedowns, threats } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { assetCheckOf } from '../asset/check.ts';
import { decide } from '../listing/decision.ts';
import { ensurePerson } from '../user/person.ts';
import { type Answer, answerEscalation, type Decision, review } from './review.ts';
import type { Reviewer } from './second-approval.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  await fixture.brand('wallet');
}, 60_000);
afterAll(() => fixture.close());

const run = (...words: string[]) => runWith(undefined, ...words);
/** Gives a command with a key. */
async function runWith(key: string | undefined, ...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const progress = { write: (text: string) => err.push(text) };
  const print = (line: string) => void out.push(line);
  const terminal = { folder: '.', print, progress, ...(key === undefined ? {} : { key }) };
  const { database } = fixture.opened;
  const context: CommandContext = { database, publisher: fixture.service.publisher, terminal };
  return { code: await runCommand(words, context), out: out.join('\n'), err: err.join('') };
}
/** Decides as one person. @returns what came of it, or why it was refused */
const act = (id: number, decision: Decision, more: Partial<Reviewer> = {}) =>
  review(fixture.opened.database, id, decision, { kind: 'human', userId: null, name: 'tester', note: null, ...more });
const refusal = (acted: Promise<unknown>): Promise<string> =>
  acted.then(
    () => 'done',
    (error: Error) => error.message,
  );
const answer = (id: number, given: Answer, note: string | null = null) =>
  answerEscalation(fixture.opened.database, id, given, { name: 'acme', note });
/** Files a report of the organization acme, and gives the numbers of its proposals. */
async function file(...contents: string[]): Promise<{ report: number; ids: number[] }> {
  const body = { assets: contents.map((content) => ({ content, brandSlug: 'wallet' })) };
  const { body: made } = await fixture.call(reportCreate, { body });
  const rows = await fixture.opened.database
    .select()
    .from(proposals)
    .where(eq(proposals.reportId, made.id))
    .orderBy(asc(proposals.id));
  return { report: made.id, ids: rows.map(({ id }) => id) };
}
const recordOf = async (report: number) =>
  (await fixture.call(organizationReports, { query: {} })).body.reports.find(({ id }) => id === report)!;
const statusOf = async (content: string) => (await assetCheckOf(fixture.opened.database, content)).status;

describe('an approval', () => {
  it('blocks the asset, feeds list and changelog, and makes a threat of it', async () => {
    const { report, ids } = await file('approved.example');
    expect(await act(ids[0]!, 'APPROVE', { note: 'Wallet drainer' })).toMatchObject({ reportStatus: 'CLOSED' });
    fixture.service.publisher.notify();
    expect(await assetCheckOf(fixture.opened.database, 'approved.example')).toMatchObject({
      status: 'BLOCKED',
      deciding: { source: 'review', reason: 'Wallet drainer' },
    });
    const changes = await fixture.opened.database
      .select({ to: assetChanges.toStatus, by: assetChanges.decidedBy, reason: assetChanges.reason })
      .from(assetChanges)
      .innerJoin(assets, eq(assets.id, assetChanges.assetId))
      .where(eq(assets.content, 'approved.example'));
    expect(changes).toEqual([{ to: 'BLOCKED', by: 'REVIEW', reason: 'Wallet drainer' }]);
    const { body } = await fixture.call(threatsList, { body: { query: 'APPROVED.ex' } });
    expect(body.threats).toMatchObject([{ content: 'approved.example', type: 'URL' }]);
    const [threat] = await fixture.opened.database.select().from(threats).where(eq(threats.reportId, report));
    expect(threat).toMatchObject({ organizationId: fixture.acme, brandSlug: 'wallet' });
    const prefix = prefixOf(hashExpression('approved.example/'));
    await vi.waitFor(
      async () => {
        const { publisher } = fixture.service;
        const recent = await publisher.file(publisher.list.recent.token);
        expect([...decodePrefixes(recent!)]).toContain(prefix);
      },
      { timeout: 20_000, interval: 50 },
    );
  });

  it('of half of a report leaves it in progress, and the rest closes it', async () => {
    const { report, ids } = await file('one.example', 'two.example');
    expect((await recordOf(report)).status).toBe('TODO');
    await act(ids[0]!, 'APPROVE');
    expect(await recordOf(report)).toMatchObject({ status: 'IN_PROGRESS', needsCustomerReview: true });
    await act(ids[1]!, 'REJECT');
    expect(await recordOf(report)).toMatchObject({ status: 'CLOSED', needsCustomerReview: false });
    expect([await statusOf('one.example'), await statusOf('two.example')]).toEqual(['BLOCKED', 'UNKNOWN']);
  });

  it('of both halves at the same moment closes the report', async () => {
    const { report, ids } = await file('left.example', 'right.example');
    const reviewer = { kind: 'human', userId: null, name: 'tester', note: null } as const;
    await Promise.all(ids.map((id) => review(fixture.opened.database, id, 'APPROVE', reviewer)));
    expect((await recordOf(report)).status).toBe('CLOSED');
  });

  it('counts once, also when two people give it at the same moment', async () => {
    const { ids } = await file('twice.example');
    const reviewer = { kind: 'human', userId: null, name: 'tester', note: null } as const;
    const both = await Promise.allSettled(
      [1, 2].map(() => review(fixture.opened.database, ids[0]!, 'APPROVE', reviewer)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(Refused) });
    expect(await refusal(act(ids[0]!, 'REJECT'))).toContain('is approved already');
  });

  it('and a report of the same asset by the public both come through while an import lets the approval wait', async () => {
    const { database } = fixture.opened;
    const { ids } = await file('crossed.example');
    const key = await fixture.key(['protect', 'report']);
    const running = await holding(database, (transaction) => lock(transaction, LOCKS.listing));
    const reviewer = { kind: 'human', userId: null, name: 'tester', note: null } as const;
    const approval = review(database, ids[0]!, 'APPROVE', reviewer);
    await vi.waitFor(async () => expect(await lockWaits(database)).toBeGreaterThan(0));
    let isReported = false;
    const report = fixture
      .call(reportCreate, { body: { assets: [{ content: 'crossed.example' }] } }, { key })
      .finally(() => {
        isReported = true;
      });
    await vi.waitFor(async () => expect(isReported || (await lockWaits(database)) > 1).toBe(true));
    await running.release();
    expect((await approval).reportStatus).toBe('CLOSED');
    // Refused where it comes after the approval.
    expect([200, 422]).toContain((await report).status);
  });

  it('that must not be is refused, and leaves everything as it was', async () => {
    const { report, ids } = await file('fine.example');
    const { database } = fixture.opened;
    // The rules about platforms may have grown since the report was filed.
    const [platform] = await database
      .insert(assets)
      .values({ digest: new Uint8Array(32), type: 'URL', content: 'vercel.app' })
      .returning();
    await database.update(proposals).set({ assetId: platform!.id }).where(eq(proposals.id, ids[0]!));
    expect(await refusal(act(ids[0]!, 'APPROVE'))).toContain('Not blocked');
    expect((await recordOf(report)).proposals).toMatchObject([{ reviewStatus: 'PENDING' }]);
    await act(ids[0]!, 'REJECT');
  });

  it('of what was proposed to be allowed lifts the block', async () => {
    const { database } = fixture.opened;
    const asset = { type: 'URL', content: 'innocent.example' } as const;
    await decide(database, { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'x', reason: null });
    const body = { assets: [{ content: 'innocent.example', status: 'ALLOWED' as const }] };
    const { body: made } = await fixture.call(reportCreate, { body });
    const [proposal] = await database.select().from(proposals).where(eq(proposals.reportId, made.id));
    await act(proposal!.id, 'APPROVE');
    expect(await statusOf('innocent.example')).toBe('ALLOWED');
    expect((await fixture.call(threatsList, { body: { query: 'innocent' } })).body.threats).toEqual([]);
  });

  it('says in the record who approved', async () => {
    const { report, ids } = await file('automatic.example');
    await act(ids[0]!, 'APPROVE', { kind: 'automation' });
    expect((await recordOf(report)).proposals).toMatchObject([{ reviewerKind: 'automation', decision: 'APPROVE' }]);
    const { body } = await fixture.call(organizationReports, { query: { reviewerKind: 'automation' } });
    expect(body.reports.map(({ id }) => id)).toEqual([report]);
  });
});

describe('where the organization wants a second approval', () => {
  let bo: Reviewer;
  let cy: Reviewer;
  let database: CommandContext['database'];
  const reviewer = async (name: string): Promise<Reviewer> => ({
    ...{ kind: 'human', name, note: 'Drainer' },
    userId: await ensurePerson(database, `${name}@acme.test`, null),
  });
  beforeAll(async () => {
    database = fixture.opened.database;
    [bo, cy] = [await reviewer('bo'), await reviewer('cy')];
    await database
      .update(organizations)
      .set({ adminApprovalActive: true, adminApprovalAssetTypes: ['URL'] })
      .where(eq(organizations.id, fixture.acme));
  });
  afterAll(() => database.update(organizations).set({ adminApprovalActive: false }));

  it('one person alone blocks no asset of that type, whatever they try, and another one does', async () => {
    const { report, ids } = await file('two-people.example');
    const [id] = ids;
    expect(await review(database, id!, 'APPROVE', bo)).toMatchObject({
      needsSecondApproval: true,
      reportStatus: 'TODO',
    });
    expect(await statusOf('two-people.example')).toBe('UNKNOWN');
    expect((await recordOf(report)).proposals).toMatchObject([{ reviewStatus: 'PENDING' }]);
    for (const again of [bo, { ...cy, kind: 'automation' as const }])
      await expect(review(database, id!, 'APPROVE', again)).rejects.toThrow(Refused);
    await review(database, id!, 'SKIP', bo);
    await expect(review(database, id!, 'APPROVE', bo)).rejects.toThrow('of another person');
    expect(await statusOf('two-people.example')).toBe('UNKNOWN');
    expect(await review(database, id!, 'APPROVE', cy)).toMatchObject({ needsSecondApproval: false });
    expect(await statusOf('two-people.example')).toBe('BLOCKED');
    expect(await recordOf(report)).toMatchObject({ status: 'CLOSED' });
  });

  it('the reason of the first one is published, where the second one gives none', async () => {
    const { ids } = await file('reasoned.example');
    await review(database, ids[0]!, 'APPROVE', { ...bo, note: 'Imitates Acme' });
    await review(database, ids[0]!, 'SKIP', { ...cy, note: 'Among us: ask the bank' });
    const [row] = await database.select().from(proposals).where(eq(proposals.id, ids[0]!));
    expect(row!.notes.map(({ by, action, text }) => [by, action, text])).toEqual([
      ['bo', 'APPROVE', 'Imitates Acme'],
      ['cy', 'SKIP', 'Among us: ask the bank'],
    ]);
    await review(database, ids[0]!, 'APPROVE', { ...cy, note: null });
    expect(await assetCheckOf(database, 'reasoned.example')).toMatchObject({ deciding: { reason: 'Imitates Acme' } });
  });

  it('two who approve at the same moment are the first and the second', async () => {
    const { ids } = await file('same-moment.example');
    const both = await Promise.all([bo, cy].map((one) => review(database, ids[0]!, 'APPROVE', one)));
    expect(both.map(({ needsSecondApproval }) => needsSecondApproval).sort()).toEqual([false, true]);
    expect(await statusOf('same-moment.example')).toBe('BLOCKED');
  });

  it('either of them may reject, and other types and what is to be allowed take one approval', async () => {
    const { report, ids } = await file('rejected-then.example', `0x${'ab'.repeat(20)}`);
    await review(database, ids[0]!, 'APPROVE', bo);
    await review(database, ids[0]!, 'REJECT', bo);
    expect(await review(database, ids[1]!, 'APPROVE', bo)).toMatchObject({ needsSecondApproval: false });
    expect(await recordOf(report)).toMatchObject({ status: 'CLOSED' });
    expect(await statusOf('rejected-then.example')).toBe('UNKNOWN');
    const asset = { type: 'URL', content: 'one-lifts.example' } as const;
    await decide(database, { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'x', reason: null });
    const body = { assets: [{ content: 'one-lifts.example', status: 'ALLOWED' as const }] };
    const { body: made } = await fixture.call(reportCreate, { body });
    const [lift] = await database.select().from(proposals).where(eq(proposals.reportId, made.id));
    expect(await review(database, lift!.id, 'APPROVE', bo)).toMatchObject({ needsSecondApproval: false });
  });

  it('nobody in particular is neither of the two', async () => {
    const { ids } = await file('by-nobody.example');
    expect(await refusal(act(ids[0]!, 'APPROVE'))).toContain('nobody knows who gives this one');
  });

  it('a key that is no person’s gives no command that changes something', async () => {
    const organizationKey = await fixture.key(['read']);
    const [gone] = [
      (await run('keys', 'create', '--kind', 'user', '--email', 'flo@acme.test', '--organization', 'acme')).out,
    ];
    const id = (await run('keys', 'list')).out.split('\n').at(-1)!.split('  ')[0]!;
    await run('keys', 'revoke', id);
    for (const key of [organizationKey, gone, 'x'])
      expect(await runWith(key, 'block', 'nobodys-word.example')).toMatchObject({
        code: 1,
        err: expect.stringContaining('WARY_KEY is no valid key of a person'),
      });
    expect(await statusOf('nobodys-word.example')).toBe('UNKNOWN');
  });
});

describe('a threat', () => {
  it('ends with its block and begins again with the next one', async () => {
    const { database } = fixture.opened;
    const asset = { type: 'URL', content: 'again.example' } as const;
    const first = await file('again.example');
    await act(first.ids[0]!, 'APPROVE');
    const listed = async () => (await fixture.call(threatsList, { body: { query: 'again.example' } })).body.threats;
    const [before] = await listed();
    await decide(database, { asset, status: 'UNKNOWN', decidedBy: 'OPERATOR', source: 'x', reason: null });
    expect(await listed()).toEqual([]);
    const second = await file('again.example');
    await act(second.ids[0]!, 'APPROVE');
    const [after] = await listed();
    expect(after!.id).toBe(before!.id);
    expect(after!.blockedAt > before!.blockedAt).toBe(true);
  });
});

describe('an escalation', () => {
  it('waits for the organization, which answers once, and then for the review', async () => {
    const { report, ids } = await file('asked.example');
    const id = ids[0]!;
    expect(await refusal(answer(id, 'APPROVE'))).toContain('is not escalated');
    await act(id, 'ESCALATE');
    expect(await refusal(act(id, 'ESCALATE'))).toContain('escalated already');
    expect((await recordOf(report)).proposals).toMatchObject([
      { decision: 'ESCALATE', escalatedToOrganization: true, reviewStatus: 'PENDING' },
    ]);
    await answer(id, 'APPROVE', 'Not ours');
    expect(await refusal(answer(id, 'REJECT'))).toContain('is answered already');
    expect((await recordOf(report)).proposals[0]!.answeredAt).toMatch(/Z$/);
    await act(id, 'APPROVE');
    expect((await recordOf(report)).status).toBe('CLOSED');
  });

  it('needs an organization that can be asked', async () => {
    const key = await fixture.key(['report'], [fixture.acme, fixture.foreign]);
    const body = { assets: [{ content: 'nobodys.example' }] };
    const { body: made } = await fixture.call(reportCreate, { body }, { key });
    const [row] = await fixture.opened.database.select().from(proposals).where(eq(proposals.reportId, made.id));
    expect(await refusal(act(row!.id, 'ESCALATE'))).toContain('belongs to no organization');
    await act(row!.id, 'APPROVE');
    expect(await statusOf('nobodys.example')).toBe('BLOCKED');
  });
});

it('says what is wrong with a proposal that there is not', async () => {
  expect(await refusal(act(999_999, 'APPROVE'))).toBe('There is no proposal 999999');
});

describe('automated takedowns', () => {
  const automate = (values: Partial<typeof organizations.$inferInsert>) =>
    fixture.opened.database.update(organizations).set(values).where(eq(organizations.id, fixture.acme));
  afterAll(() => automate({ takedownsActive: true, takedownsAutomated: false }));
  const filed = async () =>
    (await fixture.opened.database.select().from(takedowns)).map(({ status, automated, brandSlug }) => ({
      status,
      automated,
      brandSlug,
    }));
  const approve = async (content: string) => {
    const { ids } = await file(content);
    await act(ids[0]!, 'APPROVE');
  };

  it('are filed for what a review blocks, where the organization has them on', async () => {
    await approve('by-hand.example');
    await automate({ takedownsActive: false, takedownsAutomated: true });
    await approve('no-takedowns.example');
    expect(await filed()).toEqual([]);
    await automate({ takedownsActive: true });
    await approve('automated.example');
    expect(await filed()).toEqual([{ status: 'TODO', automated: true, brandSlug: 'wallet' }]);
  });
});
