import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../../src/service/command/run.ts';
import { openDatabase } from '../../src/service/database/connection.ts';

const USE = `npm run proof:lists -- [--from DIR] [--pages FILE]
  imports every real list of DIR (shared/data beside this repository) into an empty service that knows the top sites, writes nothing,
  and prints of each what is taken, as a host or as a page, and what is skipped, with the reasons.
  --pages FILE  also a list of addresses, one a line`;

/** The real lists by their format. */
const LISTS: readonly (readonly [file: string, format: string])[] = [
  ['polkadot-phishing.json', 'polkadot-phishing'],
  ['eth-phishing-detect.json', 'eth-phishing-detect'],
  ['scamsniffer-domains.txt.gz', 'hosts'],
  ['scamsniffer-addresses.json', 'addresses'],
  ['polkadot-phishing-addresses.json', 'addresses'],
];
const TOP_SITES = 'top-sites-10k.txt';

const { values } = parseArgs({
  options: { from: { type: 'string' }, pages: { type: 'string' }, help: { type: 'boolean' } },
});
const folder = values.from ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data');
if (values.help || !existsSync(join(folder, TOP_SITES))) {
  console.log(values.help ? USE : `${folder} has no ${TOP_SITES}: there are no real lists.\n${USE}`);
  process.exit(values.help ? 0 : 1);
}
const opened = await openDatabase({ kind: 'memory' });
const publisher = { notify: () => {}, holdWhile: <T>(work: () => Promise<T>) => work() };
const terminal = {
  folder,
  print: (line: string) => console.log(line),
  progress: { write: (text: string) => process.stderr.write(text) },
};
const run = (...words: string[]) => runCommand(words, { database: opened.database, publisher, terminal });

let failed = (await run('top-sites', 'load', TOP_SITES)) !== 0;
for (const [file, format] of [...LISTS, ...(values.pages === undefined ? [] : [[values.pages, 'hosts'] as const])]) {
  console.log(`\n${basename(file)}`);
  if ((await run('import', file, '--format', format, '--dry-run')) !== 0) failed = true;
}
await opened.close();
if (failed) process.exitCode = 1;
