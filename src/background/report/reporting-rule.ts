import type { MaySend } from '../../reporting/delivery.ts';
import { UnfinishedItem } from '../../reporting/request.ts';
import type { Settings } from '../../settings/catalogue.ts';

/** What may leave of that which waits to be sent. What waits without contact details since before they were required is sent as it is. */
export const maySend = ({ reports, reportContact }: Pick<Settings, 'reports' | 'reportContact'>): MaySend => ({
  reports,
  contact: reportContact !== 'off',
});

/** @throws UnfinishedItem where the organization lets no report, dispute or answer be sent */
export function checkSwitchedOn({ reports }: Pick<Settings, 'reports'>): void {
  if (!reports) throw new UnfinishedItem(['Your organization has switched reports and disputes off.']);
}

/**
 * Holds a report or dispute against what the organization says about them.
 * @param contact how its author can be reached, as they wrote it
 * @throws UnfinishedItem where it says otherwise
 */
export function checkReporting(
  { reports, reportContact }: Pick<Settings, 'reports' | 'reportContact'>,
  contact: string,
): void {
  checkSwitchedOn({ reports });
  const isThere = contact.trim() !== '';
  if (reportContact === 'off' && isThere)
    throw new UnfinishedItem(['Your organization does not let contact details be sent: leave them out.']);
  if (reportContact === 'required' && !isThere)
    throw new UnfinishedItem(['Your organization asks how you can be reached: write an address or a number.']);
}
