import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '../../../api/operation.ts';
import { takedownsList, threatsList } from '../../../api/threat/takedown.ts';
import { normalizeContent } from '../../../asset/index.ts';
import { takedowns, threats } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';
import { addTask, fileTakedown, moveTakedown, type NewTakedown, recordLiveness } from './takedown.ts';

let fixture: ServiceFixture;
const asset = (content: string) => normalizeContent(content)!;
const create = (content: string, more: Partial<NewTakedown> = {}) =>
  fileTakedown(fixture.opened.database, {
    ...{ organizationId: fixture.acme, asset: asset(content), brandSlug: null, assignee: null, automated: false },
    ...more,
  });
const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const iso = (day: number) => at(day).toISOString();

beforeAll(async () => {
  fixture = await ServiceFixture.open();
  await fixture.brand('wallet');
  const { database } = fixture.opened;
  const contents = ['one.example', 'two.example', '0x00000000000000000000000000000000000000aa', 'four.example'];
  for (const [index, content] of contents.entries()) {
    await create(content, { assignee: 'Ann', brandSlug: 'wallet' });
    const dates = { createdAt: at(index + 1), updatedAt: at(20 - index) };
    await database
      .update(takedowns)
      .set(dates)
      .where(eq(takedowns.id, index + 1));
  }
  await moveTakedown(database, 2, 'IN_PROGRESS', undefined);
  await moveTakedown(database, 4, 'COMPLETED', undefined);
  await database
    .update(takedowns)
    .set({ updatedAt: at(19) })
    .where(eq(takedowns.id, 2));
  await database
    .update(takedowns)
    .set({ updatedAt: at(17) })
    .where(eq(takedowns.id, 4));
  await recordLiveness(database, asset('two.example'), 'DEAD');
  await recordLiveness(database, asset('four.example'), 'LIVE');
  await create('theirs.example', { organizationId: fixture.foreign });
  for (const [index, content] of ['a.example', 'b.example', '0x00000000000000000000000000000000000000bb'].entries()) {
    const type = content.startsWith('0x') ? 'ADDRESS' : 'URL';
    const asset = { type, content } as const;
    const entry = { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'x', reason: null } as const;
    const { assetId } = await decide(database, entry);
    // Two of them at the same moment.
    const blockedAt = at(index === 2 ? 2 : index + 1);
    await database.insert(threats).values({ organizationId: fixture.acme, assetId, blockedAt });
  }
}, 60_000);
afterAll(() => fixture.close());

type TakedownOrder = RequestOf<typeof takedownsList>['body'];
const listTakedowns = (body: TakedownOrder) => fixture.call(takedownsList, { body });
const TAKEDOWNS: [TakedownOrder, number[]][] = [
  [{}, [4, 3, 2, 1]],
  [{ query: 'EXAMPLE' }, [4, 2, 1]],
  [{ query: '%' }, []],
  [{ assetType: ['ADDRESS'] }, [3]],
  [{ takedownStatus: ['TODO'] }, [3, 1]],
  [{ takedownStatus: ['IN_PROGRESS', 'COMPLETED'] }, [4, 2]],
  [{ takedownStatus: ['CANCELLED'] }, []],
  [{ livenessStatus: ['DEAD'] }, [2]],
  [{ livenessStatus: ['UNKNOWN', 'LIVE'] }, [4, 3, 1]],
  [{ startDate: iso(2), endDate: iso(3) }, [3, 2]],
  [{ sorting: [{ key: 'createdAt', direction: 'asc' }] }, [1, 2, 3, 4]],
  [{ sorting: [{ key: 'updatedAt', direction: 'desc' }] }, [1, 2, 3, 4]],
  [{ sorting: [{ key: 'updatedAt', direction: 'asc' }] }, [4, 3, 2, 1]],
  [{ sorting: [{ key: 'status', direction: 'asc' }] }, [4, 2, 1, 3]],
  [{ sorting: [] }, [4, 3, 2, 1]],
];

