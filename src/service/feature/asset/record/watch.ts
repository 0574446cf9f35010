import { eq, sql } from 'drizzle-orm';
import type { Asset } from '../../../../asset/index.ts';
import type { Database } from '../../../database/database.ts';
import { assets } from '../../../database/schema/asset.ts';
import { knownAsset } from '../../listing/entry.ts';

/** Begins or ends watching an asset: lists show which assets are watched. */
export async function setWatched(transaction: Database, asset: Asset, isWatched: boolean): Promise<void> {
  const id = await knownAsset(transaction, asset);
  await transaction
    .update(assets)
    .set({ watchedAt: isWatched ? new Date() : null, updatedAt: sql`clock_timestamp()` })
    .where(eq(assets.id, id));
}
