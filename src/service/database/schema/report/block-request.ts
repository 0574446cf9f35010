import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { assetId } from '../asset.ts';
import { moment } from '../column.ts';
import { users } from '../organization/user.ts';

/** Who asked to block a host of high reach, which waits for somebody else to ask too. Gone once the host is blocked. */
export const blockRequests = pgTable(
  'block_requests',
  {
    assetId: assetId(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.userId] })],
);
