import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportCreate } from '../../../api/report/report.ts';
import { runCommand } from '../../command/run.ts';
import { Refused } from '../../database/refused.ts';
import { assets } from '../../database/schema/asset.ts';
import { organizationAssets } from '../../database/schema/organization.ts';
import { proposals } from '../../database/schema/report.ts';
import { auditEntries } from '../../database/schema/service.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';
import { knownAsset } from '../listing/entry.ts';
import { namedAssets } from '../report/proposed.ts';
import { review } from '../review/review.ts';
import { ensurePerson } from '../user/person.ts';
import { assetCheckOf } from './check.ts';

let fixture: ServiceFixture;
let folder: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  folder = await mkdtemp(join(tmpdir(), 'wary-reach-'));
  await writeFile(
    join(folder, 'top.csv'),
    '1,popular.example\n2,www.shop.example\n3,mail.portal.example\n4,portal.example\n',
  );
  expect(await run('top-sites', 'load', 'top.csv')).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 top sites'),
  });
}, 60_000);
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (...words: string[]) => runWith(undefined, ...words);
/** Gives a command with a key. */
async function runWith(key: string | undefined, ...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const progress = { write: (text: string) => err.push(text) };
  const print = (line: string) => void out.push(line);
  const terminal = { folder, print, progress, ...(key === undefined ? {} : { key }) };
  const { opened, service } = fixture;
  const code = await runCommand(words, { database: opened.database, publisher: service.publisher, terminal });
  return { code, out: out.join('\n'), err: err.join('') };
}
const statusOf = async (content: string) => (await assetCheckOf(fixture.opened.database, content)).status;
const entry = (content: string) =>
  ({
    asset: { type: 'URL', content },
    status: 'BLOCKED',
    decidedBy: 'OPERATOR',
    source: 'operator',
    reason: null,
  }) as const;

describe('a site that many people visit', () => {
  it('is blocked by an operator only with --force, which the audit log shows', async () => {
    expect(await run('block', 'popular.example')).toMatchObject({
      code: 1,
      err: expect.stringContaining('number 1 of the top sites'),
    });
    expect((await run('block', 'popular.example')).code).toBe(1);
    expect(await statusOf('popular.example')).toBe('UNKNOWN');
    expect((await run('block', 'popular.example', '--force')).code).toBe(0);
    expect(await statusOf('popular.example')).toBe('BLOCKED');
    const entries = await fixture.opened.database
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'block'))
      .orderBy(auditEntries.id);
    expect(entries.map(({ outcome }) => outcome)).toEqual(['REFUSED', 'REFUSED', 'DONE']);
    expect(entries[2]!.detail).toMatchObject({ force: true });
  });

  it('is blocked once a second person asks for it', async () => {
    const keyOf = async (email: string) =>
      (await run('keys', 'create', '--kind', 'user', '--email', email, '--organization', 'acme')).out;
    const [ann, alsoAnn, bob] = [
      await keyOf('ann@acme.test'),
      await keyOf('ann@acme.test'),
      await keyOf('bob@acme.test'),
    ];
    const block = (key?: string) => runWith(key, 'block', 'shop.example');
    expect((await block()).err).toContain('WARY_KEY');
    for (const same of [ann, alsoAnn]) expect((await block(same)).err).toContain('once another person asks for it');
    expect((await block()).err).toContain('WARY_KEY');
    expect(await statusOf('shop.example')).toBe('UNKNOWN');
    expect((await block(bob)).code).toBe(0);
    expect(await statusOf('shop.example')).toBe('BLOCKED');
  });

  it('counts also below what would be blocked, and not for what blocks a part of it', async () => {
    await expect(decide(fixture.opened.database, entry('www.portal.example'))).rejects.toThrow('2 of the top sites');
    await decide(fixture.opened.database, entry('phishing.portal.example'));
    expect(await statusOf('phishing.portal.example')).toBe('BLOCKED');
  });

  it.each([
    'https://portal.example/?&',
    'https://www.portal.example//?',
    'https://portal-example.translate.goog/?_x_tr_sl=en',
    'https://portal-example.cdn.ampproject.org/c/s/portal.example/',
    'https://www.google.com/amp/s/portal.example/',
  ])('is not blocked whole by one person under another address: %s', async (content) => {
    const { database } = fixture.opened;
    const [asset] = await namedAssets(database, null, [content]);
    expect(await decide(database, { ...entry(''), asset: asset! }).catch((error) => String(error))).toContain(
      'of the top sites',
    );
    for (const page of [[], ['--page']])
      expect(await run('block', content, ...page)).toMatchObject({
        code: 1,
        err: expect.stringContaining('of the top sites'),
      });
    await writeFile(join(folder, 'other-name.txt'), `${content}\nother-name.example\n`);
    const imported = await run('source', 'import', 'other-name.txt', '--format', 'hosts', '--source', 'other-name');
    expect(imported.out).toContain('many people visit');
    expect(await statusOf('portal.example')).toBe('UNKNOWN');
  });

  it('is listed by a page of it behind a translator as that page', async () => {
    const address = 'https://portal-example.translate.goog/bad/x?_x_tr_sl=en';
    expect(await namedAssets(fixture.opened.database, null, [address])).toEqual([
      { type: 'PAGE', content: 'portal.example/bad/x' },
    ]);
  });

  it('needs two approvals in a review, or one who insists', async () => {
    const { database } = fixture.opened;
    const file = async (content: string) => {
      const body = { assets: [{ content }], organizationSlug: 'acme' };
      const { id } = (await fixture.call(reportCreate, { body })).body;
      const [row] = await database
        .select()
        .from(proposals)
        .where(eq(proposals.reportId, Number(id)));
      return row!.id;
    };
    const [first, second] = [await file('portal.example'), await file('mail.portal.example')];
    const [ann, bob] = [
      await ensurePerson(database, 'ann@acme.test', null),
      await ensurePerson(database, 'bob@acme.test', null),
    ];
    const by = (userId: number, insists = false) =>
      ({ kind: 'human', userId, name: 'someone', note: null, insists }) as const;
    expect(await review(database, first, 'APPROVE', by(ann))).toMatchObject({ needsSecondApproval: true });
    await expect(review(database, first, 'APPROVE', by(ann))).rejects.toThrow(Refused);
    expect(await statusOf('portal.example')).toBe('UNKNOWN');
    await review(database, second, 'APPROVE', by(ann, true));
    expect(await statusOf('mail.portal.example')).toBe('BLOCKED');
    await review(database, first, 'APPROVE', by(bob));
    expect(await statusOf('portal.example')).toBe('BLOCKED');
  });

  it('is a site of the never-list, then only --override blocks it, which the audit log shows', async () => {
    for (const force of [[], ['--force']])
      expect(await run('block', 'chase.com', ...force)).toMatchObject({
        code: 1,
        err: expect.stringContaining('never'),
      });
    expect(await run('block', 'bit.ly', '--override')).toMatchObject({
      code: 1,
      err: expect.stringContaining('shared'),
    });
    expect((await run('block', 'chase.com', '--override')).code).toBe(0);
    expect(await statusOf('chase.com')).toBe('BLOCKED');
    const entries = await fixture.opened.database
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'block'))
      .orderBy(auditEntries.id);
    expect(entries.at(-1)).toMatchObject({ outcome: 'DONE', detail: { words: ['chase.com'], override: true } });
  });

  it('is left out of an import, reported in its summary, and taken with --force for good', async () => {
    await writeFile(join(folder, 'more.csv'), 'busy.example\nportal.example\n');
    await run('top-sites', 'load', 'more.csv');
    await writeFile(join(folder, 'wide.txt'), 'busy.example\nwide-a.example\nwide-b.example\n');
    const first = await run('source', 'import', 'wide.txt', '--format', 'hosts');
    expect(first.out).toContain('many people visit');
    expect(first.out).toContain('busy.example');
    expect(await statusOf('busy.example')).toBe('UNKNOWN');
    await run('source', 'import', 'wide.txt', '--format', 'hosts', '--force');
    expect(await statusOf('busy.example')).toBe('BLOCKED');
    expect((await run('source', 'import', 'wide.txt', '--format', 'hosts')).out).toContain('3  known, as they were');
    expect(await statusOf('busy.example')).toBe('BLOCKED');
    await run('top-sites', 'clear');
    expect((await run('block', 'anything.example')).code).toBe(0);
  });
});

