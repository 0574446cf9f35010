import { databaseBytes } from '../../database/database.ts';
import { backupAge } from '../../database/folder/scheduled-backup.ts';
import { lastImports, sourceHealth } from '../../feature/import/source/store.ts';
import { openReports } from '../../feature/report/page.ts';
import type { ReadMetric } from '../../http/log/metrics.ts';
import type { Service } from '../../http/service.ts';
import { countJobs } from '../../jobs/queue.ts';

/** What the metrics tell of the data, the list and the backups. @param backupFolder undefined without scheduled backups */
export function readMetrics(
  { database, publisher }: Pick<Service, 'database' | 'publisher'>,
  backupFolder: string | undefined,
): readonly ReadMetric[] {
  const jobs = async (state: 'waiting' | 'failed') =>
    (await countJobs(database)).map((of) => [{ kind: of.kind }, of[state]] as const);
  const parts = () => [publisher.list.snapshot, publisher.list.recent];
  const version = () => Math.max(...parts().map((part) => part.version));
  return [
    ['wary_jobs_waiting', 'Jobs that wait, of all processes.', () => jobs('waiting'), ['kind']],
    ['wary_jobs_failed', 'Jobs that failed for good in the last thirty days.', () => jobs('failed'), ['kind']],
    ['wary_open_reports', 'Reports that wait for a decision.', async () => (await openReports(database)).count],
    [
      'wary_oldest_open_report_seconds',
      'Since the oldest report that waits for a decision came.',
      async () => (await openReports(database)).oldestSeconds,
    ],
    [
      'wary_publication_failing_seconds',
      'How long publications have been failing; 0 while they do not.',
      () => (publisher.failingSince === null ? 0 : (Date.now() - publisher.failingSince) / 1000),
    ],
    [
      'wary_imports_failing',
      'Scheduled imports whose last run failed, of all processes.',
      async () => (await sourceHealth(database)).failing,
    ],
    [
      'wary_import_age_seconds',
      'Since the last success of the scheduled import that waits longest.',
      async () => (await sourceHealth(database)).oldestSeconds,
    ],
    [
      'wary_import_entries',
      'Entries of the newest import of each source: taken, skipped, or not understood.',
      async () =>
        (await lastImports(database)).flatMap(({ source, counts }) =>
          Object.entries(counts).map(([state, count]) => [{ source, state }, count] as const),
        ),
      ['source', 'state'],
    ],
    ['wary_database_bytes', 'Size of the database.', () => databaseBytes(database)],
    [
      'wary_backup_age_seconds',
      'Since the last scheduled backup that restored.',
      () => (backupFolder === undefined ? null : backupAge(backupFolder)),
    ],
    ['wary_list_version', 'Version of the published list, in ms since epoch.', version],
    ['wary_list_entries', 'Prefixes of the published list.', () => parts().reduce((sum, { count }) => sum + count, 0)],
    [
      'wary_list_age_seconds',
      'Since the published list changed last.',
      () => Math.max(0, Date.now() - version()) / 1000,
    ],
  ];
}
