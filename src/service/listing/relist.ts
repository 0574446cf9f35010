import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Asset } from '../../asset/index.ts';
import { firstExpression } from '../../asset/listing/listed-expression.ts';
import { type Database, rowsOf } from '../database/database.ts';
import { listEdits, packPrefixes, prefixOfHex } from '../database/schema/list.ts';
import { expressionHash } from './entry.ts';
import { deleteExpressions, expressionRows, insertExpressions } from './expression-row.ts';

const BATCH_SIZE = 1_000;

/**
 * Converts the rows of all blocked assets from the rules of version 1 to the current ones. Nearly all of them are the same by both and are
 * only read. The caller holds the lock `listing`.
 * @returns how many assets have another expression now
 */
export async function relist(transaction: Database): Promise<number> {
  let changed = 0;
  for (let after = 0; ; ) {
    const rows = await rowsOf<{ id: number | string } & Asset>(
      transaction,
      sql`select id, type, content from assets
        where id > ${after} and status = 'BLOCKED' and type in ('URL', 'PAGE') order by id limit ${BATCH_SIZE}`,
    );
    if (rows.length === 0) return changed;
    changed += await relistBatch(
      transaction,
      rows.map(({ id, type, content }) => ({ assetId: Number(id), asset: { type, content } })),
    );
    after = Number(rows.at(-1)!.id);
    // The embedded engine runs in the thread of the service.
    await pause(0);
  }
}

async function relistBatch(
  transaction: Database,
  held: readonly { readonly assetId: number; readonly asset: Asset }[],
): Promise<number> {
  const former = held.map(({ assetId, asset }) => ({
    asset_id: assetId,
    hash: expressionHash(firstExpression(asset)),
  }));
  const listed = await expressionRows(transaction, held);
  const others = listed.filter(({ hash }, index) => hash !== former[index]!.hash);
  if (others.length === 0) return 0;
  await insertExpressions(transaction, others);
  const { removed } = await deleteExpressions(
    transaction,
    former.filter(({ hash }, index) => hash !== listed[index]!.hash),
  );
  // So that the caches of other processes are updated.
  const added = new Set(others.map(({ hash }) => prefixOfHex(hash)));
  await transaction.insert(listEdits).values({ added: packPrefixes(added), removed: packPrefixes(removed) });
  return others.length;
}
