import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findAddresses } from '../../src/asset/address/address.ts';
import { ADDRESS_FAMILIES } from '../../src/asset/address/family.ts';
import { candidatesIn } from '../../src/asset/address/shape.ts';
import '../../src/asset/address/codec/ens-any-script.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Texts of the packages that the product needs, each in the one version that `package.json` names. */
const PACKAGES = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies as object);
const FILES = PACKAGES.flatMap((name) =>
  globSync('**/*.{md,html,json,ts,js,mjs,cjs,css,svg}', {
    cwd: join(ROOT, 'node_modules', name),
    exclude: ['**/node_modules/**'],
  }).map((path) => ({ path: `${name}/${path}`, text: readFileSync(join(ROOT, 'node_modules', name, path), 'utf8') })),
);

/** What is shown of a text, as if nothing else stood around it. */
const shownIn = (text: string): string[] =>
  findAddresses(text, '').map(({ family, content }) => `${family} ${content}`);

/** Each is a name in the file, of its author or in an example. */
const SHOWN: readonly string[] = [
  '@adraffy/ens-normalize/README.md: ens raffy🚴‍♂.eth',
  '@adraffy/ens-normalize/README.md: ens raffy🚴‍♂.eth',
  '@adraffy/ens-normalize/README.md: ens 1⃣2⃣.eth',
  '@adraffy/ens-normalize/README.md: ens 1⃣2⃣.eth',
  '@adraffy/ens-normalize/package.json: ens raffy.eth',
];

it('of the files of the dependencies only addresses are shown', () => {
  const shown = FILES.flatMap(({ path, text }) => shownIn(text).map((address) => `${path}: ${address}`));
  expect(shown).toEqual(SHOWN);
});

it('what only looks like an address there is refused by its check', () => {
  const shapes = FILES.reduce((sum, { text }) => sum + candidatesIn(text).length, 0);
  expect(shapes).toBeGreaterThan(SHOWN.length + 10);
});

it('in such a file an address is found, and one without a checksum only beside a word of its chain', () => {
  const { text } = FILES.reduce((longest, file) => (file.text.length > longest.text.length ? file : longest));
  const line = text.indexOf('\n', text.length / 2);
  for (const { name, example, context } of ADDRESS_FAMILIES) {
    const found = shownIn(`${text.slice(0, line)}\n${example}\n${text.slice(line)}`);
    expect([name, found.length]).toEqual([name, shownIn(text).length + (context === undefined ? 1 : 0)]);
  }
});