describe('a host of which many pages are blocked one by one', () => {
  const pages = Array.from({ length: 10 }, (_, place) => `store.example/${place}/scam`);
  beforeAll(async () => {
    await writeFile(join(folder, 'pages.txt'), [...pages, 'few.example/1', 'below.store.example'].join('\n'));
    expect((await run('source', 'import', 'pages.txt', '--format', 'hosts')).code).toBe(0);
  });

  it('is left out of an import, with the reason, and takes two people to block', async () => {
    await writeFile(join(folder, 'hosts.txt'), 'www.store.example\nfew.example\n');
    const { out } = await run('source', 'import', 'hosts.txt', '--format', 'hosts');
    expect(out).toMatch(/1 {2}a host of which many pages are blocked one by one.*www\.store\.example/);
    expect([await statusOf('store.example'), await statusOf('few.example')]).toEqual(['UNKNOWN', 'BLOCKED']);
    const refused = await run('block', 'store.example');
    expect(refused.err).toContain('10 of its pages are blocked one by one; 1 host below it is blocked');
  });

  it('is not what a report about one of its pages proposes', async () => {
    const { database } = fixture.opened;
    const proposedBy = async (content: string) => {
      const body = { assets: [{ content }], organizationSlug: 'acme' };
      const { id } = (await fixture.call(reportCreate, { body })).body;
      const [row] = await database
        .select({ type: assets.type, content: assets.content })
        .from(proposals)
        .innerJoin(assets, eq(assets.id, proposals.assetId))
        .where(eq(proposals.reportId, Number(id)));
      return row;
    };
    expect(await proposedBy('https://www.store.example/new/x?id=1')).toEqual({
      type: 'PAGE',
      content: 'store.example/new/x?id=1',
    });
    expect(await proposedBy('https://lone.example/new')).toEqual({ type: 'URL', content: 'lone.example' });
    expect(await proposedBy('https://store.example/')).toEqual({ type: 'URL', content: 'store.example' });
  });

  it('nor of a site that many people visit, unless its owner reports it', async () => {
    const { database, acme } = { ...fixture.opened, acme: fixture.acme };
    await writeFile(join(folder, 'own.csv'), 'acme-shop.example\n');
    await run('top-sites', 'load', 'own.csv');
    const named = async () => (await namedAssets(database, acme, ['https://acme-shop.example/hacked']))[0];
    expect(await named()).toEqual({ type: 'PAGE', content: 'acme-shop.example/hacked' });
    const asset = { type: 'URL', content: 'acme-shop.example' } as const;
    const id = await knownAsset(database, asset);
    await database.insert(organizationAssets).values({ organizationId: acme, assetId: id, provenAt: new Date() });
    expect(await named()).toEqual(asset);
    expect((await namedAssets(database, null, ['https://acme-shop.example/hacked']))[0]).toMatchObject({
      type: 'PAGE',
    });
  });
});
