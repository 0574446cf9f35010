import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Progress } from '../../command-line/progress.ts';
import { fetchedText } from '../../command-line/text-file.ts';
import type { OpenDatabase } from '../../database/connection.ts';
import { openTestDatabase } from '../../database/database.fixture.ts';
import { assets, listEdits, listImports } from '../../database/schema/index.ts';
import { decide } from '../listing/decision.ts';
import { replaceTopSites } from '../listing/reach.ts';
import { ImportRefused } from './format/entry.ts';
import { StoredImport, undoImport } from './import-store.ts';
import { type ImportChoices, importList } from './list-import.ts';
import { ensureSources } from './source/store.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
afterAll(() => opened.close());

/** @returns the number of the import and what came of it */
async function importHosts(
  source: string,
  hosts: readonly string[],
  choices: ImportChoices = {},
  kind: 'drainer' | null = null,
) {
  const name = { source, origin: `${source}.txt`, format: 'hosts' as const };
  const store = new StoredImport(opened.database, name);
  const input = fetchedText(name.origin, new TextEncoder().encode(`${hosts.join('\n')}\n`));
  const progress = new Progress({ write: () => {} });
  const { report } = await importList({ ...name, ...choices, kind, input, progress, store });
  await store.end('DONE');
  return { id: store.id!, ...report };
}

const assetOf = async (content: string) =>
  (await opened.database.select().from(assets).where(eq(assets.content, content)))[0]!;
const statusOf = async (...contents: string[]) =>
  Promise.all(contents.map(async (content) => (await assetOf(content))?.status ?? null));
const decision = (content: string, status: 'BLOCKED' | 'UNKNOWN', decidedBy: 'REVIEW' | 'DISPUTE') =>
  decide(opened.database, { asset: { type: 'URL', content }, status, decidedBy, source: 'test', reason: null });
const hostsOf = (name: string, count = 6) => Array.from({ length: count }, (_, n) => `${name}${n}.example`);

describe('a list that is imported again', () => {
  it('lifts what it lists no more, unless another list or a review blocks it', async () => {
    const [wrong, both, reviewed, ...rest] = hostsOf('left', 10);
    await importHosts('one', [wrong!, both!, reviewed!, ...rest]);
    await importHosts('two', [both!]);
    await decision(reviewed!, 'BLOCKED', 'REVIEW');
    expect(await importHosts('one', rest)).toMatchObject({ left: 3, lifted: 1 });
    expect(await statusOf(wrong!, both!, reviewed!)).toEqual(['UNKNOWN', 'BLOCKED', 'BLOCKED']);
    expect(await assetOf(wrong!)).toMatchObject({ reason: 'No longer on the list one' });
    expect(await assetOf(both!)).toMatchObject({ source: 'two' });
    expect(await importHosts('two', ['else.example'], { force: true })).toMatchObject({ lifted: 1 });
    expect(await statusOf(both!, reviewed!)).toEqual(['UNKNOWN', 'BLOCKED']);
    await importHosts('one', [wrong!, ...rest]);
    expect(await statusOf(wrong!)).toEqual(['BLOCKED']);
  });

  it('blocks again what it allowed by mistake and other lists block', async () => {
    await ensureSources(opened.database, ['four']);
    await importHosts('three', hostsOf('allowed'));
    const [host] = hostsOf('allowed');
    const store = new StoredImport(opened.database, { source: 'four', origin: 'four', format: 'hosts' });
    await store.write([{ type: 'URL', content: host!, status: 'ALLOWED', reason: null, source: 'four' }], () => {});
    expect(await statusOf(host!)).toEqual(['ALLOWED']);
    await store.lift(await store.leaving([]), () => {});
    expect(await statusOf(host!)).toEqual(['BLOCKED']);
  });

  it('changes nothing in a dry run, and tells exactly what it would do', async () => {
    const [first, ...rest] = hostsOf('dry');
    await importHosts('dry', [first!, ...rest]);
    const { id: _, ...told } = await importHosts('dry', [...rest, 'dry-new.example'], { dryRun: true });
    expect(await statusOf(first!, 'dry-new.example')).toEqual(['BLOCKED', null]);
    const { id: __, ...done } = await importHosts('dry', [...rest, 'dry-new.example']);
    expect(told).toEqual(done);
    expect(done).toMatchObject({ created: 1, changed: 0, unchanged: 5, left: 1, expired: 0, waiting: 0, lifted: 1 });
  });

  it('keeps what it lists no more where that is wanted, and remembers that it listed it', async () => {
    const [first, ...rest] = hostsOf('keep');
    await importHosts('keep', [first!, ...rest]);
    await importHosts('keep', rest, { keep: true });
    expect(await statusOf(first!)).toEqual(['BLOCKED']);
    expect(await importHosts('keep', rest)).toMatchObject({ lifted: 1 });
  });

  it('tells what is listed already in the words of its kind', async () => {
    await importHosts('kind', hostsOf('kind'));
    expect(await assetOf('kind0.example')).toMatchObject({ reason: 'Scam' });
    expect(await importHosts('kind', hostsOf('kind'), {}, 'drainer')).toMatchObject({ created: 0, unchanged: 6 });
    expect(await assetOf('kind0.example')).toMatchObject({ reason: 'Wallet drainer', status: 'BLOCKED' });
  });

  it('ends where a newer import of the same source has begun', async () => {
    const name = { source: 'race', origin: 'race', format: 'hosts' };
    const [older, newer] = [new StoredImport(opened.database, name), new StoredImport(opened.database, name)];
    const entry = (content: string) =>
      ({ type: 'URL', content, status: 'BLOCKED', reason: null, source: 'race' }) as const;
    await older.write([entry('race0.example')], () => {});
    await newer.write([entry('race1.example')], () => {});
    await expect(older.write([entry('race2.example')], () => {})).rejects.toThrow(ImportRefused);
    expect(await statusOf('race1.example', 'race2.example')).toEqual(['BLOCKED', null]);
  });
});

