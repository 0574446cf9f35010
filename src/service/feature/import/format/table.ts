import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { TextFileError, type TextInput } from '../../../command-line/text-file.ts';
import { fieldOf, recordEntries } from './document/record.ts';
import { entryOf, type Meaning, type RawEntry } from './entry.ts';
import { readHost } from './host.ts';
import { lineEntries, SINK } from './line-list.ts';
import { sampleOf } from './sample.ts';

/** How a table is written: with the names of its columns, or with one column of hosts, pages or addresses among the others. */
type Layout = { readonly delimiter: string } & (
  | { readonly names: readonly string[]; readonly isComment: boolean }
  | { readonly column: number }
);

/** The line with which spreadsheets name their separator. */
const SEPARATOR = /^sep=.$/i;
const DELIMITERS = ['\t', ';', ',', '|'];
/** Bounds the memory where a quote is never closed. Characters. */
const MAX_RECORD = 1_000_000;
const OPTIONS = {
  ...{ relax_column_count: true, relax_quotes: true, ltrim: true, skip_empty_lines: true },
  ...{ comment: '#', comment_no_infix: true, max_record_size: MAX_RECORD },
} as const;
/** At least this share of the rows must have a delimiter, or an entry in a column. */
const MIN_SHARE = 0.6;

/** The layout of the table that lines may be; null where they are none. */
export function layoutOf(lines: readonly string[]): Layout | null {
  const rows = lines.filter((line) => !/^\s*#/.test(line) && !SEPARATOR.test(line.trim()));
  const [first = ''] = rows;
  const comment = lines[lines.indexOf(first) - 1];
  const commented = comment?.startsWith('#') ? namedLayout(comment.replace(/^#\s*/, ''), true) : null;
  return (
    (commented !== null && haveCells(rows, commented.delimiter) ? commented : null) ??
    (rows.length > 1 ? namedLayout(first, false) : null) ??
    columnLayout(rows)
  );
}

function namedLayout(line: string, isComment: boolean): Layout | null {
  for (const delimiter of DELIMITERS) {
    const names = cellsOf(line, delimiter);
    const isHead = (names.length > 1 || !isComment) && names.some((name) => fieldOf(name) !== null);
    if (isHead && !names.some((name) => (isComment ? /[.:/@,;|\t]/ : /[@,;|\t]/).test(name) || isLine(name)))
      return { delimiter, names, isComment };
  }
  return null;
}

function columnLayout(rows: readonly string[]): Layout | null {
  if (share(rows, isEntry) >= MIN_SHARE) return null;
  for (const delimiter of DELIMITERS) {
    const table = rows.map((row) => cellsOf(row, delimiter));
    if (!haveCells(rows, delimiter) || table.some(([cell = '']) => SINK.test(cell))) continue;
    // Further cells are of too few rows: one row may have thousands.
    const widths = table.map(({ length }) => length).sort((one, other) => other - one);
    const columns = Array.from({ length: widths[Math.ceil(MIN_SHARE * widths.length) - 1]! }, (_, at) => at).filter(
      (column) => share(table, (cells) => isEntry(cells[column] ?? '')) >= MIN_SHARE,
    );
    const [column] = columns;
    const isMapped = columns.length > 1 && share(table, (cells) => /^[\d.]+$/.test(cells[column!]!)) >= MIN_SHARE;
    // Of several columns, names that nobody here knows may tell which are somebody else's.
    const isUnknown = columns.length > 1 && !table[0]!.some(isEntry);
    if (column !== undefined && !isMapped && !isUnknown) return { delimiter, column };
  }
  return null;
}

const isEntry = (text: string): boolean => 'asset' in readHost(text);

/** Whether a text is a line of a list, also one that would be skipped, and so no name of a column: `0.0.0.0 evil.site`. */
const isLine = (text: string): boolean =>
  lineEntries(text, { status: 'BLOCKED', reason: '' }).some(({ content }) => {
    const reading = readHost(content);
    return 'asset' in reading || reading.skip !== 'not-understood';
  });

const haveCells = (rows: readonly string[], delimiter: string): boolean =>
  share(rows, (row) => cellsOf(row, delimiter).length > 1) >= MIN_SHARE;

const share = <T>(all: readonly T[], is: (one: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(is).length / all.length;

function cellsOf(line: string, delimiter: string): string[] {
  try {
    return (parseNow(line, { ...OPTIONS, delimiter }) as string[][])[0]?.map(cellOf) ?? [];
  } catch {
    // A quote that is closed on another line.
    return line.split(delimiter).map((cell) => cell.trim());
  }
}

/** The parser takes blanks behind a closing quote, or a quoted word at the beginning of a text, for a part of the cell. */
const cellOf = (cell: string): string => cell.trim().replace(/^"([^"]*)"$/, '$1');

/**
 * Reads a table (RFC 4180, also with tabs or semicolons) row by row. A row with more or fewer cells is not understood,
 * but editors may leave out tabs at its end. @throws TextFileError without a column of entries, or inside a quote
 */
export async function* readTable(input: TextInput, meaning: Meaning): AsyncIterable<RawEntry> {
  const layout = layoutOf((await sampleOf(input)).lines);
  if (layout === null) throw new TextFileError(`${input.name}: found no column of hosts, pages or wallet addresses.`);
  let isFirst = true;
  for await (const [cells, isLast] of withLast(rowsOf(input, layout.delimiter))) {
    const shown = cells.join(layout.delimiter);
    if (SEPARATOR.test(shown)) continue;
    const isHead = isFirst && 'names' in layout && !layout.isComment;
    isFirst = false;
    if (isHead || /^[\p{C}\p{Z}]*$/u.test(shown)) continue;
    if ('column' in layout) yield columnEntry(cells, layout.column, shown, meaning);
    else if (
      cells.slice(layout.names.length).some((cell) => cell !== '') ||
      (cells.length < layout.names.length && (layout.delimiter !== '\t' || isLast))
    )
      yield { content: shown, skip: 'not-understood' };
    else yield* recordEntries(recordOf(layout.names, cells), meaning, shown);
  }
}

/** Each row, and whether it is the last, which may be cut. */
async function* withLast(rows: AsyncIterable<string[]>): AsyncIterable<readonly [cells: string[], isLast: boolean]> {
  let before: string[] | undefined;
  for await (const row of rows) {
    if (before !== undefined) yield [before, false];
    before = row;
  }
  if (before !== undefined) yield [before, true];
}

const columnEntry = (cells: readonly string[], column: number, shown: string, meaning: Meaning): RawEntry => {
  const cell = cells[column] ?? '';
  return cell === '' ? { content: shown, skip: 'not-understood' } : entryOf(cell, meaning);
};

/** The first of several cells under one name that is filled. */
function recordOf(names: readonly string[], cells: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [index, name] of names.entries()) record[name] ||= cells[index] ?? '';
  return record;
}

/** The rows of a table. @throws TextFileError where it ends inside a quote, or a row has more than a million characters */
export async function* rowsOf(input: TextInput, delimiter: string): AsyncIterable<string[]> {
  const rows = pipeline(Readable.from(input.chunks()), parse({ ...OPTIONS, delimiter }), () => {});
  try {
    for await (const row of rows) yield (row as string[]).map(cellOf);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('CSV_')) throw error;
    throw new TextFileError(`${input.name}: the table is cut or damaged (${message}). Fetch the file again.`);
  }
}
