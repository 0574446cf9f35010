import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, findAddresses } from '../../../../src/asset/address/address.ts';
import { ADDRESS_FAMILIES } from '../../../../src/asset/address/family.ts';
import { candidatesIn } from '../../../../src/asset/address/shape.ts';
import { mayHoldAddress } from '../../../../src/asset/address/sign.ts';
import { median, type Row } from '../row.ts';

const RUNS = 9;
const MEGABYTE = 1_000_000;
const PROSE = 'The quick calm page reads like any other and says nothing of note about money or names. ';

/** Texts that are made to be slow. */
const WORST: Readonly<Record<string, string>> = {
  dots: 'a.',
  names: '.near.eth',
  'base58 without an end': 'Zb3',
  'words in base58': 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v ',
  'hashes in hexadecimal': '9f86d081884c7d659a2feaa0c55ad015 ',
  'checksums of 64 digits': `${'9f86d081884c7d65'.repeat(4)}\n`,
  signs: '0x',
  'EVM addresses': '0xd8da6bf26964af9d7eed9e03e53415d37aa96045 ',
  'pieces with no-break spaces': '0x12\u00a0',
  'pieces over lines': `${'0x12345678'.repeat(4)}\n`,
  'base64 with its marks': 'EQ-_',
  'invisible characters': '\u200ba',
  'fullwidth digits': '\uff10',
  'mathematical digits': '\u{1d7ce}',
  tags: 'a\u{e0041}',
  'letterlike symbols': '\u2130',
  'names without blanks': '中a.eth',
  'joined pictures': '👩\u200d',
  'names behind a sentence': '中abc.eth',
  'names behind accents': '中á\u0301\u0301.eth',
  'names in capitals': 'éAbCdEfGhIj.eth ',
  'names with a scheme': 'near:a.near ',
  'base64 accounts that overlap': 'EQAaaa-',
  'pieces of two letters': 'ab\n',
  'pieces of two and three letters': 'abc\nab\n',
};

/**
 * What a look for addresses of all families costs, and what it finds. Milliseconds are those of the processor, which others on the machine
 * change less. `WARY_ADDRESSES` names files in JSON with addresses in them, parted by commas, for recall over real lists.
 */
export async function addressRows(): Promise<readonly Row[]> {
  return [...costRows(), ...recallRows(), precisionRow()];
}

function costRows(): Row[] {
  const prose = repeated(PROSE, 100_000);
  const worst = Object.entries(WORST).map(([name, part]) => ({ name, text: repeated(part, MEGABYTE) }));
  const row = (name: string, text: string, unit: string): Row => ({
    group: 'Addresses of all families',
    name,
    value: processorMs(() => candidatesIn(text)),
    unit,
    detail: `sign ${processorMs(() => mayHoldAddress(text)).toFixed(2)} ms`,
  });
  return [
    row('100,000 characters of prose', prose, 'ms'),
    ...worst.map(({ name, text }) => row(`worst text: ${name}`, text, 'ms a MB')),
  ];
}

function recallRows(): Row[] {
  const fixtures = JSON.parse(readFileSync('test/fixtures/real-addresses.json', 'utf8')) as { addresses: unknown };
  const lists = (process.env.WARY_ADDRESSES ?? '').split(',').filter((name) => name !== '');
  return [
    recall('test/fixtures/real-addresses.json', fixtures.addresses),
    ...lists.map((name) => recall(name, JSON.parse(readFileSync(name, 'utf8')))),
  ];
}

/** How many of the addresses of a list are seen in a page and pass their check, each in a sentence. */
function recall(name: string, list: unknown): Row {
  const addresses = [...new Set(stringsIn(list))];
  const seen = addresses.filter((address) => {
    const [found] = candidatesIn(`Token on Solana, NEAR account, account on Sui: send to ${address}, now.`);
    return found !== undefined && addressOf(found.content) !== null;
  });
  const missed = addresses.filter((address) => !seen.includes(address)).slice(0, 3);
  return {
    group: 'Recall',
    name,
    value: (100 * seen.length) / addresses.length,
    unit: '%',
    detail: `${seen.length} of ${addresses.length}${missed.length > 0 ? `, missed ${missed.join(', ')}` : ''}`,
  };
}

/** What would be shown of the files of the dependencies: each is asked for the check of its family again, by its name. */
function precisionRow(): Row {
  const kinds = new Map<string, number>();
  let characters = 0;
  let shapes = 0;
  for (const path of textFiles('node_modules')) {
    const text = readFileSync(path, 'utf8');
    characters += text.length;
    shapes += candidatesIn(text).length;
    for (const { family } of findAddresses(text, '')) kinds.set(family, (kinds.get(family) ?? 0) + 1);
  }
  const found = ADDRESS_FAMILIES.flatMap(({ name }) => (kinds.has(name) ? [`${name} ${kinds.get(name)}`] : []));
  return {
    group: 'Precision',
    name: `shapes in ${(characters / 1e6).toFixed(0)} million characters of the dependencies`,
    value: shapes,
    unit: 'shapes',
    detail: `of which addresses: ${found.join(', ') || 'none'}`,
  };
}

function* textFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // Caches of tools hold our own files.
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* textFiles(path);
    else if (entry.isFile() && /\.(?:md|html|json|ts|js|mjs|cjs|css|svg)$/.test(entry.name)) yield path;
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const repeated = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Median milliseconds of the processor for one call. */
function processorMs(work: () => unknown): number {
  work();
  const times = Array.from({ length: RUNS }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return median(times);
}
