import { readLines, type TextInput } from '../../../command-line/text-file.ts';
import { entryOf, type Meaning, type RawEntry } from './entry.ts';

/** A comment: the whole line, or its end after a space, so that the fragment of an address and the rules of other formats stay. */
const COMMENT = /^\s*(?:[#;!]|\/\/).*|\s[#;].*/;
/** The address of a hosts-file line (hosts(5)) that sends its names nowhere, or is one of its first lines. */
export const SINK = /^(?:0|0\.0\.0\.0|127\.\d+\.\d+\.\d+|255\.255\.255\.255|::1?|f[ef][\da-f]{2}::[\da-f]*(?:%\w+)?)$/i;

/** Reads hosts, pages and wallet addresses one a line, and hosts files (hosts(5)). */
export async function* readLineList(input: TextInput, meaning: Meaning): AsyncIterable<RawEntry> {
  for await (const line of readLines(input)) yield* lineEntries(line, meaning);
}

/** The entries of one line: each name behind the sink of a hosts file, or all of another line. */
export function lineEntries(line: string, meaning: Meaning): RawEntry[] {
  const text = withoutComment(line);
  if (text === '') return [];
  const [first = '', ...names] = text.split(/\s+/);
  return (names.length > 0 && SINK.test(first) ? names : [text]).map((name) => entryOf(name, meaning));
}

const withoutComment = (line: string): string => line.replace(COMMENT, '').trim();
