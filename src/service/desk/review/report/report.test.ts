import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { attachmentUpload } from '../../../../api/report/attachment.ts';
import { reportAnswer, reportRead } from '../../../../api/report/report.ts';
import { holding, lockWaits, storedText } from '../../../database/database.fixture.ts';
import {
  assets,
  auditEntries,
  organizations,
  proposals,
  reportAssets,
  reports,
} from '../../../database/schema/index.ts';
import { assetCheckOf } from '../../../feature/asset/check.ts';
import { decide as decideAsset } from '../../../feature/listing/decision.ts';
import { replaceTopSites } from '../../../feature/listing/reach.ts';
import { eraseByReceipt } from '../../../feature/receipt/erasure.ts';
import { fileReport } from '../../../feature/report/filing.ts';
import { readProposed } from '../../../feature/report/proposed.ts';
import { DeskFixture, versionIn } from '../../desk.fixture.ts';
import { mergeReports } from './merge.ts';

type Someone = Awaited<ReturnType<DeskFixture['person']>>;
let desk: DeskFixture;
let viewer: Someone;
let reviewer: Someone;
let admin: Someone;
beforeAll(async () => {
  desk = await DeskFixture.open();
  [viewer, reviewer, admin] = [await desk.person('viewer'), await desk.person('reviewer'), await desk.person('admin')];
}, 60_000);
afterAll(() => desk.close());

const statusOf = async (content: string) => (await assetCheckOf(desk.database, content)).status;
const decide = (
  who: Someone,
  { id, proposals: ids }: { id: number; proposals: number[] },
  decision: string,
  note = '',
) => who.post(`/desk/reports/${id}/decision`, { decision, note, proposal: ids.map(String) });
const page = async (who: Someone, id: number) => (await who.get(`/desk/reports/${id}`)).text;
const proposalsOf = (id: number) =>
  desk.database.select().from(proposals).where(eq(proposals.reportId, id)).orderBy(asc(proposals.id));
const follow = async (receipt: string) => (await desk.service.call(reportRead, { params: { receipt } })).body;

