import { parseArgs } from 'node:util';
import { printRows, type Row } from './bench/row.ts';

type Values = {
  readonly from?: string | undefined;
  readonly pairs: string;
  readonly iterations: string;
  readonly whole: boolean;
};
/** What `npm run measure -- bench` prints, each by its name too. `extension` says that the built extension is needed. */
const TABLES: Readonly<Record<string, { readonly extension?: true; rows(): Promise<readonly Row[]> }>> = {
  blocklist: { rows: async () => (await import('./bench/blocklist.ts')).blocklistRows() },
  peers: { rows: async () => (await import('./bench/peers.ts')).peerRows() },
  url: { rows: async () => (await import('./bench/recognition/url-check.ts')).urlCheckRows() },
  lookalike: { rows: async () => (await import('./bench/recognition/lookalike.ts')).lookalikeRows() },
  text: { rows: async () => (await import('./bench/recognition/text.ts')).textRows() },
  addresses: { rows: async () => (await import('./bench/recognition/addresses.ts')).addressRows() },
  wallet: { rows: async () => (await import('./bench/recognition/wallet-request.ts')).walletRequestRows() },
  popup: { extension: true, rows: async () => (await import('./bench/browser/popup.ts')).popupRows() },
  heavy: { extension: true, rows: async () => (await import('./bench/browser/heavy-pages.ts')).heavyPageRows() },
};
/** Measurements with options of their own. Each module runs when it is loaded and reads `process.argv`. */
const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  speedometer,
  service: () => import('./service/service.ts'),
  fleet: () => import('./fleet.ts'),
  leaks: () => import('./leaks/run.ts'),
  load: () => import('./bench/browser/extension-cost.ts'),
  calls: () => import('./bench/browser/wallet-calls.ts'),
  rest: () => import('./rest.ts'),
};
const USE = `npm run measure -- NAME …

  bench          all tables of: ${Object.keys(TABLES).join(', ')}; each of them by its name
  speedometer    --from DIR with the files of WebKit/Speedometer [--pairs N] [--iterations N] [--whole]
  service        the service on PostgreSQL with a million entries and reports, and how long its answering thread is busy at once; --help
  fleet          10,000 clients behind a caching nginx
  load           [--rounds N] [--build FOLDER …] [--peer FOLDER …] what the extension adds to a page, beside an empty script, other
                 builds of it and other extensions
  calls          [--rounds N] [--peer FOLDER …] what the wallet check adds to a page and to calls of a wallet, beside other extensions
  leaks          what a listed page still gets done; test/measure/leaks/README.md
  rest           [MINUTES] worker starts, requests and writes while nobody is there, and while somebody browses

Everything is printed, nothing is stored, and a bad figure is no failure.`;

const [name = '', ...rest] = process.argv.slice(2);
process.argv.splice(2, Infinity, ...rest);
if (Object.hasOwn(COMMANDS, name)) await COMMANDS[name]!();
else if (name === 'bench') await print(Object.keys(TABLES));
else if ([name, ...rest].every((each) => Object.hasOwn(TABLES, each))) await print([name, ...rest]);
else {
  console.log(USE);
  process.exit(name === '--help' ? 0 : 2);
}

async function print(names: readonly string[]): Promise<void> {
  if (names.some((each) => TABLES[each]!.extension)) await (await import('../e2e/harness/build.ts')).default();
  for (const each of names) printRows(await TABLES[each]!.rows());
}

async function speedometer(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      pairs: { type: 'string', default: '30' },
      iterations: { type: 'string', default: '10' },
      whole: { type: 'boolean', default: false },
    },
  }) as { values: Values };
  const [pairs, iterations] = [Number(values.pairs), Number(values.iterations)];
  if (values.from === undefined || !(pairs >= 3) || !(iterations >= 1)) {
    console.log(USE);
    process.exit(2);
  }
  await (await import('../e2e/harness/build.ts')).default();
  const { speedometerRows } = await import('./bench/browser/speedometer.ts');
  printRows(await speedometerRows({ from: values.from, pairs, iterations, isWholeOnly: values.whole }));
}
