import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import { assetChangelog, assetList } from '../../../api/asset/asset-listing.ts';
import { SCOPES } from '../../../api/operation.ts';
import { organizationAssetCreate } from '../../../api/organization/organization-asset.ts';
import { reportCreate } from '../../../api/report/report.ts';
import type { AssetType } from '../../../asset/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

const block = (content: string, type: AssetType = 'URL', status: AssetStatus = 'BLOCKED') =>
  decide(fixture.opened.database, {
    ...{ asset: { type, content }, status, decidedBy: 'OPERATOR', source: 'operator', reason: 'Phishing' },
  });
type ListBody = Parameters<typeof list>[0];
const list = async (body: { type: AssetType } & Record<string, unknown>, key?: string) =>
  fixture.call(assetList, { body } as never, key === undefined ? {} : { key });

/** All contents of a list, page by page; `between` runs before every page but the first. */
async function readAll(body: ListBody, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const contents: string[] = [];
  let next: string | undefined;
  do {
    if (next !== undefined) await between();
    const { status, body: page } = await list({ ...body, ...(next === undefined ? {} : { next_page: next }) });
    expect(status).toBe(200);
    expect(page.assets.length).toBeLessThanOrEqual(Number(body.per_page));
    contents.push(...page.assets.map(({ content }) => content));
    next = page.next_page;
  } while (next !== undefined);
  return contents;
}