describe('a report on a page', () => {
  it('shows what was sent, and how to reach the reporter to those who decide', async () => {
    const key = await desk.service.key(['report']);
    const file = new File(['A note'], 'note.txt');
    const { body } = await desk.service.call(attachmentUpload, { body: { file: [file] } }, { key });
    const [uploaded] = body.attachments;
    const { id } = await desk.report(
      ['https://Shown.example/x', '0xbad0000000000000000000000000000000000009'],
      {
        title: '<b>Bold</b> \u202egnp.exe',
        externalReporter: { platform: 'forum', platformIdentifier: '7', displayName: 'Ada of the forum' },
        description: 'It asked for\nmy phrase.',
        contactInfo: 'me@reporter.test',
        attachmentUrls: [uploaded!.url],
      },
      key,
    );
    const seen = await page(reviewer, id);
    for (const part of ['shown.example', 'https://Shown.example/x', '0xbad0000000000000000000000000000000000009'])
      expect(seen.toLowerCase()).toContain(part.toLowerCase());
    expect(seen).toContain('&lt;b&gt;Bold&lt;/b&gt; [U+202E]gnp.exe');
    expect(seen).toContain('Ada of the forum');
    expect(seen).toContain('It asked for\nmy phrase.');
    expect(seen).toContain('me@reporter.test');
    expect(await page(viewer, id)).not.toMatch(/me@reporter\.test|Ada of the forum/);
    expect(seen).not.toMatch(/<style|style=|javascript:/i);
    const path = /href="(\/desk\/files\/[\w-]{22})"/.exec(seen)?.[1];
    const download = await viewer.get(path!);
    expect(download.text).toBe('A note');
    expect(download.headers.get('content-security-policy')).toContain('sandbox');
    const stranger = await desk.person('admin', { organizationIds: [desk.service.foreign] });
    expect((await stranger.get(path!)).status).toBe(404);
    expect((await stranger.get(`/desk/reports/${id}`)).status).toBe(404);
  });

  it('says what a block would reach: a platform, sites that many people visit, one page', async () => {
    await replaceTopSites(desk.database, ['mail.popular.example', 'popular.example']);
    const { id } = await desk.report(['popular.example', 'quiet.example', 'https://sites.google.com/view/scam']);
    const seen = await page(viewer, id);
    expect(seen.replace(/<\/?bdi[^>]*>/g, '')).toContain(
      '2 of the most visited sites: mail.popular.example (1), popular.example (2)',
    );
    expect(seen).toContain('None of the most visited sites is among them');
    expect(seen).toContain('This page or account alone');
  });

  it('takes two people to block a host of many visitors or many blocked pages, or an admin who overrides that', async () => {
    await replaceTopSites(desk.database, ['visited.example']);
    const listed = (place: string) => ({ type: 'PAGE', content: `many.example/${place}` }) as const;
    for (let place = 0; place < 10; place += 1)
      await desk.database.transaction((transaction) =>
        decideAsset(transaction, {
          asset: listed(`${place}/x`),
          status: 'BLOCKED',
          decidedBy: 'LIST',
          source: 'list',
          reason: null,
        }),
      );
    await desk.report(['below.many.example'], {}, await desk.service.key(['report'], [desk.service.foreign]));
    await desk.report(['also.many.example']);
    const report = await desk.report(['many.example', 'visited.example']);
    const seen = await page(admin, report.id);
    expect(seen).toContain('many pages are blocked one by one');
    expect(seen).toContain('10 of its pages are blocked one by one; 1 other proposal waits about it');
    expect(seen).toContain('name="override"');
    expect(await page(reviewer, report.id)).not.toContain('name="override"');
    const override = { decision: 'APPROVE', note: '', override: 'yes', proposal: String(report.proposals[0]) };
    expect((await reviewer.post(`/desk/reports/${report.id}/decision`, override)).text).toContain('An admin may');
    expect(
      (await decide(reviewer, { ...report, proposals: [report.proposals[1]!] }, 'APPROVE')).headers.get('location'),
    ).toContain('done=once');
    expect([await statusOf('many.example'), await statusOf('visited.example')]).toEqual(['UNKNOWN', 'UNKNOWN']);
    expect((await admin.post(`/desk/reports/${report.id}/decision`, override)).status).toBe(303);
    expect(await statusOf('many.example')).toBe('BLOCKED');
    expect(await page(admin, report.id)).toContain('overriding the second approval');
  });

  it('says that an account is blocked already', async () => {
    const { id } = await desk.report(['https://x.com/evil_account']);
    expect(await page(viewer, id)).toContain('not listed now');
    const by = { status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'operator', reason: 'Fake support' } as const;
    await decideAsset(desk.database, { asset: { type: 'TWITTER', content: 'evil_account' }, ...by });
    const seen = await page(viewer, id);
    expect(seen).toContain('blocked now');
    expect(seen).toContain('Fake support');
  });

  it('leads to what else is known of its assets, as far as the person sees it', async () => {
    const earlier = await desk.report(['again.example']);
    await decide(reviewer, earlier, 'REJECT');
    const foreign = await desk.report(
      ['again.example'],
      {},
      await desk.service.key(['report'], [desk.service.foreign]),
    );
    const { id } = await desk.report(['again.example']);
    const seen = await page(viewer, id);
    expect(seen).toContain(`<a href="/desk/reports/${earlier.id}">`);
    expect(seen).not.toContain(`/desk/reports/${foreign.id}"`);
  });

  it.each(['0', '999999', 'x', '1e3', '%00'])('with the number %s is none', async (number) => {
    expect((await viewer.get(`/desk/reports/${number}`)).status).toBe(404);
  });
});

