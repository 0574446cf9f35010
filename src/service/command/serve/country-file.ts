import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { Reader, type Response } from 'mmdb-lib';
import * as z from 'zod/mini';
import { openTextFile, readLines, TextFileError, type TextInput } from '../../command-line/text-file.ts';
import type { CountryDatabase } from '../../http/sender/client-address.ts';

/** Columns of a line. A network is one field, or the first and the last address of a range. */
type Columns = { readonly network: readonly number[]; readonly country: number };

const NAMES = {
  network: ['network'],
  first: ['start_ip', 'ip_start', 'range_start'],
  last: ['end_ip', 'ip_end', 'range_end'],
  country: ['country_code', 'country_iso_code', 'country'],
} as const;

const UNKNOWN: readonly string[] = ['', '-', 'ZZ', 'XX'];

/** Before the metadata of a MaxMind DB file (its format 2.0), which end the file. */
const MMDB_MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/**
 * Reads a country database as vendors publish it, plain or gzipped: MaxMind's format, or CSV of networks or ranges with
 * a country. @throws TextFileError for one without a country or with an invalid line
 */
export async function readCountries(path: string): Promise<CountryDatabase> {
  const input = await openTextFile(path);
  const bytes = await readFile(path);
  try {
    const plain = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
    if (plain.includes(MMDB_MARK)) return mmdbTable(plain);
  } catch (error) {
    throw new TextFileError(`${input.name} is damaged: ${(error as Error).message}`);
  }
  return readTable(input);
}

const code = z.string().check(z.regex(/^[A-Z]{2}$/));
/** The records of MaxMind and DB-IP, of ip-location-db, and of IPinfo. */
const RECORD = z.union([
  z.object({ country: z.object({ iso_code: code }) }),
  z.object({ country_code: code }),
  z.object({ country: code }),
]);

/** @throws Error where the file is damaged, or none of the first addresses of the networks /16 of IPv4 has a country */
function mmdbTable(bytes: Buffer): CountryDatabase {
  const reader = new Reader<Response>(bytes);
  const of = (address: string): string | null => {
    const { success, data } = z.safeParse(RECORD, isIP(address) === 0 ? null : reader.get(address));
    if (!success) return null;
    if ('country_code' in data) return data.country_code;
    return typeof data.country === 'string' ? data.country : data.country.iso_code;
  };
  const places = Array.from({ length: 65_536 }, (_, place) => `${place >> 8}.${place & 0xff}.0.0`);
  if (!places.some((address) => of(address) !== null)) throw new Error('it names no country of any network');
  return { of };
}

async function readTable(input: TextInput): Promise<CountryDatabase> {
  const ranges: CountryRange[] = [];
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

/** The fields of a line of CSV (RFC 4180). These files have no line breaks inside quotes. */
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

/** Addresses from `first` to `last`, 16 bytes each. */
type CountryRange = { readonly first: Buffer; readonly last: Buffer; readonly country: string };

/** A table of ranges for binary search. @throws RangeError naming the first address that is in two of them */
function countryTable(ranges: readonly CountryRange[]): CountryDatabase {
  const sorted = [...ranges].sort((one, other) => one.first.compare(other.first));
  const firsts = Buffer.concat(sorted.map(({ first }) => first));
  const lasts = Buffer.concat(sorted.map(({ last }) => last));
  const countries = Buffer.from(sorted.map(({ country }) => country).join(''), 'latin1');
  const at = (bytes: Buffer, index: number) => bytes.subarray(index * ADDRESS_BYTES, (index + 1) * ADDRESS_BYTES);
  for (let index = 1; index < sorted.length; index += 1)
    if (at(firsts, index).compare(at(lasts, index - 1)) <= 0) throw new RangeError(shown(at(firsts, index)));
  return {
    of: (text) => {
      const address = addressBytes(text);
      if (!address) return null;
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (at(lasts, middle).compare(address) < 0) low = middle + 1;
        else high = middle;
      }
      const isWithin = low < countries.length / 2 && at(firsts, low).compare(address) <= 0;
      return isWithin ? countries.toString('latin1', low * 2, low * 2 + 2) : null;
    },
  };
}

function shown(address: Buffer): string {
  if (addressBytes('::ffff:0.0.0.0')!.compare(address, 0, 12, 0, 12) === 0) return address.subarray(12).join('.');
  return address.toString('hex').replace(/.{4}(?=.)/g, '$&:');
}

/** IPv4 addresses too, as `::ffff:a.b.c.d` (RFC 4291 section 2.5.5.2). */
const ADDRESS_BYTES = 16;

function addressBytes(text: string): Buffer | null {
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return null;
  if (family === 4) return Buffer.from([...new Array<number>(10).fill(0), 0xff, 0xff, ...octets(text)]);
  const [before = [], after = []] = text.split('::').map(groupBytes);
  return Buffer.from([...before, ...new Array<number>(ADDRESS_BYTES - before.length - after.length).fill(0), ...after]);
}

const octets = (text: string): number[] => text.split('.').map(Number);

function groupBytes(side: string): number[] {
  if (side === '') return [];
  return side.split(':').flatMap((group) => {
    if (group.includes('.')) return octets(group);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** The first and the last address of a network such as `192.0.2.0/24`, or of one address; null for any other text. */
function networkBytes(text: string): readonly [Buffer, Buffer] | null {
  const [address = '', bits, ...rest] = text.split('/');
  const first = addressBytes(address);
  if (!first || rest.length > 0) return null;
  const width = isIP(address) === 4 ? 32 : 128;
  const prefix = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(prefix <= width)) return null;
  const fixed = prefix + (128 - width);
  const last = Buffer.from(first);
  for (let byte = 0; byte < ADDRESS_BYTES; byte += 1) {
    const host = 0xff >> Math.min(8, Math.max(0, fixed - byte * 8));
    first[byte] = first[byte]! & ~host;
    last[byte] = last[byte]! | host;
  }
  return [first, last];
}
