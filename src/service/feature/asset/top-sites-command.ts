import { resolve } from 'node:path';
import { Argument } from 'commander';
import { normalizeContent } from '../../../asset/index.ts';
import type { CommandContext, CommandGroup } from '../../command-line/command.ts';
import { openTextFile, readLines } from '../../command-line/text-file.ts';
import { CommandError, textArgument, type Words } from '../../command-line/words.ts';
import { replaceTopSites } from '../listing/reach.ts';

export const topSitesCommand: CommandGroup = {
  name: 'top-sites',
  summary: 'Name the sites that many people visit: blocking one takes a second person or --force',
  commands: [
    {
      name: 'load',
      summary: 'Replace the list',
      arguments: [new Argument('<file>', 'one host a line, or rank,host as Tranco has it; the most visited first')],
      run: load,
    },
    { name: 'clear', summary: 'Forget the list', run: clear },
  ],
};

async function load({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const hosts = await readTopSites(resolve(terminal.folder, textArgument(words, 'file')));
  const count = await replaceTopSites(database, hosts);
  terminal.print(`There are ${count} top sites now: blocking one takes a second person, or --force`);
}

async function clear({ database, terminal }: CommandContext): Promise<void> {
  await replaceTopSites(database, []);
  terminal.print('There are no top sites any more');
}

/** More sites than anybody would call top sites. */
const MAX_COUNT = 100_000;

/** The hosts of a file, most visited first, at most 100,000: one a line, or Tranco's `rank,host`. @throws Refused */
async function readTopSites(path: string): Promise<string[]> {
  const hosts: string[] = [];
  const input = await openTextFile(path);
  for await (const line of readLines(input)) {
    const text = line.replace(/^\d+,/, '').trim();
    if (text === '' || text.startsWith('#')) continue;
    const asset = /[\s/]/.test(text) ? null : normalizeContent(`http://${text}/`);
    if (!asset) throw new CommandError(`"${text.slice(0, 80)}" is no host: expected one a line, or rank,host`);
    hosts.push(new URL(`http://${text}/`).hostname);
    if (hosts.length === MAX_COUNT) break;
  }
  if (hosts.length === 0) throw new CommandError(`${input.name} has no hosts: "top-sites clear" forgets the list`);
  return hosts;
}
