import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/temporary-folder.ts';
import { Progress } from '../../command-line/progress.ts';
import { openTextFile } from '../../command-line/text-file.ts';
import type { ImportEntry } from './format/entry.ts';
import type { ImportStore } from './import-store.ts';
import { importList, type ListImport } from './list-import.ts';

async function list(content: string): Promise<string> {
  const path = join(await temporaryFolder(), 'hosts.txt');
  await writeFile(path, content);
  return path;
}

function stream(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 60, write: (text: string) => written.push(text), written };
}

const NOTHING = { created: 0, changed: 0, unchanged: 0, left: 0, expired: 0, waiting: 0, lifted: 0 };
const NONE = { dropped: [], overdue: [], expired: [] };

async function run(
  content: string,
  over: Partial<Omit<ListImport, 'store'>> & { store?: Partial<ImportStore>; tty?: boolean } = {},
) {
  const { store, tty = false, ...rest } = over;
  const terminal = stream(tty);
  const { summary } = await importList({
    input: await openTextFile(await list(content)),
    format: 'hosts',
    source: 'hosts',
    kind: null,
    progress: new Progress(terminal),
    ...rest,
    store: {
      ofHighReach: async () => new Map(),
      decidedOtherwise: async () => [],
      conflicts: async () => [],
      policy: async () => ({ takesAllowed: true, graceDays: 0, expireDays: null, minConfidence: 0 }),
      overlaps: async () => [],
      leaving: async () => ({ ...NONE, listed: 0 }),
      preview: async () => NOTHING,
      write: async () => NOTHING,
      lift: async ({ dropped }) => ({ left: dropped.length, lifted: dropped.length, expired: 0, waiting: 0 }),
      ...store,
    },
  });
  return { summary, written: terminal.written.join('') };
}

it('hands the sorted entries to the store and sums everything up', async () => {
  const stored: ImportEntry[] = [];
  const { summary, written } = await run('a.example\nwww.a.example\nB.example\ngithub.io\nhttps://x.com/evil\n', {
    store: {
      write: async (entries) => {
        stored.push(...entries);
        return { created: 1, changed: 0, unchanged: 1 };
      },
    },
  });
  expect(stored.map(({ content }) => content)).toEqual(['a.example', 'b.example', 'evil']);
  expect(stored[0]).toMatchObject({ source: 'hosts', reason: 'Scam' });
  expect(summary).toMatch(/5 {2}read/);
  expect(summary).toMatch(/3 {2}taken: 3 blocked, 0 allowed/);
  expect(summary).toMatch(/a public suffix: it would block every site below it: github\.io/);
  expect(summary).toMatch(/in \d+\.\d s/);
  expect(summary).not.toContain('no longer listed');
  expect(written).not.toContain('\u001b');
  expect(written).not.toContain('\r');
});

it('tells people what a list holds where its operator knows', async () => {
  let reason: string | null = null;
  const write: ImportStore['write'] = async ([entry]) => {
    reason = entry!.reason;
    return NOTHING;
  };
  await run('a.example\n', { kind: 'drainer', store: { write } });
  expect(reason).toBe('Wallet drainer');
});

it('lifts no more than a third without being asked to, and says what it did', async () => {
  const leaving = async () => ({ ...NONE, dropped: [1, 2], listed: 5 });
  let writes = 0;
  const write = async () => {
    writes += 1;
    return NOTHING;
  };
  await expect(run('a.example\n', { store: { leaving, write } })).rejects.toThrow(/2 of the 5.*more than a third/);
  expect(writes).toBe(0);
  expect((await run('a.example\n', { force: true, store: { leaving } })).summary).toMatch(
    /2 {2}no longer listed\n +2 {2}of these lifted, 0 decided/,
  );
  expect((await run('a.example\n', { keep: true, store: { leaving } })).summary).toMatch(
    /2 entries are no longer listed, and stay/,
  );
  const preview = async () => ({ ...NOTHING, left: 2, lifted: 1 });
  const { summary } = await run('a.example\n', { dryRun: true, store: { leaving, write, preview } });
  expect(summary).toMatch(
    /Nothing was changed[\s\S]*2 {2}no longer listed\n +1 {2}of these lifted, 1 decided otherwise/,
  );
  expect(summary).toContain('more than a third. It is refused without either');
  expect(writes).toBe(0);
});

it('writes nothing when the file turns out wrong halfway', async () => {
  let calls = 0;
  const write = async () => {
    calls += 1;
    return NOTHING;
  };
  await expect(run(`a.example\n${'x'.repeat(10_000)}\n`, { tty: true, store: { write } })).rejects.toThrow(/line 2/);
  expect(calls).toBe(0);
});

it('lets no control character of a list reach the terminal', async () => {
  const { summary } = await run('a.example\n\u001b]0;owned\u0007.example\n');
  expect(summary).toContain('owned');
  expect(summary).not.toContain('\u001b');
  expect(summary).not.toContain('\u0007');
});

it('draws a bar on a terminal, within its width and not at every step', () => {
  const terminal = stream(true);
  let now = 0;
  const progress = new Progress(terminal, () => now);
  progress.update('Reading', 1, 4);
  progress.update('Reading', 2, 4);
  now = 1_000;
  progress.update('Reading', 4, 4);
  expect(terminal.written).toHaveLength(2);
  expect(terminal.written[0]).toMatch(/ 25 %/);
  expect(terminal.written[1]).toMatch(/100 %/);
  for (const text of terminal.written) expect(text.replace('\r\u001b[K', '').length).toBeLessThan(60);
});
