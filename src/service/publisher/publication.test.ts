import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocklistVersion, organizationBlockCreate, organizationLists } from '../../api/blocklist.ts';
import { ALGO_VERSION } from '../../asset/index.ts';
import { requireSealed } from '../../blocklist/trust/seal.ts';
import type { CommandContext } from '../command/command.ts';
import { runCommand } from '../command/run.ts';
import { listFiles, organizationFiles, packPrefixes, unpackPrefixes } from '../database/schema/list.ts';
import { until } from '../feature/webhook/receiver.fixture.ts';
import { ORIGIN, ServiceFixture } from '../service.fixture.ts';
import { applyEdits, foldedSnapshot } from './publication.ts';

const list = (...prefixes: number[]) => Uint32Array.from(prefixes);
const edit = (added: number[], removed: number[] = []) => ({ added: list(...added), removed: list(...removed) });

describe('edits of a list', () => {
  const state = { snapshot: list(10, 20, 30), recent: list(15) };

  it('add what is new and nothing else', () => {
    expect(applyEdits(state, [edit([20, 15, 5, 0xffff_ffff])])).toEqual({
      removed: new Set(),
      recent: list(5, 15, 0xffff_ffff),
    });
  });

  it('remove what is there and nothing else', () => {
    expect(applyEdits(state, [edit([], [15, 20, 99])])).toEqual({ removed: new Set([20]), recent: list() });
  });

  it('count in their order', () => {
    expect(applyEdits(state, [edit([], [20]), edit([20])])).toEqual({ removed: new Set(), recent: list(15) });
    expect(applyEdits(state, [edit([7]), edit([], [7])])).toEqual({ removed: new Set(), recent: list(15) });
  });

  it('and one edit that removes and adds the same prefix leaves it', () => {
    expect(applyEdits(state, [edit([20], [20])])).toEqual({ removed: new Set(), recent: list(15) });
  });
});

describe('a folded snapshot', () => {
  it('is sorted and holds exactly what is listed', () => {
    const random = (n: number) => list(...new Set(Array.from({ length: n }, () => Math.floor(Math.random() * 5_000))));
    for (let round = 0; round < 50; round += 1) {
      const snapshot = random(200).sort();
      const edits = [edit([...random(80)], [...random(80)]), edit([...random(80)], [...random(80)])];
      const expected = new Set(snapshot);
      for (const { added, removed } of edits) {
        for (const prefix of removed) expected.delete(prefix);
        for (const prefix of added) expected.add(prefix);
      }
      const folded = foldedSnapshot(snapshot, applyEdits({ snapshot, recent: list() }, edits));
      expect(folded).toEqual(Uint32Array.from(expected).sort());
    }
  });

  it('can be empty', () => {
    expect(foldedSnapshot(list(1), { removed: new Set([1]), recent: list() })).toEqual(list());
  });
});

it('packed prefixes are read back', () => {
  expect(unpackPrefixes(packPrefixes([0, 1, 0xdead_beef, 0xffff_ffff]))).toEqual(list(0, 1, 0xdead_beef, 0xffff_ffff));
  expect(unpackPrefixes(Buffer.from('00000001deadbeef', 'hex'))).toEqual(list(1, 0xdead_beef));
});

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

async function run(...words: string[]): Promise<number> {
  const terminal = { folder: '.', print: () => {}, progress: { write: () => {} } };
  const context: CommandContext = { database: fixture.opened.database, publisher: fixture.service.publisher, terminal };
  return runCommand(words, context);
}

const KINDS = ['snapshot', 'recent', 'hot', 'organization'] as const;
type File = Parameters<typeof requireSealed>[1];

/** What a client makes of an announced file while it holds another one. */
function seal(
  kind: (typeof KINDS)[number],
  keyDigest: string,
  announced: File,
  { token, count, sha256, version, signature }: File,
) {
  const { publicKey } = fixture.service.publisher.list;
  const rules = { algoVersion: ALGO_VERSION, publicKeys: [publicKey], service: ORIGIN };
  const sealed = { version: version!, signature: signature! };
  const held = {
    algoVersion: ALGO_VERSION,
    token,
    sha256: sha256!,
    seal: sealed,
    table: { size: count },
    service: ORIGIN,
  };
  return requireSealed({ kind, keyDigest }, announced, held, rules);
}

it('lets clients take a list that was brought back, though they hold one from after the backup', async () => {
  const key = await fixture.key(['protect']);
  const { database } = fixture.opened;
  const keyDigest = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const announced = async () => {
    const { snapshot, recent, hot } = (await fixture.call(blocklistVersion, {}, { key })).body;
    const { list } = (await fixture.call(organizationLists, { params: { keyDigest } }, { key })).body;
    return { snapshot, recent, hot: hot!, organization: list! };
  };
  expect((await fixture.call(organizationBlockCreate, { body: { content: 'not-here.example' } })).status).toBe(200);
  await until(async () => (await announced()).organization !== null);
  const held = await announced();

  // The backup is an hour older than what clients hold.
  await database.update(listFiles).set({ version: sql`version - 3600000` });
  await database.update(organizationFiles).set({ version: sql`version - 3600000` });
  fixture.service.publisher.notify();
  await until(async () => (await announced()).organization.version! < held.organization.version!);
  await until(async () => (await announced()).recent.version! < held.recent.version!);
  const restored = await announced();
  for (const kind of KINDS)
    await expect(seal(kind, keyDigest, restored[kind], held[kind]), kind).rejects.toThrow('older list');

  expect(await run('republish')).toBe(0);
  await until(async () => (await announced()).organization.version! > held.organization.version!);
  await until(async () => (await announced()).recent.version! > held.recent.version!);
  const later = await announced();
  for (const kind of KINDS) {
    expect(await seal(kind, keyDigest, later[kind], held[kind]), kind).toMatchObject({ version: later[kind].version });
    expect(later[kind].sha256, kind).toBe(held[kind].sha256);
  }
});
