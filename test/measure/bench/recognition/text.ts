import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recognizeText } from '../../../../src/asset/index.ts';
import { mediansMs, type Row } from '../row.ts';

const RUNS = 5;
const LENGTH = 1_000_000;

const SENTENCE =
  'They wrote that my account was closed, and that I had to confirm it at once on their page or lose what is in it. '.split(
    ' ',
  );

/** Text of a megabyte: what `part` makes of 0, 1, 2 … */
function megabyte(part: (at: number) => string): string {
  let text = '';
  for (let at = 0; text.length < LENGTH; at += 1) text += part(at);
  return text.slice(0, LENGTH);
}

/** Sources of this repository, repeated to a megabyte: words with dots in them that are no hosts. */
function program(): string {
  const folder = 'src/asset/url';
  const text = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n');
  return megabyte(() => text);
}

/** What reading a megabyte of text for everything that it names costs: of usual texts, and of texts made to be slow. */
export async function textRows(): Promise<readonly Row[]> {
  const texts: Readonly<Record<string, string>> = {
    'prose, a host in a hundred words': megabyte((at) =>
      at % 100 ? `${SENTENCE[at % SENTENCE.length]} ` : `evil-${at}.example.com `,
    ),
    'a program': program(),
    'hosts of 4,000 labels': megabyte((at) => `b${at}.${'a.'.repeat(4_000)}com `),
    'hosts, each another': megabyte((at) => `evil-${at}.com `),
    'addresses of pages, each another': megabyte((at) => `https://x.com/evil_${at} `),
    'hexadecimal digits': megabyte(() => `0x${'ab'.repeat(5_000)} `),
    'brackets and dots': megabyte(() => '(a.['),
  };
  const works = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, () => recognizeText(text)]));
  const times = mediansMs(works, RUNS);
  return Object.entries(times).map(([name, value]) => ({
    group: 'Recognition in a text',
    name,
    value,
    unit: 'ms a MB',
    detail: `${recognizeText(texts[name]!).length.toLocaleString('en')} assets`,
  }));
}
