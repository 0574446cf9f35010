import { openTextFile, readLines, TextFileError } from '../../text-file.ts';
import { networkBytes } from './address-bytes.ts';
import { type CountryDatabase, type CountryRange, countryTable } from './country-table.ts';

/** Where a line has what. A network is either one field, or the first and the last address of a range. */
type Columns = { readonly network: readonly number[]; readonly country: number };

/** What vendors call the columns. */
const NAMES = {
  network: ['network'],
  first: ['start_ip', 'ip_start', 'range_start'],
  last: ['end_ip', 'ip_end', 'range_end'],
  country: ['country_code', 'country_iso_code', 'country'],
} as const;

/** What vendors write where they know of no country. */
const UNKNOWN: readonly string[] = ['', '-', 'ZZ', 'XX'];

/**
 * Reads a database of countries, as vendors publish it: a CSV file, plain or gzipped, of `network,country` or
 * `first address,last address,country`, or with a first line that names its columns. Countries are ISO 3166-1 alpha-2. Lines that
 * begin with # are remarks.
 * @throws TextFileError for a file that cannot be read, names no country, or has anything else, with the line
 */
export async function readCountries(path: string): Promise<CountryDatabase> {
  const ranges: CountryRange[] = [];
  const input = await openTextFile(path);
  let columns: Columns | null = null;
  let line = 0;
  for await (const text of readLines(input)) {
    line += 1;
    if (text.trim() === '' || text.startsWith('#')) continue;
    const fields = fieldsOf(text);
    const place = `${input.name}: line ${line}`;
    if (columns === null) {
      columns = columnsOf(fields, place);
      if (isHeader(fields)) continue;
    }
    const range = rangeOf(fields, columns, place);
    if (range) ranges.push(range);
  }
  if (ranges.length === 0) throw new TextFileError(`${input.name} names no country of any network`);
  return tableOf(ranges, input.name);
}

function tableOf(ranges: readonly CountryRange[], name: string): CountryDatabase {
  try {
    return countryTable(ranges);
  } catch (error) {
    if (error instanceof RangeError) throw new TextFileError(`${name}: ${error.message} is in two of its networks`);
    throw error;
  }
}

/** The fields of a line of CSV (RFC 4180), which none of these files breaks inside quotes. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );

const isHeader = ([first = '']: readonly string[]): boolean =>
  [...NAMES.network, ...NAMES.first].some((name) => name === first.toLowerCase());

function columnsOf(fields: readonly string[], place: string): Columns {
  if (!isHeader(fields))
    return networkBytes(fields[1] ?? '') ? { network: [0, 1], country: 2 } : { network: [0], country: 1 };
  const names = fields.map((field) => field.toLowerCase());
  const column = (known: readonly string[]) => known.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
  const country = column(NAMES.country);
  if (country < 0) throw new TextFileError(`${place} has no column country, country_code or country_iso_code`);
  const last = column(NAMES.last);
  return { network: last < 0 ? [0] : [0, last], country };
}

function rangeOf(fields: readonly string[], { network, country: at }: Columns, place: string): CountryRange | null {
  const parts = network.map((column) => networkBytes(fields[column] ?? ''));
  const [start, end = start] = parts;
  const isRange = start && end && start[0].compare(end[1]) <= 0;
  const isOneFamily = new Set(network.map((column) => fields[column]?.includes(':'))).size === 1;
  if (!isRange || !isOneFamily)
    throw new TextFileError(`${place} has no network: expected network,country or first,last,country`);
  const country = fields[at]?.toUpperCase() ?? '';
  if (UNKNOWN.includes(country)) return null;
  if (!/^[A-Z]{2}$/.test(country)) throw new TextFileError(`${place} has no country of two letters`);
  return { first: start[0], last: end[1], country };
}
