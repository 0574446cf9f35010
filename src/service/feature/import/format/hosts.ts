import { readLines, TextFileError, type TextInput } from '../../../text-file.ts';
import type { RawEntry, RawList } from './entry.ts';
import { describeText } from './json-list.ts';
import { kindOf } from './likeness.ts';

const EXPECTED = 'a list of hosts: one host a line, or a hosts file with an address before the names';
/** The address of a hosts-file line (hosts(5)) that sends its names nowhere. */
const SINK = /^(0\.0\.0\.0|127\.\d+\.\d+\.\d+|::1?|fe80::1%\w+)$/i;

/**
 * Reads hosts line by line, so that a list of any length needs no more memory than its longest line. Blank lines and
 * comments (`#`) are passed over. @throws TextFileError on a web page, JSON, binary data or an empty file.
 */
export async function readHosts(input: TextInput, reason: string): Promise<RawList> {
  return { entries: hostEntries(input, reason), notes: [] };
}

async function* hostEntries(input: TextInput, reason: string): AsyncIterable<RawEntry> {
  let isFirst = true;
  for await (const line of readLines(input)) {
    const text = line.replace(/#.*$/, '').trim();
    if (line.includes('\0')) throw refusal(input, 'binary data');
    if (text === '') continue;
    if (isFirst && /^[[{<]/.test(text)) throw refusal(input, describeText(text));
    if (isFirst && kindOf([text]) === 'addresses')
      throw refusal(input, 'a wallet address. It may be --format addresses');
    isFirst = false;
    for (const content of names(text)) yield { content, kind: 'host', status: 'BLOCKED', reason };
  }
  if (isFirst) throw refusal(input, 'no host at all');
}

function names(text: string): string[] {
  const words = text.split(/\s+/);
  const [first] = words;
  return first !== undefined && words.length > 1 && SINK.test(first) ? words.slice(1) : [text];
}

const refusal = (input: TextInput, found: string) =>
  new TextFileError(`${input.name}: expected ${EXPECTED}, found ${found}.`);
