import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Asset, canonicalUrl, normalizeContent } from '../../../asset/index.ts';
import { pageGiven } from '../../../asset/listing/listable.ts';
import { formerExpressions } from '../../../asset/listing/listed-expression.ts';
import type { Database } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { assetDigest } from '../../listing/entry.ts';
import { type Viewer, visibleTo } from './visibility.ts';

export type StoredAsset = typeof assets.$inferSelect;

/** The asset of an id, as far as a viewer may know of it. */
export async function assetById(database: Database, viewer: Viewer, id: number): Promise<StoredAsset | null> {
  const [row] = await database
    .select()
    .from(assets)
    .where(and(eq(assets.id, id), visibleTo(viewer)));
  return row ?? null;
}

/** The asset that a content names, as far as a viewer may know of it: of a URL the page where one is known, else the site. */
export async function assetByContent(database: Database, viewer: Viewer, content: string): Promise<StoredAsset | null> {
  const named = namedAssets(content).map((asset) => Buffer.from(assetDigest(asset), 'hex'));
  if (named.length === 0) return null;
  const rows = await database
    .select()
    .from(assets)
    .where(and(inArray(assets.digest, named), visibleTo(viewer)))
    .orderBy(sql`${assets.type} = 'PAGE' desc`);
  return rows[0] ?? null;
}

/** What a content may stand for, the page first: a page of a site is stored as a report or as a list wrote it. */
export function namedAssets(content: string): Asset[] {
  const asset = normalizeContent(content);
  if (asset?.type !== 'URL') return asset ? [asset] : [];
  const text = content.trim();
  const listed = canonicalUrl(/^https?:/i.test(text) ? text : `http://${text}`);
  const reported = pageGiven(content, asset);
  const written = [listed, reported?.content ?? null].filter((page) => page !== null);
  const pages = new Set(written.flatMap((page) => [page, ...formerExpressions({ type: 'PAGE', content: page })]));
  return [...[...pages].map((page) => ({ type: 'PAGE' as const, content: page })), asset];
}
