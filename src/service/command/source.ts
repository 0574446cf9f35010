import { resolve } from 'node:path';
import { Argument } from 'commander';
import type { CommandGroup, LocalCommand } from '../command-line/command.ts';
import { openTextFile } from '../command-line/text-file.ts';
import { textArgument } from '../command-line/words.ts';
import {
  ACTION_OPTION,
  CONFIDENCE_OPTION,
  FORMAT_OPTION,
  formatOption,
  rulesOf,
  statusOption,
} from '../feature/import/command.ts';
import { formatFor, meaningOf, readList } from '../feature/import/format/format.ts';
import { NOT_UNDERSTOOD, SKIP_REASONS } from '../feature/import/reason.ts';
import { CATALOGUE } from '../feature/import/source/catalogue.ts';
import { SOURCE_COMMANDS } from '../feature/import/source/command.ts';
import { triage } from '../feature/import/triage.ts';
import { requireUnderstood } from '../feature/import/understanding.ts';

/** Reads a list without data of a service. Standard output has rows alone, so that another program can read them. */
const read: LocalCommand = {
  name: 'read',
  summary: 'Print what an import would take of a list (type, content and action with tabs between), and touch nothing',
  arguments: [new Argument('<file>', 'the list, plain or gzipped')],
  options: [FORMAT_OPTION, ACTION_OPTION, CONFIDENCE_OPTION],
  run: async (words, _environment, terminal) => {
    const input = await openTextFile(resolve(terminal.folder, textArgument(words, 'file')));
    const format = await formatFor(input, formatOption(words));
    const meaning = meaningOf(input.name, format, undefined, statusOption(words).status);
    const { minConfidence = 0 } = rulesOf(words);
    const sorted = await triage(readList(input, format, { ...meaning, minConfidence }), input.name);
    await requireUnderstood(sorted, input, format);
    for (const { type, content, status } of sorted.entries)
      terminal.print(`${type}\t${content}\t${status === 'BLOCKED' ? 'block' : 'allow'}`);
    const tell = (line: string) => terminal.progress.write(`${line}\n`);
    tell(`${input.name} as ${format}: ${sorted.entries.length} of ${sorted.read} taken`);
    for (const [reason, { count, examples }] of sorted.skipped.rows()) {
      const shown = NOT_UNDERSTOOD.includes(reason) ? [] : examples;
      tell(`${count} ${SKIP_REASONS[reason]}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}`);
    }
    for (const text of sorted.strange) tell(`not understood: ${text}`);
    return 0;
  },
};

const list: LocalCommand = {
  name: 'list',
  summary: 'Print the public lists that "source add NAME" takes, with their licences and weaknesses',
  run: async (_words, _environment, terminal) => {
    for (const { name, covers, url, format, entries, every, licence, mayPassOn, note } of CATALOGUE) {
      const about = entries === null ? '' : `, about ${entries.toLocaleString('en-GB')} entries`;
      terminal.print(`${name}  ${covers}, ${format}, every ${every}${about}`);
      terminal.print(`    ${url}`);
      terminal.print(`    ${licence}${mayPassOn === true ? '' : ' (needs --accept-licence)'}. ${note}`);
    }
    return 0;
  },
};

/** The commands about lists that need no data, and those that work on the data of a service. */
export const localSource = { name: 'source', summary: '', commands: [list, read] } as const;
export const source: CommandGroup = {
  name: 'source',
  summary: 'Look into public lists, import them, keep them fresh, say which to trust, and take an import back',
  commands: SOURCE_COMMANDS,
  alsoListed: [list, read],
};
