import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './column.ts';

/** Secrets that every process of a service shares and that nobody is told, made when they are first needed. */
export const serviceSecrets = pgTable('service_secrets', {
  name: text().primaryKey(),
  value: bytea().notNull(),
  createdAt: moment().notNull().defaultNow(),
});
