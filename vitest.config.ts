import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import { OLDEST_POSTGRES, postgresPrograms } from './src/development/postgres.ts';

const brand = JSON.parse(readFileSync(new URL('./src/organization/wary.json', import.meta.url), 'utf8'));

/**
 * The service's tests run on a PostgreSQL server where this machine has one, and only those of {@link ENGINE} on the embedded
 * engine as well; without a server all of them run on the embedded engine.
 */
const programs = postgresPrograms();
console.log(
  programs === null
    ? `PostgreSQL ${OLDEST_POSTGRES} or newer was not found: the service's tests on a server are SKIPPED, all others run on the embedded engine.`
    : `The service's tests run on PostgreSQL (${programs}), and those on the embedded engine that depend on it.`,
);

/** Of these, none lets the database do anything that the other engine does not do as well: the embedded engine suffices. */
const EMBEDDED_ONLY = [
  'src/service/{access,outbound,feature/import}/**/*.test.ts',
  // A folder is the embedded engine's.
  'src/service/data-folder/**/*.test.ts',
  'src/service/command/runbook.test.ts',
  'src/service/main.test.ts',
  'src/service/http/refusal.test.ts',
];
/**
 * What may come out differently on the embedded engine, which is a PostgreSQL too: how it is started, killed and migrated, what
 * waits for whom, and what its driver makes of a column. Every operation is walked through here, with what it answers held
 * against the OpenAPI document, and so is the SQL that is written by hand. What else could differ is a query beside its own
 * transaction, and the tests on the server refuse that (`database.fixture.ts`).
 */
const ENGINE = [
  ...EMBEDDED_ONLY,
  'src/service/*.test.ts',
  'src/service/{database,publisher}/**/*.test.ts',
  'src/service/http/{conformance,generated,paths}.test.ts',
  'src/service/desk/{queue,report}/**/*.test.ts',
  'src/service/feature/{blocklist,metrics,receipt,scan}/**/*.test.ts',
];
/** What several processes share is a server. */
const SERVER_ONLY = ['src/service/two-processes.test.ts', 'src/service/database/database.fixture.test.ts'];

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
    include: programs === null ? service.test.include : ENGINE,
    exclude: SERVER_ONLY,
    globalSetup: ['test/embedded/setup.ts'],
  },
};
const onServer = {
  ...service,
  test: {
    ...service.test,
    name: 'postgres',
    exclude: EMBEDDED_ONLY,
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
