import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '../../../api/operation.ts';
import { takedownsList, threatsList } from '../../../api/threat/takedown.ts';
import { runCommand } from '../../command/run.ts';
import type { CommandContext } from '../../command-line/command.ts';
import { takedowns, takedownTasks, threats } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';

let fixture: ServiceFixture;
async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const progress = { write: (text: string) => err.push(text) };
  const terminal = { folder: '.', print: (line: string) => void out.push(line), progress };
  const { database } = fixture.opened;
  const context: CommandContext = { database, publisher: fixture.service.publisher, terminal };
  return { code: await runCommand(words, context), out: out.join('\n'), err: err.join('') };
}
const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const iso = (day: number) => at(day).toISOString();

beforeAll(async () => {
  fixture = await ServiceFixture.open();
  await fixture.brand('wallet');
  const { database } = fixture.opened;
  const contents = ['one.example', 'two.example', '0x00000000000000000000000000000000000000aa', 'four.example'];
  for (const [index, content] of contents.entries()) {
    await run('takedowns', 'create', content, '--organization', 'acme', '--assignee', 'Ann', '--brand', 'wallet');
    const dates = { createdAt: at(index + 1), updatedAt: at(20 - index) };
    await database
      .update(takedowns)
      .set(dates)
      .where(eq(takedowns.id, index + 1));
  }
  await run('takedowns', 'move', '2', 'in_progress');
  await run('takedowns', 'move', '4', 'COMPLETED');
  await database
    .update(takedowns)
    .set({ updatedAt: at(19) })
    .where(eq(takedowns.id, 2));
  await database
    .update(takedowns)
    .set({ updatedAt: at(17) })
    .where(eq(takedowns.id, 4));
  await run('liveness', 'two.example', 'dead');
  await run('liveness', 'four.example', 'live');
  await run('takedowns', 'create', 'theirs.example', '--organization', 'foreign');
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

describe('a takedown', () => {
  it('imitates a brand of its organization, or none', async () => {
    const create = (brand: string) =>
      run('takedowns', 'create', 'brand.example', '--organization', 'acme', '--brand', brand);
    expect(await create('walet')).toMatchObject({
      code: 1,
      err: 'acme has no brand "walet"; "brands list --organization acme" has them all\n',
    });
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
    const made = await run('takedowns', 'create', 'https://Steps.example/x', '--organization', 'acme');
    const id = /Takedown (\d+) of URL steps\.example is TODO/.exec(made.out)![1]!;
    const again = await run('takedowns', 'create', 'steps.example', '--organization', 'acme');
    expect(again.err).toContain(`Takedown ${id} of steps.example is open already`);
    expect((await run('takedowns', 'task', id, 'Notice to the registrar')).out).toContain(`of takedown ${id} is TODO`);
    expect((await run('takedowns', 'list')).out).toContain('steps.example');
    expect((await run('takedowns', 'move', id, 'TODO')).err).toContain('is TODO already');
    expect((await run('takedowns', 'move', id, 'completed', '--assignee', 'Ben')).code).toBe(0);
    const { database } = fixture.opened;
    const [row] = await database
      .select()
      .from(takedowns)
      .where(eq(takedowns.id, Number(id)));
    expect(row).toMatchObject({ status: 'COMPLETED', assignee: 'Ben', completedAt: expect.any(Date) });
    const tasks = await database
      .select()
      .from(takedownTasks)
      .where(eq(takedownTasks.takedownId, Number(id)));
    expect(tasks).toMatchObject([{ title: 'Notice to the registrar', status: 'COMPLETED' }]);
    expect((await run('takedowns', 'move', id, 'TODO')).err).toContain('file another one');
    expect((await run('takedowns', 'task', id, 'More')).err).toContain('is COMPLETED');
    expect((await run('takedowns', 'list')).out).not.toContain('steps.example');
    expect((await run('takedowns', 'list', '--all')).out).toContain('steps.example');
    expect((await run('takedowns', 'create', 'steps.example', '--organization', 'acme')).code).toBe(0);
  });

  it.each([
    [['takedowns'], 'Usage: '],
    [['takedowns', 'toString'], "unknown command 'toString'"],
    [['takedowns', 'create', 'a.example'], '--organization <slug>'],
    [['takedowns', 'create', 'a.example', '--organization', 'nobody'], 'no organization nobody'],
    [['takedowns', 'create', 'two words', '--organization', 'acme'], 'no address'],
    [['takedowns', 'move', '1', 'GONE'], 'STATUS must be one of'],
    [['takedowns', 'move', '999', 'TODO'], 'There is no takedown 999'],
    [['liveness', 'a.example', 'asleep'], 'STATUS must be one of UNKNOWN, LIVE, DEAD'],
  ])('is not made of %j', async (words, problem) => {
    expect(await run(...words)).toMatchObject({ code: 1, err: expect.stringContaining(problem) });
  });
});