describe('what lies below a host that stays open', () => {
  const below = (name: string) => [`${name}.example`, `evil.${name}.example`];

  it('is blocked, and stays so, where a person took the host off the list', async () => {
    const [host, evil] = below('hoster');
    await importHosts('lift', [evil!, ...hostsOf('lift')]);
    await decision(host!, 'BLOCKED', 'REVIEW');
    await decision(host!, 'UNKNOWN', 'DISPUTE');
    expect(await importHosts('lift', [host!, evil!, ...hostsOf('lift')])).toMatchObject({ left: 0, lifted: 0 });
    expect(await statusOf(host!, evil!)).toEqual(['UNKNOWN', 'BLOCKED']);
  });

  it('is blocked where another list allows the host, or many people visit it', async () => {
    const [host, evil] = below('allowed-hoster');
    const store = new StoredImport(opened.database, { source: 'allows', origin: 'allows', format: 'hosts' });
    await store.write([{ type: 'URL', content: host!, status: 'ALLOWED', reason: null, source: 'allows' }], () => {});
    const [popular, bad] = below('popular-hoster');
    await replaceTopSites(opened.database, [popular!]);
    await importHosts('names-both', [host!, evil!, popular!, bad!]);
    expect(await statusOf(host!, evil!, popular!, bad!)).toEqual(['ALLOWED', 'BLOCKED', null, 'BLOCKED']);
    await replaceTopSites(opened.database, []);
  });
});

describe('taking an import back', () => {
  it('brings back all that it changed, and leaves what a person decided since', async () => {
    const [first, ...rest] = hostsOf('undo');
    await importHosts('undo', [first!, ...rest]);
    const wrong = await importHosts('undo', [...rest, 'undo-wrong.example', 'undo-seen.example']);
    await decision('undo-seen.example', 'BLOCKED', 'REVIEW');
    expect(await undoImport(opened.database, wrong.id)).toEqual({
      source: 'undo',
      lifted: 1,
      changed: 1,
      paused: false,
    });
    expect(await statusOf(first!, rest[0]!, 'undo-wrong.example', 'undo-seen.example')).toEqual([
      'BLOCKED',
      'BLOCKED',
      'UNKNOWN',
      'BLOCKED',
    ]);
    const edits = await opened.database.select().from(listEdits);
    expect(edits.some(({ urgent }) => urgent)).toBe(true);
    expect(await importHosts('undo', [first!, ...rest])).toMatchObject({ created: 0, changed: 0, left: 0 });
  });

  it('is refused for one that later ones rest on, twice, and for none', async () => {
    const first = await importHosts('stack', hostsOf('stack'));
    const second = await importHosts('stack', [...hostsOf('stack'), 'stack-more.example']);
    await expect(undoImport(opened.database, first.id)).rejects.toThrow(`take back ${second.id} first`);
    await undoImport(opened.database, second.id);
    await expect(undoImport(opened.database, second.id)).rejects.toThrow('already');
    expect(await undoImport(opened.database, first.id)).toMatchObject({ lifted: 6 });
    await expect(undoImport(opened.database, 999_999)).rejects.toThrow('no import');
  });

  it('of one that died midway takes back what it had written', async () => {
    const store = new StoredImport(opened.database, { source: 'dead', origin: 'dead', format: 'hosts' });
    await store.write(
      [{ type: 'URL', content: 'dead0.example', status: 'BLOCKED', reason: null, source: 'dead' }],
      () => {},
    );
    const [row] = await opened.database.select().from(listImports).where(eq(listImports.id, store.id!));
    expect(row?.outcome).toBe('BEGUN');
    expect(await undoImport(opened.database, store.id!)).toMatchObject({ lifted: 1 });
  });

  it('of one that still runs ends it, so that nothing is blocked by it afterwards', async () => {
    const store = new StoredImport(opened.database, { source: 'under-way', origin: 'under-way', format: 'hosts' });
    const entry = (content: string) =>
      ({ type: 'URL', content, status: 'BLOCKED', reason: null, source: 'under-way' }) as const;
    await store.write([entry('under-way0.example')], () => {});
    expect(await undoImport(opened.database, store.id!)).toMatchObject({ lifted: 1 });
    await expect(store.write([entry('under-way1.example')], () => {})).rejects.toThrow('was taken back meanwhile');
    await store.end('REFUSED');
    expect(await statusOf('under-way0.example', 'under-way1.example')).toEqual(['UNKNOWN', null]);
    const [row] = await opened.database.select().from(listImports).where(eq(listImports.id, store.id!));
    expect(row?.outcome).toBe('UNDONE');
  });
});
