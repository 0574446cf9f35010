import type { Settings } from '../../settings/catalogue.ts';
import { UnfinishedItem } from '../draft/request.ts';
import type { MaySend } from './delivery.ts';

/**
 * What may be sent from the outbox. Entries without contact details from before these were required are sent unchanged.
 */
export const maySend = ({ reports, reportContact }: Pick<Settings, 'reports' | 'reportContact'>): MaySend => ({
  reports,
  contact: reportContact !== 'off',
});

/** @throws UnfinishedItem if the organization allows no reports, disputes or answers */
export function checkSwitchedOn({ reports }: Pick<Settings, 'reports'>): void {
  if (!reports) throw new UnfinishedItem('reportsOff');
}

/**
 * Checks a report or dispute against the organization's rules.
 * @param contact the author's contact details as entered
 * @throws UnfinishedItem if the rules forbid it
 */
export function checkReporting(
  { reports, reportContact }: Pick<Settings, 'reports' | 'reportContact'>,
  contact: string,
): void {
  checkSwitchedOn({ reports });
  const isThere = contact.trim() !== '';
  if (reportContact === 'off' && isThere) throw new UnfinishedItem('contactOff');
  if (reportContact === 'required' && !isThere) throw new UnfinishedItem('contactMissing');
}