describe('the list of takedowns', () => {
  it.each(TAKEDOWNS)('%j', async (body, expected) => {
    const received = await listTakedowns(body);
    expect(received.status).toBe(200);
    expect(received.body.takedowns.map(({ id }) => id)).toEqual(expected);
    expect(received.body).not.toHaveProperty('next_page');
  });

  it.each(TAKEDOWNS)('%j one by one', async (body, expected) => {
    const seen: number[] = [];
    for (let next_page: string | undefined, more = true; more; ) {
      const page = (await listTakedowns({ ...body, per_page: 1, next_page })).body;
      seen.push(...page.takedowns.map(({ id }) => id));
      next_page = page.next_page;
      more = next_page !== undefined;
    }
    expect(seen).toEqual(expected);
  });

  it('tells the asset, who works on it, and whether it answers', async () => {
    const { body } = await listTakedowns({ livenessStatus: ['DEAD'] });
    expect(body.takedowns).toMatchObject([
      {
        status: 'IN_PROGRESS',
        createdAt: iso(2),
        asset: { content: 'two.example', type: 'URL', status: 'UNKNOWN', livenessStatus: 'DEAD' },
        assignee: 'Ann',
        brand: { slug: 'wallet', name: 'wallet' },
      },
    ]);
  });

  it('is that of the organization of the key', async () => {
    const key = await fixture.key(['read'], [fixture.foreign]);
    const own = await fixture.call(takedownsList, { body: {} }, { key });
    expect(own.body.takedowns.map(({ asset }) => asset.content)).toEqual(['theirs.example']);
    expect((await fixture.call(takedownsList, { body: { slug: 'acme' } }, { key })).status).toBe(401);
    const { next_page } = (await listTakedowns({ per_page: 1 })).body;
    expect((await fixture.call(takedownsList, { body: { next_page } }, { key })).status).toBe(400);
  });
});

describe('the list of threats', () => {
  it.each([
    [{}, ['0x00000000000000000000000000000000000000bb', 'b.example', 'a.example']],
    [
      { sorting: [{ key: 'blockedAt', direction: 'asc' }] },
      ['a.example', 'b.example', '0x00000000000000000000000000000000000000bb'],
    ],
    [{ assetType: ['URL'] }, ['b.example', 'a.example']],
    [{ query: 'B.EX' }, ['b.example']],
    [{ endDate: iso(1) }, ['a.example']],
    [{ startDate: iso(2) }, ['0x00000000000000000000000000000000000000bb', 'b.example']],
  ] as [RequestOf<typeof threatsList>['body'], string[]][])('%j, also one by one', async (body, expected) => {
    const received = await fixture.call(threatsList, { body });
    expect(received.body.threats.map(({ content }) => content)).toEqual(expected);
    const seen: string[] = [];
    for (let next_page: string | undefined, more = true; more; ) {
      const page = (await fixture.call(threatsList, { body: { ...body, per_page: 1, next_page } })).body;
      seen.push(...page.threats.map(({ content }) => content));
      next_page = page.next_page;
      more = next_page !== undefined;
    }
    expect(seen).toEqual(expected);
  });

  it('is that of the organization of the key', async () => {
    const key = await fixture.key(['read'], [fixture.foreign]);
    expect((await fixture.call(threatsList, { body: {} }, { key })).body).toEqual({ threats: [] });
    expect((await fixture.call(threatsList, { body: { slug: 'acme' } }, { key })).status).toBe(401);
  });
});

describe('a takedown', () => {
  it('is filed once, moved on, and ends with its steps', async () => {
    const { database } = fixture.opened;
    const id = await create('https://Steps.example/x');
    await expect(create('steps.example')).rejects.toThrow(`Takedown ${id} of steps.example is open already`);
    await addTask(database, id, 'Notice to the registrar');
    await expect(moveTakedown(database, id, 'TODO', undefined)).rejects.toThrow('is TODO already');
    await moveTakedown(database, id, 'COMPLETED', 'Ben');
    const [row] = await database.select().from(takedowns).where(eq(takedowns.id, id));
    expect(row).toMatchObject({ status: 'COMPLETED', assignee: 'Ben', completedAt: expect.any(Date) });
    expect(row!.tasks).toMatchObject([{ title: 'Notice to the registrar', status: 'COMPLETED' }]);
    await expect(moveTakedown(database, id, 'TODO', undefined)).rejects.toThrow('file another one');
    await expect(addTask(database, id, 'More')).rejects.toThrow('is COMPLETED');
    await create('steps.example');
    await expect(moveTakedown(database, 999, 'TODO', undefined)).rejects.toThrow('There is no takedown 999');
  });
});
