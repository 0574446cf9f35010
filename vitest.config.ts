import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import { OLDEST_POSTGRES, postgresPrograms } from './src/development/postgres.ts';

const brand = JSON.parse(readFileSync(new URL('./src/organization/wary.json', import.meta.url), 'utf8'));

/** The service's tests run on the embedded engine, and once more on a PostgreSQL server where this machine has one. */
const programs = postgresPrograms();
console.log(
  programs === null
    ? `PostgreSQL ${OLDEST_POSTGRES} or newer was not found: the service's tests on a server are SKIPPED, those on the embedded engine run.`
    : `The service's tests run on the embedded engine and on PostgreSQL (${programs}).`,
);
const service = {
  extends: true as const,
  test: {
    include: ['src/service/**/*.test.ts'],
    // Files may share the modules that are loaded, because no test here replaces one or leaves anything in one: a quarter of the
    // time was spent on loading. The extension's tests share the browser's databases, so each file of theirs has its own.
    isolate: false,
  },
};
const onEmbedded = {
  ...service,
  test: {
    ...service.test,
    name: 'service',
    // What several processes share is a server.
    exclude: ['src/service/two-processes.test.ts'],
    globalSetup: ['test/embedded/setup.ts'],
  },
};
const onServer = {
  ...service,
  test: {
    ...service.test,
    name: 'postgres',
    // Of these, none lets the database do anything that the other engine does not do as well.
    exclude: [
      'src/service/{access,outbound,feature/import}/**',
      // A folder is the embedded engine's.
      'src/service/data-folder/**',
      'src/service/main.test.ts',
      'src/service/http/refusal.test.ts',
    ],
    globalSetup: ['test/postgres/setup.ts'],
  },
};

/** What stands below the extension's own rooms, or beside them: it neither knows a browser nor leaves anything behind. */
const BELOW = [
  'src/{api,asset,development,lookalike}/**/*.test.ts',
  'src/blocklist/{codec,table,trust}/**/*.test.ts',
  'test/{unit,bench}/**/*.test.ts',
];

export default defineConfig({
  define: { __BRAND__: JSON.stringify(brand), __PACKAGE_LIST__: 'null' },
  test: {
    environment: 'node',
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    // The runner itself hardly works, and some tests wait for processes that they start.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        extends: true,
        plugins: [WxtVitest()],
        test: {
          name: 'extension',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          exclude: ['src/service/**', ...BELOW],
        },
      },
      { extends: true, test: { name: 'below', include: BELOW, isolate: false } },
      onEmbedded,
      ...(programs === null ? [] : [onServer]),
    ],
  },
});
