import type { Database } from '../../database/database.ts';
import type { Log } from '../../http/log/log.ts';
import { pruneJobs } from '../../jobs/queue.ts';
import { deleteLooseFiles } from '../report/attachment.ts';
import { deleteOldScans } from '../scan/scan.ts';
import { pruneDeliveries } from '../webhook/delivery-log.ts';
import { eraseOld } from './erasure.ts';

/** Pause between two runs of {@link eraseDue}; in ms. */
export const ERASURE_MS = 3_600_000;

/** Erases and deletes what has been kept for its time. @param days of reports and disputes */
export async function eraseDue(database: Database, days: number, log: Log): Promise<void> {
  const { reports, disputes } = await eraseOld(database, days);
  if (reports + disputes > 0) log.info('closed without a decision', { reports, disputes });
  await deleteLooseFiles(database);
  await deleteOldScans(database);
  await pruneDeliveries(database);
  await pruneJobs(database);
}
