import { resolve } from 'node:path';
import { Argument } from 'commander';
import { normalizeContent } from '../../../../asset/index.ts';
import type { CommandContext, CommandGroup } from '../../../command/command.ts';
import { CommandError, textArgument, type Words } from '../../../command/words.ts';
import { topSites } from '../../../database/schema/list/top-site.ts';
import { entriesText, reachOf } from '../../../listing/reach.ts';
import { replaceTopSites } from '../../../listing/top-site.ts';
import { ImportFileError } from '../../import/format/file-error.ts';
import { openInput, readLines } from '../../import/input.ts';

/** What a person would take for a site that many people visit ends long before this. */
const MAX_COUNT = 100_000;
const SHOWN = 10;

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
    {
      name: 'show',
      summary: 'Say how many there are, or which of them a block would block',
      arguments: [new Argument('[content]', 'what would be blocked')],
      reads: true,
      run: show,
    },
    { name: 'clear', summary: 'Forget the list', run: clear },
  ],
};

async function load({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const file = textArgument(words, 'file');
  const hosts: string[] = [];
  try {
    for await (const line of readLines(await openInput(resolve(terminal.folder, file)))) {
      const text = line.replace(/^\d+,/, '').trim();
      if (text === '' || text.startsWith('#')) continue;
      const asset = /[\s/]/.test(text) ? null : normalizeContent(`http://${text}/`);
      const host = asset && new URL(`http://${text}/`).hostname;
      if (!host) throw new CommandError(`"${text.slice(0, 80)}" is no host: expected one a line, or rank,host`);
      hosts.push(host);
      if (hosts.length === MAX_COUNT) break;
    }
  } catch (error) {
    if (error instanceof ImportFileError) throw new CommandError(error.message);
    throw error;
  }
  if (hosts.length === 0) throw new CommandError(`${file} has no hosts: "top-sites clear" forgets the list`);
  const count = await replaceTopSites(database, hosts);
  terminal.print(`There are ${count} top sites now: blocking one takes a second person, or --force`);
}

async function show({ database, terminal }: CommandContext, words: Words): Promise<void> {
  if (words.arguments.content === undefined) {
    const rows = await database.selectDistinct({ site: topSites.site }).from(topSites);
    terminal.print(`There are ${rows.length} top sites`);
    return;
  }
  const content = textArgument(words, 'content');
  const asset = normalizeContent(content);
  if (!asset) throw new CommandError(`"${content}" is no address of a site, wallet or account`);
  const [reach] = await reachOf(database, [asset]);
  const { topSites: sites } = reach!;
  terminal.print(`Blocking ${asset.type} ${asset.content} would block ${sites.length} of the top sites`);
  for (const { site, rank } of sites.slice(0, SHOWN)) terminal.print(`    ${rank}  ${site}`);
  for (const text of entriesText(reach!)) terminal.print(`    ${text}`);
}

async function clear({ database, terminal }: CommandContext): Promise<void> {
  await replaceTopSites(database, []);
  terminal.print('There are no top sites any more');
}
