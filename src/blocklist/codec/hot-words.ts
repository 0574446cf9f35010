import type { HotEntry, HotWords } from './hot-entry.ts';
import { ListError } from './list-error.ts';

/** Numbers of words are one byte, and 0 says that there are none. */
const MAX_WORDS = 255;

/**
 * The words of all entries as UTF-8: a line for each set of words, most frequent first; in a line type, reason and source,
 * parted by tabs. And for each entry the number of its line, counted from 1; 0 where it has none.
 */
export function fittedWords(entries: readonly HotEntry[], maxBytes: number): { text: Uint8Array; numbers: Uint8Array } {
  const lines = entries.map(({ words }) => words && lineOf(words));
  const times = new Map<string, number>();
  for (const line of lines) if (line !== null) times.set(line, (times.get(line) ?? 0) + 1);
  const encoder = new TextEncoder();
  const chosen = new Map<string, number>();
  let size = 0;
  for (const [line] of [...times].sort(([a, often], [b, seldom]) => seldom - often || (a < b ? -1 : 1))) {
    const bytes = encoder.encode(line).length + 1;
    if (chosen.size === MAX_WORDS || size + bytes > maxBytes) continue;
    size += bytes;
    chosen.set(line, chosen.size + 1);
  }
  return {
    text: encoder.encode([...chosen.keys()].map((line) => `${line}\n`).join('')),
    numbers: Uint8Array.from(lines, (line) => (line === null ? 0 : (chosen.get(line) ?? 0))),
  };
}

/** Reads the lines. @throws ListError `format` */
export function readWords(text: Uint8Array): HotWords[] {
  const lines = decoded(text).split('\n');
  if (lines.pop() !== '') throw new ListError('format', 'The words of the hot tier end inside a line');
  return lines.map((line) => {
    const [type, reason, source, ...more] = line.split('\t');
    if (!type || reason === undefined || source === undefined || more.length > 0)
      throw new ListError('format', 'The words of the hot tier are not three to a line');
    return { type, ...(reason ? { reason } : {}), ...(source ? { source } : {}) };
  });
}

const lineOf = ({ type, reason = '', source = '' }: HotWords): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: tabs and line ends part the words
  [type, reason, source].map((word) => word.replace(/[\u0000-\u001f]+/g, ' ').trim()).join('\t');

function decoded(text: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch (error) {
    throw new ListError('format', 'The words of the hot tier are not UTF-8', { cause: error });
  }
}
