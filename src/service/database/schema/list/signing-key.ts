import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../column.ts';

/**
 * Keys that sign the list. The one that signs has begun last and is not retired; one that has not begun waits until the
 * extensions that carry it are out. Keys are hex.
 */
export const signingKeys = pgTable('signing_keys', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  publicKey: text().notNull().unique('signing_keys_public_key'),
  /** Null for one that lies in a file, and for a retired one. */
  secretKey: text(),
  createdAt: moment().notNull().defaultNow(),
  signsSince: moment(),
  retiredAt: moment(),
});
