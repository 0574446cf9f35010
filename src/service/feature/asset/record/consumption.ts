import { sql } from 'drizzle-orm';
import { orFromMemory } from '../../../database/away.ts';
import { type Database, rowsOf } from '../../../database/database.ts';
import { listConsumptions } from '../../../database/schema/list.ts';
import { idArray, type StoredAsset, type Viewer } from './lookup.ts';

/** Records which key received which published list, once for each. Its memory only saves needless writes. */
export class ConsumptionLog {
  readonly #last = new Map<number, number>();
  readonly #onError: (error: unknown) => void;
  #thinnedAt = Number.NEGATIVE_INFINITY;

  /** @param onError for a failure, which the next poll makes up for: a list is answered while the database is away */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** @param publishedAt of the list, in ms since epoch */
  async record(database: Database, apiKeyId: number, publishedAt: number): Promise<void> {
    if (this.#last.get(apiKeyId) === publishedAt) return;
    await orFromMemory(this.#write(database, apiKeyId, publishedAt), this.#onError);
  }

  async #write(database: Database, apiKeyId: number, publishedAt: number): Promise<void> {
    await database
      .insert(listConsumptions)
      .values({ apiKeyId, publishedAt: new Date(publishedAt) })
      .onConflictDoNothing();
    this.#last.set(apiKeyId, publishedAt);
    if (performance.now() - this.#thinnedAt < CLEANUP_INTERVAL_MS) return;
    this.#thinnedAt = performance.now();
    await thin(database);
  }
}

const CLEANUP_INTERVAL_MS = 3_600_000;
/** Every list is kept for this long; of older ones, the last of each hour. */
const RETENTION_DAYS = 7;

/** Deletes an old row when the same key received a later list within the same hour. */
async function thin(database: Database): Promise<void> {
  await database.execute(sql`
    delete from list_consumptions where published_at < now() - make_interval(days => ${RETENTION_DAYS})
      and exists (select from list_consumptions as later
        where later.api_key_id = list_consumptions.api_key_id and later.published_at > list_consumptions.published_at
          and later.published_at < date_trunc('hour', list_consumptions.published_at) + interval '1 hour')`);
}

/** The keys of a viewer's organizations that received a list with a blocked asset, and when each did first. */
export async function consumersOf(
  database: Database,
  { organizationIds }: Viewer,
  { status, decidedAt }: StoredAsset,
): Promise<{ consumer: string; name: string; consumedAt: string }[]> {
  if (status !== 'BLOCKED' || decidedAt === null) return [];
  const rows = await rowsOf<{ consumer: string; name: string; consumed_at: Date | string }>(
    database,
    sql`select organizations.slug as consumer, api_keys.label as name, fetched.consumed_at
      from api_keys
      join api_key_organizations on api_key_organizations.api_key_id = api_keys.id
      join organizations on organizations.id = api_key_organizations.organization_id
      cross join lateral (
        select consumed_at from list_consumptions
        where list_consumptions.api_key_id = api_keys.id and published_at >= ${decidedAt.toISOString()}::timestamptz
        order by published_at limit 1) fetched
      where organizations.id = any(${idArray(organizationIds)})
      order by fetched.consumed_at, api_keys.id, organizations.id`,
  );
  return rows.map(({ consumer, name, consumed_at }) => ({
    consumer,
    name,
    consumedAt: new Date(consumed_at).toISOString(),
  }));
}
