import { sql } from 'drizzle-orm';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import { sitesTaken } from '../../../asset/listing/publishing-site.ts';
import { listingRefusal, type Refusal } from '../../../asset/listing/refusal.ts';
import type { Asset } from '../../../asset/type.ts';
import { textKey } from '../../../language/text-key.ts';
import { type Database, LOCKS, lock } from '../../database/database.ts';
import { type Issue, issue, Refused } from '../../database/refused.ts';
import { listEdits, packPrefixes, prefixOfHex } from '../../database/schema/list.ts';
import { announceStatusChanges } from '../../jobs/announcement.ts';
import { assetDigest, claimAssets, type ListingEntry } from './entry.ts';
import {
  deleteExpressions,
  expressionRows,
  formerRows,
  insertExpressions,
  listedHashesOf,
  twinsToRelist,
} from './expression-row.ts';
import { highReachOf, reachOf, reachText } from './reach.ts';

export type Decided = { readonly assetId: number; readonly from: AssetStatus };

/** Checks that a decision may skip, each on explicit request. */
type Override = {
  /** The host has a high reach: two people agreed, or one forced it. */
  readonly highReach?: boolean;
  /** The site is on the never-list. */
  readonly neverListed?: boolean;
};

/** Sets the status of an asset, in one transaction. @throws ListingRefused when it must not be blocked; ReachRefused */
export async function decide(database: Database, entry: ListingEntry, override: Override = {}): Promise<Decided> {
  if (entry.status === 'BLOCKED') requireListable(entry.asset, override);
  return database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.listing);
    const row = (await claimAssets(transaction, [entry])).get(assetDigest(entry.asset))!;
    const from = row.isNew ? 'UNKNOWN' : row.status;
    if (entry.status === 'BLOCKED' && from !== 'BLOCKED' && !override.highReach)
      await requireLowReach(transaction, entry.asset);
    await applyTransitions(transaction, [{ assetId: row.id, from, isNew: row.isNew, entry }]);
    return { assetId: row.id, from };
  });
}

/** The asset must not be blocked; the message says why, for the person who asked. */
export class ListingRefused extends Refused {
  override readonly name: string = 'ListingRefused';
}

/** Why an asset cannot be listed. */
export const unlistable = ({ reason, subject }: Refusal): Issue =>
  issue(`unlistable.${textKey(reason)}`, { subject, date: sitesTaken() });

/** The host has a high reach: blocking it takes a second person or `--force`. */
export class ReachRefused extends ListingRefused {
  override readonly name = 'ReachRefused';
}

async function requireLowReach(database: Database, asset: Asset): Promise<void> {
  const [reach] = await reachOf(database, [asset]);
  if (highReachOf(reach!).length > 0) throw new ReachRefused(reachText(asset, reach!));
}

function requireListable(asset: Asset, { neverListed = false }: Override): void {
  const refusal = listingRefusal(asset);
  if (refusal === null || (neverListed && refusal.reason === 'never-listed')) return;
  throw new ListingRefused(unlistable(refusal));
}

/** A change of one asset to the status of its entry. `isNew`: its row has the new status already. */
export type Transition = {
  readonly assetId: number;
  readonly from: AssetStatus;
  readonly isNew: boolean;
  readonly entry: ListingEntry;
};

/**
 * Applies decisions: updates the assets and, where the status changes, the changelog, the listed expressions, the edit that tells the
 * publisher, and the webhook deliveries. The caller holds the lock `listing`.
 * @param isUrgent whether removals must be published at once. Default: whether a person, not a list, removed something
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
  const listedOf = (some: readonly Transition[]) => some.map(({ assetId, entry: { asset } }) => ({ assetId, asset }));
  const twins = await twinsToRelist(transaction, changes);
  const blocked = listedOf(changes.filter(({ entry }) => entry.status === 'BLOCKED'));
  const lifted = listedOf(changes.filter(({ from }) => from === 'BLOCKED'));
  const reasonChanged = listedOf(
    transitions.filter(({ from, entry }) => from === 'BLOCKED' && entry.status === 'BLOCKED'),
  );
  const listed = await expressionRows(transaction, [...blocked, ...twins]);
  await insertExpressions(transaction, listed);
  const { deleted, removed } = await deleteExpressions(transaction, [
    ...formerRows(lifted),
    ...formerRows(twins, listed),
  ]);
  const changedDetails = await expressionRows(transaction, reasonChanged);
  const edited = new Set([...[...listed, ...changedDetails].map(({ hash }) => prefixOfHex(hash)), ...deleted]);
  if (edited.size > 0)
    await transaction.insert(listEdits).values({
      added: packPrefixes([...edited].filter((prefix) => !removed.has(prefix))),
      removed: packPrefixes(removed),
      urgent: removed.size > 0 && (isUrgent ?? changes.some(isLiftByPerson)),
    });
  await announceStatusChanges(transaction, changes);
}

const isLiftByPerson = ({ from, entry }: Transition): boolean => from === 'BLOCKED' && entry.decidedBy !== 'LIST';

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

/** Tells the caches of all processes that source or reason of listed assets changed, without a change of the list. */
export async function announceDetailChange(transaction: Database, assets: readonly Asset[]): Promise<void> {
  const prefixes = new Set((await listedHashesOf(transaction, assets)).map(prefixOfHex));
  if (prefixes.size > 0)
    await transaction.insert(listEdits).values({ added: packPrefixes(prefixes), removed: packPrefixes([]) });
}
