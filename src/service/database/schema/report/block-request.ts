import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { assetId } from '../asset.ts';
import { moment } from '../column.ts';

/** Who asked to block a host of high reach, which waits for somebody else to ask too. Gone once the host is blocked. */
export const blockRequests = pgTable(
  'block_requests',
  {
    assetId: assetId(),
    /** Who: the name of an account on the machine, which nobody can change through the service. */
    person: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.person] })],
);
