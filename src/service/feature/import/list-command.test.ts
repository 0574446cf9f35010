import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/temporary-folder.ts';
import type { LocalCommand } from '../../command-line/command.ts';
import { readWords } from '../../command-line/words.ts';
import { localSource } from './command.ts';

async function read(content: string, ...options: string[]) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'list.txt'), content);
  const [out, err]: string[][] = [[], []];
  const terminal = {
    folder,
    print: (line: string) => out!.push(line),
    progress: { write: (text: string) => err!.push(text) },
  };
  const given = readWords<LocalCommand>([localSource], ['source', 'read', 'list.txt', ...options]);
  if ('help' in given) throw new Error(given.help);
  await given.command.run(given.words, {}, terminal);
  expect(await readdir(folder)).toEqual(['list.txt']);
  return { out, err: err!.join('') };
}

it('prints what an import would take, says beside it what was not understood, and touches nothing', async () => {
  const content = '||a.example^\n||b.example/x^$all\n@@||c.example^\nd.example##.ad\n||e.example^$script\n0.0.0.0 f\n';
  expect(await read(content)).toEqual({
    out: ['URL\ta.example\tblock', 'PAGE\tb.example/x\tblock', 'URL\tc.example\tallow'],
    err: [
      'list.txt as adblock: 3 of 6 taken',
      '2 no entry of the list: a setting, a file hash, a name for comparison, or a rule about parts of pages: d.example##.ad, ||e.example^$script',
      '1 not understood: no host, page, account or wallet address',
      'not understood: f',
      '',
    ].join('\n'),
  });
});

it('takes the word of the person for the format and the action', async () => {
  expect((await read('a.example\n', '--action', 'allow')).out).toEqual(['URL\ta.example\tallow']);
  await expect(read('||a.example^\n', '--format', 'hosts')).rejects.toThrow(/"\|\|a.example\^".*looks like adblock/);
});