describe('a decision', () => {
  it('blocks what is approved, tells the reporter, and is written into the audit log', async () => {
    const report = await desk.report(['blocked.example']);
    const { status, headers } = await decide(reviewer, report, 'APPROVE', 'Wallet drainer');
    expect([status, headers.get('location')]).toEqual([303, expect.stringContaining(`done=APPROVE&of=${report.id}`)]);
    expect((await reviewer.get(headers.get('location')!)).text).toContain(`Report ${report.id} is approved.`);
    expect((await assetCheckOf(desk.database, 'blocked.example')).deciding?.reason).toBe('Wallet drainer');
    expect((await follow(report.receipt)).state).toBe('BLOCKED');
    const [entry] = await desk.database.select().from(auditEntries).where(eq(auditEntries.action, 'deskApprove'));
    expect(entry).toMatchObject({ actor: 'DESK', userName: reviewer.email, apiKeyId: reviewer.keyId });
    expect(entry!.detail).toMatchObject({ reportId: report.id, content: 'blocked.example' });
    expect(JSON.stringify(entry!.detail)).not.toContain('drainer');
    expect(await page(viewer, report.id)).toContain(`${reviewer.email} approved`);
    const again = await decide(admin, report, 'REJECT');
    expect([again.status, again.text.includes('blocked.example is approved already')]).toEqual([409, true]);
  });

  it('is about the chosen assets, and of several all or none', async () => {
    const report = await desk.report(['one.example', 'two.example', 'three.example']);
    const some = await decide(reviewer, { ...report, proposals: report.proposals.slice(0, 1) }, 'REJECT');
    expect(some.headers.get('location')).toContain(`/desk/reports/${report.id}?`);
    const refused = await decide(reviewer, report, 'APPROVE', 'My reason');
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('My reason</textarea>');
    expect(await statusOf('two.example')).toBe('UNKNOWN');
    await decide(reviewer, { ...report, proposals: report.proposals.slice(1) }, 'APPROVE');
    expect([await statusOf('one.example'), await statusOf('two.example')]).toEqual(['UNKNOWN', 'BLOCKED']);
  });

  it('is no viewer’s, nobody’s of another organization, and none without what it is about', async () => {
    const report = await desk.report(['kept.example']);
    const other = await desk.report(['other.example']);
    const stranger = await desk.person('admin', { organizationIds: [desk.service.foreign] });
    expect((await decide(viewer, report, 'APPROVE')).status).toBe(403);
    expect((await decide(stranger, report, 'APPROVE')).status).toBe(404);
    expect((await decide(reviewer, { id: report.id, proposals: other.proposals }, 'APPROVE')).status).toBe(409);
    expect((await decide(reviewer, { id: report.id, proposals: [] }, 'APPROVE')).text).toContain(
      'Choose what it is about',
    );
    expect((await decide(reviewer, report, 'DELETE')).text).toContain('Press one of the buttons');
    expect((await decide(reviewer, report, 'REJECT', 'x'.repeat(2_001))).text).toContain('at most 2,000');
    expect(await page(viewer, report.id)).not.toContain('value="APPROVE"');
    expect([await statusOf('kept.example'), await statusOf('other.example')]).toEqual(['UNKNOWN', 'UNKNOWN']);
  });

  it('takes two people where the organization wants two', async () => {
    const set = (adminApprovalActive: boolean) =>
      desk.database
        .update(organizations)
        .set({ adminApprovalActive, adminApprovalAssetTypes: ['URL'] })
        .where(eq(organizations.id, desk.service.acme));
    await set(true);
    await replaceTopSites(desk.database, ['both.example']);
    const report = await desk.report(['both.example', '0x52908400098527886E0F7030069857D2E4169EE7']);
    const [site] = report.proposals;
    const before = await page(admin, report.id);
    expect(before.match(/needs two approvals/g)).toHaveLength(1);
    for (const untrue of ['name="override"', 'of one admin who overrides']) expect(before).not.toContain(untrue);
    report.proposals = [site!];
    expect((await decide(reviewer, report, 'APPROVE')).headers.get('location')).toContain('done=once');
    expect((await decide(reviewer, report, 'APPROVE')).text).toContain('waits for the approval of another person');
    expect(await statusOf('both.example')).toBe('UNKNOWN');
    expect(await page(admin, report.id)).toContain(`approved once, by ${reviewer.email}`);
    expect((await decide(admin, report, 'APPROVE')).status).toBe(303);
    expect(await statusOf('both.example')).toBe('BLOCKED');
    expect(await page(admin, report.id)).not.toContain('needs two approvals');
    await set(false);
  });

  it('that is escalated is answered by an admin alone, and then made', async () => {
    const report = await desk.report(['escalated.example']);
    await decide(reviewer, report, 'ESCALATE');
    const fields = { answer: 'REJECT', note: '', proposal: String(report.proposals[0]) };
    expect((await reviewer.post(`/desk/reports/${report.id}/answer`, fields)).status).toBe(403);
    expect(await page(reviewer, report.id)).not.toContain('Answer for the organization');
    expect(await page(admin, report.id)).toContain('Answer for the organization');
    expect((await admin.post(`/desk/reports/${report.id}/answer`, fields)).status).toBe(303);
    expect(await page(reviewer, report.id)).toContain('the organization doesn’t want it blocked');
    expect((await reviewer.get('/desk?part=answered')).text).toContain('escalated.example');
    await decide(reviewer, report, 'REJECT');
    expect((await proposalsOf(report.id))[0]).toMatchObject({ reviewStatus: 'REJECTED' });
  });

  it('that somebody else decided first loses nothing that was written with it', async () => {
    const report = await desk.report(['decided-by-two.example']);
    await decide(admin, report, 'REJECT');
    const written = { note: 'Took me an hour.', message: 'Thank you all.' };
    const fields = { decision: 'APPROVE', proposal: String(report.proposals[0]), ...written };
    const { status, text } = await reviewer.post(`/desk/reports/${report.id}/decision`, fields);
    expect(status).toBe(409);
    for (const words of Object.values(written)) expect(text).toContain(`>${words}</p>`);
  });

  it('shows the next reviewer what was written with those before, also after a merge', async () => {
    await replaceTopSites(desk.database, ['noted.example']);
    const [into, from] = [await desk.report(['noted.example']), await desk.report(['beside.example'])];
    const [asset] = await desk.database.select().from(assets).where(eq(assets.content, 'noted.example'));
    const [same] = await desk.database
      .insert(proposals)
      .values({ reportId: from.id, assetId: asset!.id, proposedStatus: 'BLOCKED' })
      .returning({ id: proposals.id });
    const named = { reportId: from.id, assetId: asset!.id, submittedContent: 'noted.example' };
    await desk.database.insert(reportAssets).values(named);
    const written: string[] = [];
    /** The notes of a report as the next person sees them. */
    const expectNotes = async (id: number) => {
      const seen = await page(viewer, id);
      const places = written.map((text) => seen.indexOf(`>${text}</p>`));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    };
    const write = async (who: Someone, id: number, proposal: number, decision: string, text: string) => {
      await decide(who, { id, proposals: [proposal] }, decision, text);
      written.push(text);
      await expectNotes(id);
    };
    await write(reviewer, from.id, same!.id, 'SKIP', 'The shop does not answer.');
    await write(reviewer, from.id, same!.id, 'ESCALATE', 'Is it your reseller?');
    const answer = { answer: 'APPROVE', note: 'We have no reseller.', proposal: String(same!.id) };
    await admin.post(`/desk/reports/${from.id}/answer`, answer);
    written.push(answer.note);
    await expectNotes(from.id);
    expect(await page(viewer, from.id)).toContain(`${admin.email} answered for the organization`);
    await reviewer.post(`/desk/reports/${from.id}/merge`, { into: String(into.id) });
    await write(reviewer, into.id, into.proposals[0]!, 'APPROVE', 'Sells what does not exist.');
    await write(admin, into.id, into.proposals[0]!, 'REJECT', 'Sold out, no scam.');
  });
});

