import { type SQL, sql } from 'drizzle-orm';

/** The rank of a list that has no place in the order of trust yet: the last. */
const LAST_RANK = 2_147_483_647;

/** SQL: the place of a source in the order of trust, 1 for the most trusted. */
export const rankOf = (source: string): SQL =>
  sql`coalesce((select rank from sources where name = ${source}), ${LAST_RANK})`;

/** SQL: what lists say about assets, without expired entries. Where they disagree, the lowest rank decides. */
export const SAYINGS: SQL = sql`(
  select asset_id, source, entry.status, entry.reason, coalesce(rank, ${LAST_RANK}) as rank
  from list_memberships as entry left join sources on sources.name = entry.source where expired_at is null)`;
