import { sql } from 'drizzle-orm';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import type { AssetType } from '../../../asset/type.ts';
import { type Database, manyRowsOf } from '../../database/database.ts';
import type { Decider } from '../../database/schema/asset.ts';
import { applyTransitions, type Transition } from './decision.ts';
import { SAYINGS } from './membership.ts';

/** An asset and what the imported lists together say about it; null where none names it. */
type Followed = {
  readonly id: number | string;
  readonly type: AssetType;
  readonly content: string;
  readonly status: AssetStatus;
  readonly decided_by: Decider;
  readonly source: string | null;
  readonly listed: { readonly status: AssetStatus; readonly source: string; readonly reason: string | null } | null;
};

/**
 * Sets the status of assets by the lists that name them now (else unblocks them), unless a person has decided. The
 * caller holds the lock `listing`. @param left the list whose entries changed
 * @returns how many were unblocked or otherwise changed
 */
export async function followLists(
  transaction: Database,
  assetIds: readonly number[],
  left: string,
  isUrgent: boolean,
): Promise<{ readonly lifted: number; readonly changed: number }> {
  const transitions = (await followedAssets(transaction, assetIds)).flatMap((row) => transitionOf(row, left));
  await applyTransitions(transaction, transitions, isUrgent);
  const changes = transitions.filter(({ from, entry }) => from !== entry.status);
  const lifted = changes.filter(({ from }) => from === 'BLOCKED').length;
  return { lifted, changed: changes.length - lifted };
}

async function followedAssets(transaction: Database, assetIds: readonly number[]): Promise<Followed[]> {
  if (assetIds.length === 0) return [];
  return manyRowsOf<Followed>(
    transaction,
    sql`select assets.id, type, content, status, decided_by, source,
        (select json_build_object('status', listed.status, 'source', listed.source, 'reason', listed.reason)
          from ${SAYINGS} as listed where listed.asset_id = assets.id
          order by listed.rank, listed.source limit 1) as listed
      from assets where id in (
        select value::bigint from json_array_elements_text(${JSON.stringify(assetIds)}::text::json))
      order by digest`,
  );
}

/** What the imported lists together say about an asset; null where none names it. */
export const listsSay = async (transaction: Database, assetId: number): Promise<Followed['listed']> =>
  (await followedAssets(transaction, [assetId]))[0]?.listed ?? null;

function transitionOf(row: Followed, left: string): Transition[] {
  const { id, type, content, status: from, decided_by, source, listed } = row;
  if (decided_by !== 'LIST' && !(decided_by === 'NOBODY' && listed)) return [];
  const isSame = listed ? from === listed.status && source === listed.source : from === 'UNKNOWN';
  if (isSame) return [];
  const decision = listed ?? { status: 'UNKNOWN' as const, source: left, reason: `No longer on the list ${left}` };
  return [
    {
      assetId: Number(id),
      from,
      isNew: false,
      entry: { asset: { type, content }, decidedBy: 'LIST' as const, ...decision },
    },
  ];
}
