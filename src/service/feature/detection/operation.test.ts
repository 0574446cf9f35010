import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '../../../api/operation.ts';
import { reportCreate } from '../../../api/report/report.ts';
import {
  detectionConfigCreate,
  detectionConfigDelete,
  detectionConfigList,
  detectionConfigRun,
  detectionConfigUpdate,
  detectionConfigValidate,
  detectionDrift,
  detectionList,
  detectionSources,
} from '../../../api/threat/detection.ts';
import { detectionConfigs, detections } from '../../database/schema/detection.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';
import { knownAsset } from '../listing/entry.ts';

let fixture: ServiceFixture;
let foreignKey: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  foreignKey = await fixture.key(['read', 'manage'], [fixture.foreign]);
  const { database } = fixture.opened;
  for (const content of ['acme-claim.example', 'acmepay.example', 'other.example']) {
    const asset = { type: 'URL', content } as const;
    await decide(database, { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'operator', reason: null });
  }
}, 60_000);
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.opened.database.delete(detections);
  await fixture.opened.database.delete(detectionConfigs);
});

const draft = { source: 'BLOCKLIST', name: 'Acme', terms: ['acme'] } as const;
type Draft = RequestOf<typeof detectionConfigCreate>['body'];
const create = (over: Partial<Draft> = {}) =>
  fixture.call(detectionConfigCreate, { body: { ...draft, terms: [...draft.terms], ...over } });
const configs = async () => (await fixture.call(detectionConfigList, { body: {} })).body.configs;

