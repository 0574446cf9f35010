import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bigint, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ASSET_STATUSES } from '../../../api/asset/asset.ts';
import { ASSET_TYPES } from '../../../asset/type.ts';
import { bytea, moment, tableOf, times } from './column.ts';

/**
 * Who decided the status of an asset: a list may change only what a list decided. NOBODY: it is known, but undecided.
 */
export const DECIDERS = ['NOBODY', 'LIST', 'OPERATOR', 'REVIEW', 'DISPUTE'] as const;
export type Decider = (typeof DECIDERS)[number];

/** SQL expression: the host of a site or page, reversed, in byte order. */
export const siteOf = (content: SQLWrapper): SQL => sql`(reverse(split_part(${content}, '/', 1)) collate "C")`;

/** Everything that was ever listed, reported or disputed, by type and canonical content. */
export const assets = tableOf(
  'assets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** SHA-256 of `TYPE:content`, the unique key, because a content can be too long for an index. */
    digest: bytea().notNull().unique(),
    type: text({ enum: ASSET_TYPES }).notNull(),
    content: text().notNull(),
    status: text({ enum: ASSET_STATUSES }).notNull().default('UNKNOWN'),
    decidedBy: text({ enum: DECIDERS }).notNull().default('NOBODY'),
    source: text(),
    reason: text(),
    decidedAt: moment(),
    watchedAt: moment(),
    ...times(),
  },
  (table) => [
    index('assets_listing').on(table.type, table.status, table.updatedAt, table.id),
    // Reversed hosts in byte order: all hosts below a host are adjacent.
    index('assets_site').on(siteOf(table.content)).where(sql`${table.type} in ('URL', 'PAGE')`),
    index('assets_watched').on(table.watchedAt).where(sql`${table.watchedAt} is not null`),
  ],
);

/**
 * An asset id in tables that an import fills. No foreign key: assets are never deleted, the rows are written in the transaction of
 * their asset, and the check would make an import a third slower.
 */
export const assetId = () => bigint({ mode: 'number' }).notNull();

/** An asset that a row is about, in tables that no import fills. */
export const assetReference = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => assets.id);

/** Who knows of an asset because it is the own one or was reported, scanned or disputed, and since when; the last time counts. */
export const assetViewers = tableOf(
  'asset_viewers',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** An organization, or a key (its id with a minus) that acts for none. */
    viewer: integer().notNull(),
    assetId: bigint({ mode: 'number' })
      .notNull()
      .references(() => assets.id, { onDelete: 'cascade' }),
    since: moment().notNull().defaultNow(),
    /** The first time. */
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('asset_viewers_asset').on(table.assetId, table.viewer),
    index('asset_viewers_since').on(table.viewer, table.since, table.assetId),
  ],
);

/** What each imported list says about an asset; together they decide the asset's status. */
export const listMemberships = tableOf(
  'list_memberships',
  {
    assetId: assetId(),
    source: text().notNull(),
    status: text({ enum: ASSET_STATUSES }).notNull(),
    reason: text(),
    /** When the list was first seen to have it. */
    createdAt: moment().notNull().defaultNow(),
    /** Since when the list has it no more; it counts until the grace of its source is over. */
    leftAt: moment(),
    /** When it got older than its source allows: it counts no more, though the list still has it. */
    expiredAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.source] })],
);

/** The changelog: every change of an asset's status, with its reason. */
export const assetChanges = tableOf(
  'asset_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    assetId: assetId(),
    fromStatus: text({ enum: ASSET_STATUSES }).notNull(),
    toStatus: text({ enum: ASSET_STATUSES }).notNull(),
    decidedBy: text({ enum: DECIDERS }).notNull(),
    source: text(),
    reason: text(),
    changedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('asset_changes_changed_at').on(table.changedAt, table.id),
    index('asset_changes_asset').on(table.assetId, table.id),
  ],
);
