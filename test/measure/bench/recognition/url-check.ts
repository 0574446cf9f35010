import { sha256 } from '@noble/hashes/sha2.js';
import {
  canonicalPrefixes,
  canonicalUrl,
  prefixOf,
  prefixOfExpression,
  urlExpressions,
} from '../../../../src/asset/index.ts';
import { PrefixTable } from '../../../../src/blocklist/codec/artifact.ts';
import { median, type Row } from '../row.ts';
import { cleanHosts } from './hosts.ts';

const PATHS = [
  '/',
  '/index.html',
  '/news/2026/11/article?id=1&ref=home',
  '/a/b/c/d/e.html?x=%C3%A9&y=2#part',
  '/wiki/Main_Page',
];

/** What a whole local check of a URL costs beside the bare hashing of its expressions. */
export async function urlCheckRows(): Promise<Row[]> {
  const group = 'A URL check, local part, 100,000 listed';
  const urls = cleanHosts()
    .slice(0, 2_000)
    .map((host, index) => `https://www.${host}${PATHS[index % PATHS.length]}`);
  const expressions = urls.map(urlExpressions);
  const count = expressions.reduce((sum, list) => sum + list.length, 0);
  let state = 1;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  const table = PrefixTable.from(new Uint32Array(new Set(Array.from({ length: 100_000 }, random))).sort());
  let sink = 0;
  const encoder = new TextEncoder();
  const measures: Record<string, () => void> = {
    library: () => {
      for (const list of expressions)
        for (const expression of list) sink ^= prefixOf(sha256(encoder.encode(expression)));
    },
    hashing: () => {
      for (const list of expressions) for (const expression of list) sink ^= prefixOfExpression(expression);
    },
    check: () => {
      for (const url of urls) {
        for (const prefix of canonicalPrefixes(canonicalUrl(url)!)) if (table.has(prefix)) sink += 1;
      }
    },
    canonical: () => {
      for (const url of urls) sink += canonicalUrl(url)?.length ?? 0;
    },
  };
  const us: Record<string, number[]> = { library: [], hashing: [], check: [], canonical: [] };
  // Interleaved, so that a slower moment of the machine falls on all of them.
  for (let pass = 0; pass < 15; pass += 1) {
    for (const [name, work] of Object.entries(measures)) {
      const start = performance.now();
      work();
      if (pass > 3) us[name]!.push(((performance.now() - start) * 1000) / urls.length);
    }
  }
  if (sink === Number.MIN_VALUE) throw new Error('unreachable: keeps the loops alive');
  const hashing = median(us.hashing!);
  const check = median(us.check!);
  const library = median(us.library!);
  return [
    { group, name: 'expressions of a URL, mean', value: count / urls.length, unit: '' },
    { group, name: 'bare hashing of its expressions, a call of the library each', value: library, unit: 'µs' },
    { group, name: 'bare hashing of its expressions, as Wary hashes', value: hashing, unit: 'µs' },
    { group, name: 'canonical form', value: median(us.canonical!), unit: 'µs' },
    { group, name: 'whole check', value: check, unit: 'µs', against: 'calls of the library', ratio: check / library },
    { group, name: 'whole check', value: check, unit: 'µs', against: 'hashing as Wary does', ratio: check / hashing },
  ];
}