describe('a detection config', () => {
  it('is made, listed, changed and deleted, and is nobody else’s', async () => {
    const made = (await create({ name: ' Acme ' })).body;
    expect(made).toEqual({
      ...{ id: expect.any(Number), source: 'BLOCKLIST', name: 'Acme', terms: ['acme'], enabled: true },
      ...{ schedule: 'DAILY', lastRunAt: null, lastResultCount: null },
    });
    expect(await configs()).toEqual([made]);
    const { id } = made;
    const changes = { source: 'REPORTS', name: 'Acme 2', terms: ['acme', 'wallet'], enabled: false } as const;
    const body = { id, ...changes, terms: [...changes.terms], schedule: 'HOURLY' as const };
    const changed = await fixture.call(detectionConfigUpdate, { body });
    expect(changed.body).toEqual({ ...made, ...changes, schedule: 'HOURLY' });
    expect((await fixture.call(detectionConfigUpdate, { body: { id } })).body).toEqual(changed.body);
    const theirs = { key: foreignKey };
    expect((await fixture.call(detectionConfigList, { body: {} }, theirs)).body.configs).toEqual([]);
    for (const operation of [detectionConfigUpdate, detectionConfigDelete, detectionConfigRun] as const)
      expect((await fixture.call(operation, { body: { id } }, theirs)).status).toBe(404);
    expect((await fixture.call(detectionConfigDelete, { body: { id } })).body).toEqual({ success: true, id });
    expect((await fixture.call(detectionConfigDelete, { body: { id } })).status).toBe(404);
    expect(await configs()).toEqual([]);
  });

  it('has a name of its own, also when two are made at once', async () => {
    const both = await Promise.all([create(), create()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const other = (await create({ name: 'Other' })).body;
    const taken = await fixture.call(detectionConfigUpdate, { body: { id: other.id, name: 'Acme' } });
    expect([taken.status, ServiceFixture.error(taken).issues?.[0]?.message]).toEqual([
      409,
      expect.stringMatching(/^name:/),
    ]);
    expect((await fixture.call(detectionConfigUpdate, { body: { id: other.id, name: 'Other' } })).status).toBe(200);
    expect((await configs()).map(({ name }) => name)).toEqual(['Acme', 'Other']);
  });

  it.each([
    [{ terms: ['acme', 'ACME '] }, 'more than once'],
    [{ terms: ['...'] }, 'neither a letter nor a digit'],
    [{ terms: ['ab'] }, 'terms.0'],
    [{ terms: [] }, 'terms'],
    [{ name: '  ' }, 'name'],
  ] as [Partial<Draft>, string][])('is refused with %j', async (over, problem) => {
    const received = await create(over);
    expect(received.status).toBe(400);
    expect(ServiceFixture.error(received).issues?.[0]?.message).toContain(problem);
    expect(await configs()).toEqual([]);
  });

  it('is not run while it is not enabled', async () => {
    const { id } = (await create({ enabled: false })).body;
    expect((await fixture.call(detectionConfigRun, { body: { id } })).status).toBe(409);
    expect((await configs())[0]?.lastRunAt).toBeNull();
  });

  it('leaves what it found when it is deleted', async () => {
    const { id } = (await create()).body;
    expect((await fixture.call(detectionConfigRun, { body: { id } })).body.newCount).toBe(2);
    await fixture.call(detectionConfigDelete, { body: { id } });
    const { detections: found } = (await fixture.call(detectionList, { body: { slug: 'acme' } })).body;
    expect(found.map(({ asset }) => asset.content).sort()).toEqual(['acme-claim.example', 'acmepay.example']);
  });
});

describe('a validation', () => {
  it('tells what a config would find, and saves nothing', async () => {
    const body = { source: 'BLOCKLIST' as const, terms: ['acme'] };
    const received = await fixture.call(detectionConfigValidate, { body });
    expect(received.body).toEqual({
      valid: true,
      issues: [],
      resultCount: 2,
      sample: [
        { content: 'acme-claim.example', type: 'URL', confidence: 'high' },
        { content: 'acmepay.example', type: 'URL', confidence: 'medium' },
      ],
    });
    expect([await configs(), await fixture.opened.database.select().from(detections)]).toEqual([[], []]);
  });

  it('says what is wrong with the terms', async () => {
    const body = { source: 'REPORTS' as const, terms: ['acme', 'Acme', '---'] };
    const received = await fixture.call(detectionConfigValidate, { body });
    expect(received.body).toMatchObject({ valid: false, resultCount: 0, sample: [] });
    expect(received.body.issues.map(({ message }) => message)).toEqual([
      'terms: "acme" is there more than once',
      'terms: "---" has neither a letter nor a digit',
    ]);
  });
});

describe('the sources', () => {
  it('say how much there is to look at for the organizations of the key', async () => {
    const count = async (key?: string) =>
      (await fixture.call(detectionSources, {}, key === undefined ? {} : { key })).body.sources.map(
        ({ source, assetCount }) => [source, assetCount],
      );
    const before = await count(foreignKey);
    const body = {
      assets: [{ content: 'sources-1.example' }, { content: 'sources-2.example' }],
      organizationSlug: 'acme',
    };
    expect((await fixture.call(reportCreate, { body })).status).toBe(200);
    expect(await count()).toEqual([
      ['BLOCKLIST', 3],
      ['REPORTS', 2],
    ]);
    expect(await count(foreignKey)).toEqual(before);
  });
});

describe('drift', () => {
  const DAY = 86_400_000;
  it('names the configs that find nothing, too much, or have not run in time', async () => {
    const ago = (days: number) => new Date(Date.now() - days * DAY);
    const rows: [string, Partial<typeof detectionConfigs.$inferInsert>][] = [
      ['fine', { lastRunAt: ago(1), lastResultCount: 999 }],
      ['nothing', { lastRunAt: ago(1), lastResultCount: 0 }],
      ['noisy', { lastRunAt: ago(1), lastResultCount: 1_000 }],
      ['stale', { lastRunAt: ago(2.1), lastResultCount: 1 }],
      ['stale weekly', { schedule: 'WEEKLY', lastRunAt: ago(14.1), lastResultCount: 1 }],
      ['by hand', { schedule: 'MANUAL', lastRunAt: ago(29), lastResultCount: 1 }],
      ['new', {}],
      ['never run', { createdAt: ago(3) }],
      ['switched off', { enabled: false, lastRunAt: ago(99), lastResultCount: 0 }],
    ];
    for (const [name, values] of rows) {
      const order = { ...draft, terms: ['acme'], name, organizationId: fixture.acme, ...values };
      await fixture.opened.database.insert(detectionConfigs).values(order);
    }
    const { body } = await fixture.call(detectionDrift, { body: {} });
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
    expect([names(body.zeroResult), names(body.noisy), names(body.stale)]).toEqual([
      ['nothing'],
      ['noisy'],
      ['stale', 'stale weekly', 'never run'],
    ]);
    const theirs = await fixture.call(detectionDrift, { body: {} }, { key: foreignKey });
    expect(theirs.body).toEqual({ zeroResult: [], noisy: [], stale: [] });
  });
});

describe('the list of detections', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const iso = (day: number) => at(day).toISOString();
  beforeEach(async () => {
    const { database } = fixture.opened;
    const rows = [
      ['acme-claim.example', 'BLOCKLIST', 'high', 3],
      ['acmepay.example', 'REPORTS', 'medium', 2],
      ['listed-page.example', 'REPORTS', 'none', 2],
    ] as const;
    for (const [content, source, confidence, day] of rows) {
      const asset = { type: 'URL', content } as const;
      const assetId = await knownAsset(database, asset);
      const threatContent = confidence === 'none' ? 'They copy our Wallet' : content;
      await database
        .insert(detections)
        .values({ organizationId: fixture.acme, source, assetId, threatContent, confidence, createdAt: at(day) });
    }
    await fixture.call(reportCreate, {
      body: { assets: [{ content: 'listed-page.example' }], organizationSlug: 'acme' },
    });
  });

  type Order = Omit<RequestOf<typeof detectionList>['body'], 'slug'>;
  const all = ['acme-claim.example', 'listed-page.example', 'acmepay.example'];
  it.each([
    [{}, all],
    [{ query: 'WALLET' }, ['listed-page.example']],
    [{ query: '%' }, []],
    [{ startDate: iso(3) }, ['acme-claim.example']],
    [{ endDate: iso(2) }, ['listed-page.example', 'acmepay.example']],
    [{ filters: [{ property: 'source', operator: 'in', value: ['BLOCKLIST'] }] }, ['acme-claim.example']],
    [{ filters: [{ property: 'confidence', operator: 'notIn', value: ['none', 'high'] }] }, ['acmepay.example']],
    [{ filters: [{ property: 'assetStatus', operator: 'in', value: ['UNKNOWN'] }] }, ['listed-page.example']],
    [{ filters: [{ property: 'assetType', operator: 'in', value: ['ADDRESS'] }] }, []],
    [
      {
        filters: [
          { property: 'source', operator: 'in', value: ['REPORTS'] },
          { property: 'assetStatus', operator: 'in', value: ['BLOCKED'] },
        ],
      },
      ['acmepay.example'],
    ],
  ] as [Order, string[]][])('%j, also one by one', async (order, expected) => {
    const received = await fixture.call(detectionList, { body: { slug: 'acme', ...order } });
    expect(received.body.detections.map(({ asset }) => asset.content)).toEqual(expected);
    const seen: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await fixture.call(detectionList, { body: { slug: 'acme', ...order, limit: 1, cursor } });
      seen.push(...page.body.detections.map(({ asset }) => asset.content));
      cursor = page.body.nextCursor;
      more = cursor !== undefined;
    }
    expect(seen).toEqual(expected);
  });

  it('says which assets the organization has reported', async () => {
    const { detections: found } = (await fixture.call(detectionList, { body: { slug: 'acme' } })).body;
    expect(found.map(({ reportStatus }) => reportStatus)).toEqual(['NOT_REPORTED', 'REPORTED', 'NOT_REPORTED']);
    expect(found[1]).toMatchObject({ createdAt: iso(2), asset: { type: 'URL', status: 'UNKNOWN' } });
  });

  it('is that of the organization of the key, and so are its cursors', async () => {
    const { nextCursor } = (await fixture.call(detectionList, { body: { slug: 'acme', limit: 1 } })).body;
    const ask = (body: RequestOf<typeof detectionList>['body']) =>
      fixture.call(detectionList, { body }, { key: foreignKey });
    expect((await ask({ slug: 'foreign' })).body).toEqual({ detections: [] });
    expect((await ask({ slug: 'acme' })).status).toBe(401);
    expect((await ask({ slug: 'foreign', cursor: nextCursor })).status).toBe(400);
  });
});
