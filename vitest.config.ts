import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import { OLDEST_POSTGRES, postgresPrograms } from './src/development/install/postgres.ts';

const brand = JSON.parse(readFileSync(new URL('./src/organization/wary.json', import.meta.url), 'utf8'));

const programs = postgresPrograms();
console.log(
  programs === null
    ? `PostgreSQL ${OLDEST_POSTGRES} or newer was not found: the service's tests on a server are SKIPPED, all others run on the embedded engine.`
    : `PostgreSQL of ${programs} serves the tests that need a server.`,
);

/** Tests that start and kill processes, wait for those, or repeat other tests with very many inputs. `npm run test:nightly` runs them. */
const LONG = [
  'src/service/{main,command/first-sources,command/runbook,command/serve/fault,command/serve/running-service,feature/report/list-plan}.test.ts',
  'src/service/http/{refusal,request/paths,route/generated,route/quota}.test.ts',
  'src/service/database/folder/*.test.ts',
  'src/service/database/migration.test.ts',
  'test/{nightly/*,unit/precision,measure/bench/browser/devtools}.test.ts',
  'src/development/package/release.test.ts',
  'src/wallet/hostile.test.ts',
  'src/service/publisher/{stored-lists,snapshot-pace,store/{list-copy,list-bucket}}.test.ts',
  'src/service/feature/import/format/{mixed,cost}.test.ts',
];
/** Tests that use nothing in which a PostgreSQL server differs, or that are about data folders of the embedded engine. */
const EMBEDDED_ONLY = [
  'src/service/{http/access,http/sender,feature/import}/**/*.test.ts',
  'src/service/{command/serve/country-file,http/outgoing}.test.ts',
  'src/service/database/folder/**/*.test.ts',
  'src/service/command/runbook.test.ts',
  'src/service/main.test.ts',
  'src/service/http/refusal.test.ts',
];
/** Tests with several processes or connections on one database. */
const SERVER_ONLY = [
  'src/service/command/serve/two-processes.test.ts',
  'src/service/database/{database.fixture,late-commit}.test.ts',
];

const service = {
  extends: true as const,
  test: {
    include: ['src/service/**/*.test.ts'],
    // Files share loaded modules, because no test here mocks one or changes its state: loading took a quarter of the time.
    // Files of the extension's tests do not: they would share the fake browser with its databases.
    isolate: false,
  },
};
const embedded = { ...service.test, globalSetup: ['test/embedded/setup.ts'] };
const onEmbedded = {
  ...service,
  test: { ...embedded, name: 'service', exclude: [...SERVER_ONLY, ...LONG] },
};
const nightly = {
  ...service,
  test: { ...embedded, name: 'nightly', include: LONG },
};
/** `npm run test:nightly` repeats the service's tests on a PostgreSQL server, if one is installed. */
const onServer = {
  ...service,
  test: {
    ...service.test,
    name: 'postgres',
    exclude: EMBEDDED_ONLY,
    globalSetup: ['test/postgres/setup.ts'],
  },
};

/** Tests that use no browser API and mock no module, so that files can share a process. */
const BELOW = [
  'src/{api,asset,development,lookalike,organization}/**/*.test.ts',
  'src/wallet/{*.test.ts,request/**/*.test.ts}',
  'src/blocklist/{codec,table,trust}/**/*.test.ts',
  'test/{unit,measure}/**/*.test.ts',
];

export default defineConfig({
  define: { __BRAND__: JSON.stringify(brand), __PACKAGE_LIST__: 'null' },
  test: {
    environment: 'node',
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    // The runner itself needs little processor time, and some tests wait for processes that they start.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        extends: true,
        plugins: [WxtVitest()],
        test: {
          name: 'extension',
          // A process for each file would take twice the processor time.
          pool: 'vmThreads',
          setupFiles: ['test/realm.ts'],
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          exclude: ['src/service/**', ...BELOW],
        },
      },
      { extends: true, test: { name: 'below', include: BELOW, exclude: LONG, isolate: false } },
      onEmbedded,
      nightly,
      ...(programs === null ? [] : [onServer]),
    ],
  },
});