describe('POST /asset/list', () => {
  const names = Array.from({ length: 23 }, (_, index) => `list-${String(index).padStart(2, '0')}.example`);
  beforeAll(async () => {
    for (const name of names) await block(name);
    // Many that changed at the same moment must not hide each other at the border of two pages.
    await fixture.opened.database.execute(
      sql`update assets set updated_at = now() - interval '1 hour' where content like 'list-0%' or content like 'list-1%'`,
    );
  });

  it.each([1, 3, 5, 22, 23, 10_000])('tells each asset once in pages of %i', async (per_page) => {
    expect((await readAll({ type: 'URL', per_page })).sort()).toEqual(names);
  });

  it('neither skips nor repeats while others are listed', async () => {
    let count = 0;
    const read = await readAll({ type: 'URL', per_page: 4 }, async () => {
      count += 1;
      if (count <= 5) await block(`inserted-${count}.example`);
    });
    expect(read.filter((content) => content.startsWith('list-')).sort()).toEqual(names);
    expect(new Set(read).size).toBe(read.length);
    expect(read.filter((content) => content.startsWith('inserted-'))).toHaveLength(5);
  });

  it('does not miss one that changes while somebody pages', async () => {
    let moved = false;
    const read = await readAll({ type: 'URL', per_page: 4 }, async () => {
      if (!moved) await block('list-19.example');
      moved = true;
    });
    expect(read).toContain('list-19.example');
  });

  it('holds one type and one status, with what each is', async () => {
    await block('0xbad0000000000000000000000000000000000001', 'ADDRESS');
    await block('fine.example', 'URL', 'ALLOWED');
    expect((await list({ type: 'ADDRESS' })).body.assets).toEqual([
      {
        content: '0xbad0000000000000000000000000000000000001',
        type: 'ADDRESS',
        status: 'BLOCKED',
        watchStatus: 'NOT_WATCHED',
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
    expect((await list({ type: 'URL', status: 'ALLOWED' })).body.assets.map(({ content }) => content)).toEqual([
      'fine.example',
    ]);
  });

  it('tells the last day unless it is asked for another time', async () => {
    await block('old.example', 'TELEGRAM');
    await fixture.opened.database.execute(
      sql`update assets set updated_at = '2020-06-01T12:00:00Z' where type = 'TELEGRAM'`,
    );
    const contents = async (range: object) =>
      (await list({ type: 'TELEGRAM', ...range })).body.assets.map(({ content }) => content);
    expect(await contents({})).toEqual([]);
    expect(await contents({ startDate: '2020-06-01T14:00:00+02:00' })).toEqual(['old.example']);
    expect(await contents({ startDate: '2020-06-01T12:00:00.001Z' })).toEqual([]);
    expect(await contents({ endDate: '2020-06-01T12:00:00Z' })).toEqual(['old.example']);
    expect(await contents({ endDate: '2020-06-01T11:59:59Z' })).toEqual([]);
    expect(await contents({ startDate: '0000-01-01T00:00:00Z', endDate: '9999-12-31T23:59:59Z' })).toEqual([
      'old.example',
    ]);
  });

  it('refuses a cursor that was changed, or made for another list', async () => {
    const { next_page } = (await list({ type: 'URL', per_page: 2 })).body;
    const other = `${next_page!.slice(0, -1)}${next_page!.endsWith('A') ? 'B' : 'A'}`;
    for (const body of [
      { type: 'URL', next_page: other },
      { type: 'PAGE', next_page },
      { type: 'URL', status: 'ALLOWED', next_page },
    ] as const)
      expect((await list(body)).status).toBe(400);
    expect((await list({ type: 'URL', per_page: 7, next_page })).body.assets).toHaveLength(7);
  });

  it('tells what is only reported to those who reported it', async () => {
    const { status } = await fixture.call(reportCreate, { body: { assets: [{ content: 'reported.example' }] } });
    expect(status).toBe(200);
    const unknown = { type: 'URL', status: 'UNKNOWN' } as const;
    expect((await list(unknown)).body.assets.map(({ content }) => content)).toEqual(['reported.example']);
    const foreign = await fixture.key(SCOPES, [fixture.foreign]);
    expect((await list(unknown, foreign)).body.assets).toEqual([]);
    expect((await list({ ...unknown, organizationSlug: 'acme' }, foreign)).status).toBe(401);
    const own = { type: 'URL', organizationSlug: 'acme' } as const;
    expect((await list(own)).body.assets).toEqual([]);
    await block('reported.example');
    expect((await list(own)).body.assets.map(({ content }) => content)).toEqual(['reported.example']);
  });

  describe('of what others knew before, has what an organization', () => {
    const since = () => new Date().toISOString();
    const report = (content: string, key?: string) =>
      fixture.call(reportCreate, { body: { assets: [{ content }] } }, key === undefined ? {} : { key });
    let foreign: string;
    beforeAll(async () => {
      foreign = await fixture.key(SCOPES, [fixture.foreign]);
    });

    it('reports later, and tells only that organization', async () => {
      await report('alone.example');
      for (const name of ['first', 'second', 'third']) await report(`${name}.both.example`, foreign);
      const startDate = since();
      const unknown = { type: 'URL', status: 'UNKNOWN', startDate, per_page: 2 } as const;
      for (const name of ['third', 'first', 'second']) await report(`${name}.both.example`);
      const inOrder = ['third.both.example', 'first.both.example', 'second.both.example'];
      expect(await readAll(unknown)).toEqual(inOrder);
      expect(await readAll({ ...unknown, organizationSlug: 'acme' })).toEqual(inOrder);
      expect((await list(unknown, foreign)).body.assets).toEqual([]);
      const several = await fixture.key(SCOPES, [fixture.acme, fixture.foreign], 'user');
      expect((await list({ ...unknown, per_page: 10 }, several)).body.assets.map(({ content }) => content)).toEqual(
        inOrder,
      );
      const all = await readAll({ type: 'URL', status: 'UNKNOWN', per_page: 2 });
      expect(all.filter((content) => content.endsWith('both.example'))).toEqual(inOrder);
    });

    it('takes for its own after it was blocked', async () => {
      await block('own.example');
      const own = { type: 'URL', organizationSlug: 'acme', startDate: since() } as const;
      await fixture.call(organizationAssetCreate, { body: { assets: [{ content: 'own.example' }] } });
      expect((await list(own)).body.assets.map(({ content }) => content)).toEqual(['own.example']);
      expect((await list({ type: 'URL', startDate: own.startDate })).body.assets).toEqual([]);
    });
  });
});

describe('POST /asset/changelog', () => {
  it('tells every change in order, page by page', async () => {
    await block('flip.example', 'HEX');
    await block('flip.example', 'HEX', 'UNKNOWN');
    await block('flip.example', 'HEX', 'ALLOWED');
    await block('flip.example', 'HEX', 'BLOCKED');
    const changes = [];
    let next: string | undefined;
    do {
      const page = await fixture.call(assetChangelog, {
        body: { type: 'HEX', per_page: 1, ...(next === undefined ? {} : { next_page: next }) },
      });
      changes.push(...page.body.changes);
      next = page.body.next_page;
    } while (next !== undefined);
    expect(changes.map(({ fromStatus, toStatus }) => `${fromStatus} ${toStatus}`)).toEqual([
      'UNKNOWN BLOCKED',
      'BLOCKED UNKNOWN',
      'UNKNOWN ALLOWED',
      'ALLOWED BLOCKED',
    ]);
    expect(changes[0]).toMatchObject({ content: 'flip.example', type: 'HEX', reason: 'Phishing' });
  });
});
