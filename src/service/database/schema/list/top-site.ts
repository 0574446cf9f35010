import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** The sites that many people visit, as the operator's list has them: each under every host of which a block would stop it. */
export const topSites = pgTable(
  'top_sites',
  {
    /** The site without `www.`, or a host above it. */
    host: text().notNull(),
    site: text().notNull(),
    /** 1 for the most visited one. */
    rank: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.host, table.site] })],
);
