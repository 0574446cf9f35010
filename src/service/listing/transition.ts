import { sql } from 'drizzle-orm';
import type { AssetStatus } from '../../api/asset/asset.ts';
import type { Asset } from '../../asset/index.ts';
import type { Database } from '../database/database.ts';
import { listEdits } from '../database/schema/list/list.ts';
import { announceStatusChanges } from '../outbound/announcement.ts';
import type { ListingEntry } from './entry.ts';
import {
  deleteExpressions,
  expressionRows,
  formerRows,
  insertExpressions,
  listedHashesOf,
  parted,
} from './expression-row.ts';
import { packPrefixes, prefixOfHex } from './prefix-edit.ts';

/** One asset that takes the status of its entry. `isNew`: its row carries the new status already. */
export type Transition = {
  readonly assetId: number;
  readonly from: AssetStatus;
  readonly isNew: boolean;
  readonly entry: ListingEntry;
};

/**
 * Carries out decisions: the assets and, where the status changes, the changelog, the listed expressions, the edit from which
 * the publisher learns of them, and the webhooks that are to be told. The caller holds the lock `listing`.
 * @param isUrgent whether what is taken off must be published at once. Default: whether a person took something off, rather than a list
 */
export async function applyTransitions(
  transaction: Database,
  transitions: readonly Transition[],
  isUrgent?: boolean,
): Promise<void> {
  if (transitions.length === 0) return;
  await updateAssets(
    transaction,
    transitions.filter(({ isNew }) => !isNew),
  );
  const changes = transitions.filter(({ from, entry }) => from !== entry.status);
  await recordChanges(transaction, changes);
  const heldOf = (some: readonly Transition[]) => some.map(({ assetId, entry: { asset } }) => ({ assetId, asset }));
  const twins = await parted(transaction, changes);
  const blocked = heldOf(changes.filter(({ entry }) => entry.status === 'BLOCKED'));
  const lifted = heldOf(changes.filter(({ from }) => from === 'BLOCKED'));
  const reworded = heldOf(transitions.filter(({ from, entry }) => from === 'BLOCKED' && entry.status === 'BLOCKED'));
  const listed = await expressionRows(transaction, [...blocked, ...twins]);
  await insertExpressions(transaction, listed);
  const { deleted, removed } = await deleteExpressions(transaction, [
    ...formerRows(lifted),
    ...formerRows(twins, listed),
  ]);
  const told = await expressionRows(transaction, reworded);
  const edited = new Set([...[...listed, ...told].map(({ hash }) => prefixOfHex(hash)), ...deleted]);
  if (edited.size > 0)
    await transaction.insert(listEdits).values({
      added: packPrefixes([...edited].filter((prefix) => !removed.has(prefix))),
      removed: packPrefixes(removed),
      urgent: removed.size > 0 && (isUrgent ?? changes.some(isLiftByPerson)),
    });
  await announceStatusChanges(transaction, changes.map(statusChange));
}

const isLiftByPerson = ({ from, entry }: Transition): boolean => from === 'BLOCKED' && entry.decidedBy !== 'LIST';

const statusChange = ({ assetId, from, entry: { asset, status, decidedBy, reason } }: Transition) => ({
  assetId,
  asset,
  from,
  to: status,
  decidedBy,
  reason,
});

/** `updated_at` is the time under the lock, not that of the transaction's beginning: whoever pages by it misses nobody who waited. */
async function updateAssets(transaction: Database, transitions: readonly Transition[]): Promise<void> {
  if (transitions.length === 0) return;
  await transaction.execute(sql`
    update assets set status = given.status, decided_by = given.decided_by, source = given.source,
      reason = given.reason, updated_at = clock_timestamp(),
      decided_at = case when assets.status = given.status then assets.decided_at else now() end
    from ${recordset(transitions)} where assets.id = given.asset_id`);
}

async function recordChanges(transaction: Database, transitions: readonly Transition[]): Promise<void> {
  if (transitions.length === 0) return;
  await transaction.execute(sql`
    insert into asset_changes (asset_id, from_status, to_status, decided_by, source, reason)
    select asset_id, from_status, status, decided_by, source, reason from ${recordset(transitions)}`);
}

const recordset = (transitions: readonly Transition[]) => {
  const given = transitions.map(({ assetId, from, entry: { status, decidedBy, source, reason } }) => ({
    asset_id: assetId,
    from_status: from,
    status,
    decided_by: decidedBy,
    source,
    reason,
  }));
  return sql`json_to_recordset(${JSON.stringify(given)}::text::json)
    as given (asset_id bigint, from_status text, status text, decided_by text, source text, reason text)`;
};

/** Tells the caches of all processes that what is said of listed assets changed, without a change of the list itself. */
export async function announceWords(transaction: Database, assets: readonly Asset[]): Promise<void> {
  const prefixes = new Set((await listedHashesOf(transaction, assets)).map(prefixOfHex));
  if (prefixes.size > 0)
    await transaction.insert(listEdits).values({ added: packPrefixes(prefixes), removed: packPrefixes([]) });
}
