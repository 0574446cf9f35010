import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import type { ImportEntry } from './entry.ts';
import { importList } from './list-import.ts';
import { Progress } from './progress.ts';
import { importSummary } from './summary.ts';

async function list(content: string): Promise<string> {
  const path = join(await temporaryFolder(), 'hosts.txt');
  await writeFile(path, content);
  return path;
}

function stream(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 60, write: (text: string) => written.push(text), written };
}

it('hands the sorted entries to the writer and sums everything up', async () => {
  const stored: ImportEntry[] = [];
  const progress = stream(false);
  const result = await importList({
    path: await list('a.example\nwww.a.example\nB.example\ngithub.io\n'),
    format: 'hosts',
    progress,
    write: async (entries) => {
      stored.push(...entries);
      return { created: 1, changed: 0, unchanged: 1 };
    },
  });
  expect(stored.map(({ content }) => content)).toEqual(['a.example', 'b.example']);
  expect(stored[0]?.source).toBe('hosts');
  const summary = importSummary(result);
  expect(summary).toMatch(/4 {2}read/);
  expect(summary).toMatch(/2 {2}taken: 2 blocked, 0 allowed/);
  expect(summary).toMatch(/in lower case: B\.example/);
  expect(summary).toMatch(/a whole platform, never listed: github\.io/);
  expect(summary).toMatch(/in \d+\.\d s/);
  expect(progress.written.join('')).not.toContain('\u001b');
  expect(progress.written.join('')).not.toContain('\r');
});

it('writes nothing when the file turns out wrong halfway', async () => {
  let calls = 0;
  const write = async () => {
    calls += 1;
    return { created: 0, changed: 0, unchanged: 0 };
  };
  const path = await list(`a.example\n${'x'.repeat(10_000)}\n`);
  await expect(importList({ path, format: 'hosts', progress: stream(true), write })).rejects.toThrow(/line 2/);
  expect(calls).toBe(0);
});

it('lets no control character of a list reach the terminal', async () => {
  const write = async () => ({ created: 0, changed: 0, unchanged: 0 });
  const path = await list('a.example\n\u001b]0;owned\u0007.example\n');
  const result = await importList({ path, format: 'hosts', progress: stream(false), write });
  expect(importSummary(result)).toContain('owned');
  expect(importSummary(result)).not.toContain('\u001b');
  expect(importSummary(result)).not.toContain('\u0007');
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