it('a question reaches the holder of the receipt, and the answer the desk', async () => {
  const { id, receipt } = await desk.report(['asked.example']);
  const ask = (question: string, more = {}) => reviewer.post(`/desk/reports/${id}/question`, { question, ...more });
  expect((await ask('  ')).text).toContain('Write the question');
  expect((await viewer.post(`/desk/reports/${id}/question`, { question: 'Why?' })).status).toBe(403);
  expect((await ask('Where did you see it?')).status).toBe(303);
  expect(await follow(receipt)).toMatchObject({ state: 'INFORMATION_ASKED', question: 'Where did you see it?' });
  const opened = versionIn(await page(reviewer, id));
  const body = { question: 'Where did you see it?', text: 'In <i>an ad</i>.' };
  await desk.service.call(reportAnswer, { params: { receipt }, body });
  const seen = await page(viewer, id);
  expect(seen).toContain('In &lt;i&gt;an ad');
  expect((await viewer.get('/desk?part=answered')).text).toContain('asked.example');
  const unseen = await ask('And when?', opened);
  expect([unseen.status, unseen.text]).toEqual([409, expect.stringContaining('In &lt;i&gt;an ad')]);
  expect((await ask('And when?', versionIn(unseen.text))).status).toBe(303);
});

describe('merging', () => {
  const merge = (from: number, into: number | string, who = reviewer) =>
    who.post(`/desk/reports/${from}/merge`, { into: String(into) });

  it('decides both at once, and each receipt follows its own part', async () => {
    const into = await desk.report(['same.example']);
    const words = { title: 'Second title', description: 'It moved.', contactInfo: 'second@reporter.test' };
    const from = await desk.report(['more.example'], words);
    await desk.database.insert(proposals).values({
      reportId: from.id,
      assetId: (await desk.database.select().from(assets).where(eq(assets.content, 'same.example')))[0]!.id,
      proposedStatus: 'BLOCKED',
    });
    expect((await merge(from.id, into.id)).headers.get('location')).toContain(`/desk/reports/${into.id}?done=merged`);
    const [merged] = await desk.database.select().from(reports).where(eq(reports.id, from.id));
    expect(merged).toMatchObject({ status: 'CLOSED', mergedIntoId: into.id, contactInfo: null });
    expect(await page(viewer, from.id)).toContain(`/desk/reports/${into.id}"`);
    const seen = await page(reviewer, into.id);
    for (const part of ['more.example', ...Object.values(words)]) expect(seen).toContain(part);
    expect((await follow(from.receipt)).state).toBe('RECEIVED');
    const proposed = await proposalsOf(into.id);
    expect(proposed).toHaveLength(2);
    await decide(reviewer, { id: into.id, proposals: proposed.map(({ id }) => id) }, 'APPROVE');
    expect([await statusOf('same.example'), await statusOf('more.example')]).toEqual(['BLOCKED', 'BLOCKED']);
    expect((await follow(from.receipt)).state).toBe('BLOCKED');
    await eraseByReceipt(desk.database, 'report', from.receipt);
    const all = await storedText(desk.database);
    for (const part of Object.values(words)) expect(all).not.toContain(part);
  });

  it('keeps what a receipt follows that is issued at the same moment', async () => {
    const into = await desk.report(['place.example']);
    const from = await desk.report(['moment.example']);
    await desk.database.insert(proposals).values({
      reportId: into.id,
      assetId: (await desk.database.select().from(assets).where(eq(assets.content, 'moment.example')))[0]!.id,
      proposedStatus: 'BLOCKED',
    });
    let receipt = '';
    const filing = await holding(desk.database, async (transaction) => {
      const visitor = {
        ...{ apiKeyId: null, organization: { id: desk.service.acme, slug: 'acme', name: 'Acme' } },
        isPublic: true,
        source: 'APP',
      } as const;
      const body = { assets: [{ content: 'moment.example', status: 'BLOCKED' as const }] };
      ({ receipt } = await fileReport(transaction, visitor, body, await readProposed(transaction, null, body.assets)));
    });
    const merging = merge(from.id, into.id);
    await vi.waitFor(async () => expect(await lockWaits(desk.database)).toBeGreaterThan(0));
    await filing.release();
    expect((await merging).status).toBe(303);
    const all = await proposalsOf(into.id);
    await decide(reviewer, { id: into.id, proposals: all.map(({ id }) => id) }, 'REJECT');
    expect((await follow(receipt)).state).toBe('NOT_BLOCKED');
  });

  const everything = { person: { isWholeDesk: true } } as unknown as Parameters<typeof mergeReports>[1];

  it('refuses a decision about a proposal that ends by the merge at the same moment', async () => {
    const [into, from] = [await desk.report(['ends-into.example']), await desk.report(['ends.example'])];
    const { assetId } = (await proposalsOf(from.id))[0]!;
    await desk.database.insert(proposals).values({ reportId: into.id, assetId, proposedStatus: 'BLOCKED' });
    const merging = await holding(desk.database, (inner) => mergeReports(inner, everything, from.id, into.id));
    const decided = decide(reviewer, from, 'REJECT');
    await vi.waitFor(async () => expect(await lockWaits(desk.database)).toBeGreaterThan(0));
    await merging.release();
    expect((await decided).status).toBe(409);
  });

  it('waits for no erasure that waits for it', async () => {
    const [into, from] = [
      await desk.report(['waits-into.example']),
      await desk.report(['waits.example'], { title: 'Gone' }),
    ];
    let merge = async () => {};
    const merging = await holding(desk.database, async (inner) => {
      await inner.select().from(reports).where(eq(reports.id, from.id)).for('no key update');
      merge = () => mergeReports(inner, everything, from.id, into.id);
    });
    const erased = desk.database.transaction((inner) => eraseByReceipt(inner, 'report', from.receipt));
    await vi.waitFor(async () => expect(await lockWaits(desk.database)).toBeGreaterThan(0));
    await merge();
    await merging.release();
    await erased;
    expect(await page(reviewer, into.id)).not.toContain('Gone');
  });

  it('keeps what each reporter said of an asset', async () => {
    const into = await desk.report(['plain.example']);
    const from = await desk.report([], { assets: [{ content: 'drained.example', kind: 'drainer' }] });
    await merge(from.id, into.id);
    expect(await page(viewer, into.id)).toContain('Wallet drainer');
  });

  it('leaves the picture of each reporter to be erased with their receipt', async () => {
    const into = await desk.report(['seen.example']);
    const screenshot = { url: 'https://pictures.example/of-it.png', takenBy: 'Somebody' };
    const from = await desk.report([], { assets: [{ content: 'pictured.example', screenshot }] });
    await merge(from.id, into.id);
    expect(await page(reviewer, into.id)).toContain(screenshot.url);
    await eraseByReceipt(desk.database, 'report', from.receipt);
    for (const { id } of [from, into]) expect(await page(reviewer, id)).not.toContain(screenshot.url);
    const stored = await desk.database.select().from(reportAssets);
    expect(JSON.stringify(stored)).not.toMatch(/of-it\.png|Somebody/);
  });

  it('takes two open reports of one organization', async () => {
    const [one, two] = [await desk.report(['first.example']), await desk.report(['second.example'])];
    const foreign = await desk.report(
      ['third.example'],
      {},
      await desk.service.key(['report'], [desk.service.foreign]),
    );
    await decide(reviewer, two, 'REJECT');
    const everywhere = await desk.person('reviewer', { everything: true });
    for (const [into, reason, who] of [
      [one.id, 'with itself', reviewer],
      [two.id, 'is closed', reviewer],
      [foreign.id, 'There’s no report', reviewer],
      [foreign.id, 'another organization', everywhere],
      ['x', 'Enter the number', reviewer],
    ] as const) {
      const { status, text } = await merge(one.id, into, who);
      expect([status, text.includes(reason)]).toEqual([409, true]);
    }
  });
});
