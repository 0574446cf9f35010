import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALGO_VERSION, hashExpression, prefixOf } from '../../../../src/asset/index.ts';
import { digestOf, encodePrefixes } from '../../../../src/blocklist/codec/artifact.ts';

/** Builds the extension of the tests with a list of some hosts, and pages of hosts, in its package. Answers its folder. */
export function buildWithList(addresses: readonly string[]): string {
  const expressions = addresses.map((address) => (address.includes('/') ? address : `${address}/`));
  const prefixes = Uint32Array.from(expressions, (each) => prefixOf(hashExpression(each))).sort();
  const list = join('.output', 'leaks', 'list');
  mkdirSync(list, { recursive: true });
  writeFileSync(join(list, 'snapshot.bin'), encodePrefixes(prefixes));
  const version = {
    algoVersion: ALGO_VERSION,
    token: 'package',
    count: prefixes.length,
    sha256: digestOf(prefixes),
    publishedAt: new Date().toISOString(),
  };
  writeFileSync(join(list, 'version.json'), JSON.stringify(version));
  const out = join('.output', 'leaks', 'package');
  const brand = 'test/fixtures/brand/e2e.json';
  execFileSync(process.execPath, ['src/development/build.ts', '--brand', brand, '--list', list, '--out', out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(process.cwd(), out, 'chrome-mv3');
}
