import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import type { Command, CommandContext } from '../../../command-line/command.ts';
import { openTextFile, readText } from '../../../command-line/text-file.ts';
import {
  CommandError,
  idArgument,
  isGiven,
  textArgument,
  textOption,
  type Words,
} from '../../../command-line/words.ts';
import { inEnglish, issue } from '../../../database/refused.ts';
import { ANYWHERE, outboundRefusal, redactedUrl } from '../../../http/outgoing.ts';
import { importCommand, LIST_OPTIONS, listOf, RULE_OPTIONS, rulesOf } from '../command.ts';
import { sourceOf } from '../format/format.ts';
import { undoImport } from '../import-store.ts';
import { catalogueEntry, licenceNote } from './catalogue.ts';
import { readHeaders, sealHeaders } from './headers.ts';
import { isAddress, nameOf } from './origin.ts';
import { periodOf, secondsOf } from './period.ts';
import { addSource } from './store.ts';

const MAX_HEADERS_LENGTH = 64 * 1024;

/** Commands about lists that work on the data of a service; the desk shows sources, runs and orders them, and ends them. */
export const SOURCE_COMMANDS: readonly Command[] = [
  {
    name: 'add',
    summary: 'Import a list now and from then on, while a service runs',
    arguments: [new Argument('<list>', 'its name in "source list", or its address or file')],
    options: [
      new Option('--every <time>', 'between two runs, for example 30m, 1h or 1d; lists of "source list" know it'),
      ...LIST_OPTIONS,
      ...RULE_OPTIONS,
      new Option('--checksum <url>', 'address of its SHA-256, as sha256sum writes it: another list is not taken'),
      new Option(
        '--header-file <file>',
        'header fields of its requests, one a line as "Name: value"; they are stored encrypted and shown to nobody',
      ),
      new Option(
        '--accept-licence',
        'take a list of "source list" although its licence forbids or does not name the use',
      ),
    ],
    redactWord: redactedUrl,
    run: add,
  },
  importCommand,
  {
    name: 'undo',
    summary: 'Take a whole import back, and let the source that brought it wait',
    arguments: [new Argument('<id>', 'number of the import')],
    run: undo,
  },
];

async function add(context: CommandContext, words: Words): Promise<void> {
  const { database, terminal } = context;
  const name = textArgument(words, 'list');
  const known = catalogueEntry(name);
  const licence = known ? licenceNote(known) : null;
  if (licence !== null && !isGiven(words, 'accept-licence'))
    throw new CommandError(`${name} is not added: ${licence}. Read it; --accept-licence adds it`);
  const given = known?.url ?? name;
  const origin = isAddress(given) ? addressOf(given, context) : resolve(terminal.folder, given);
  if (!isAddress(origin)) await openTextFile(origin);
  const { format, kind } = listOf(words);
  const everySeconds = secondsOf(textOption(words, 'every') ?? known?.every);
  if (everySeconds === null) throw new CommandError('--every must be a time from 1m to 30d, for example 30m, 1h or 1d');
  const checksum = textOption(words, 'checksum');
  const file = textOption(words, 'header-file');
  const headers = file === undefined ? {} : await headersIn(resolve(terminal.folder, file));
  const source = await addSource(database, {
    ...{ origin, format, kind, everySeconds, ...rulesOf(words) },
    name: textOption(words, 'source') ?? known?.source ?? known?.name ?? sourceOf(format, nameOf(origin)),
    checksumUrl: checksum === undefined ? null : addressOf(checksum, context),
    headers: await sealHeaders(database, origin, headers),
  });
  terminal.print(
    `The source ${source.name} is ${redactedUrl(origin)}, imported every ${periodOf(everySeconds)} while a service runs`,
  );
}

const headersIn = async (path: string) => readHeaders(await readText(await openTextFile(path), MAX_HEADERS_LENGTH));

/** Without a policy, the service that runs the source checks the address. */
function addressOf(text: string, { outbound = ANYWHERE }: CommandContext): string {
  const refusal = outboundRefusal(text, outbound);
  if (refusal !== null) {
    const isPrivate = outboundRefusal(text, ANYWHERE) === null;
    const unless = isPrivate ? ', unless the service runs with --allow-private-addresses' : '';
    throw new CommandError(`The address ${inEnglish(issue(refusal))}${unless}`);
  }
  return new URL(text).href;
}

async function undo({ database, publisher, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idArgument(words);
  const { source, lifted, changed, paused } = await publisher.holdWhile(() => undoImport(database, id));
  terminal.print(`Import ${id} of ${source} is taken back: ${lifted} lifted, ${changed} with another status`);
  if (paused) terminal.print(`${source} would be imported again: it waits until it is run at /desk/sources`);
}
