import { bigint, boolean, index, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { apiKeyId } from './api-key.ts';
import { assetId } from './asset.ts';
import { bytea, moment, tableOf } from './column.ts';
import { organizationId, organizations } from './organization.ts';

/** The expressions of every blocked asset, by SHA-256, so that buckets and prefixes are ranges of the key. */
export const listedExpressions = tableOf(
  'listed_expressions',
  {
    hash: bytea().notNull(),
    assetId: assetId(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.assetId] })],
);

/**
 * Changes of the set of prefixes (packed big-endian uint32) in the order in which they became visible, deleted some
 * minutes after a snapshot contains them. `added` also has prefixes whose entries or details changed.
 */
export const listEdits = tableOf('list_edits', {
  id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  added: bytea().notNull(),
  removed: bytea().notNull(),
  /** Whether a person unblocked something, which is published without delay. */
  urgent: boolean().notNull().default(false),
  createdAt: moment().notNull().defaultNow(),
});

export const LIST_FILE_KINDS = ['snapshot', 'recent', 'changes', 'hot', 'organization', 'official'] as const;

/**
 * Published files of the blocklist and of organizations; a row never changes, and the newest of a kind is current.
 * `fromToken` is the earlier snapshot of a `changes` file, and the snapshot below a `recent` file.
 */
export const listFiles = tableOf(
  'list_files',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    token: text().notNull().unique(),
    kind: text({ enum: LIST_FILE_KINDS }).notNull(),
    /** Null: the file is of the common list. */
    organizationId: integer().references(() => organizations.id, { onDelete: 'cascade' }),
    fromToken: text(),
    algoVersion: text().notNull(),
    /** Grows with every file of its kind; signed. `changes` have the version of their result. */
    version: bigint({ mode: 'number' }).notNull(),
    count: integer().notNull(),
    /** Hex SHA-256 over the sorted big-endian prefixes, for `changes` those of their result; of entries, that of the file. */
    sha256: text().notNull(),
    body: bytea().notNull(),
    /** The last edit in the file; 0 for entries. */
    editId: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('list_files_kind').on(table.kind, table.id),
    index('list_files_organization').on(table.organizationId, table.kind, table.id),
  ],
);

/** What an organization blocks for its own people only. */
export const organizationBlocks = tableOf(
  'organization_blocks',
  {
    organizationId: organizationId(),
    assetId: assetId(),
    reason: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.assetId] })],
);

/**
 * Keys that sign the list, in hex. The one with the latest `signsSince` signs, one without waits for its extensions.
 */
export const signingKeys = tableOf('signing_keys', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  publicKey: text().notNull().unique('signing_keys_public_key'),
  /** Null for a key in a file, and for a retired one. */
  secretKey: text(),
  createdAt: moment().notNull().defaultNow(),
  signsSince: moment(),
  retiredAt: moment(),
});

/** Top sites of the operator's list, with a row for each host whose block would stop the site. */
export const topSites = tableOf(
  'top_sites',
  {
    /** The site without `www.`, or a parent of it. */
    host: text().notNull(),
    site: text().notNull(),
    /** 1 for the most visited one. */
    rank: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.host, table.site] })],
);

/** When a key first fetched a published list; `publishedAt` identifies the list. */
export const listConsumptions = tableOf(
  'list_consumptions',
  {
    apiKeyId: apiKeyId(),
    publishedAt: moment().notNull(),
    consumedAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.apiKeyId, table.publishedAt] })],
);

/** The prefix of a full hash in hexadecimal. */
export const prefixOfHex = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16);

/** Prefixes as big-endian uint32, in the order given. */
export function packPrefixes(prefixes: Iterable<number>): Uint8Array {
  const list = Uint32Array.from(prefixes);
  const bytes = new DataView(new ArrayBuffer(list.length * 4));
  for (const [index, prefix] of list.entries()) bytes.setUint32(index * 4, prefix);
  return new Uint8Array(bytes.buffer);
}

/** Reads back what {@link packPrefixes} wrote. */
export function unpackPrefixes(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getUint32(index * 4));
}
