import { and, eq, max, ne, notInArray, sql } from 'drizzle-orm';
import type { LIVENESS_STATUSES, TAKEDOWN_STATUSES } from '../../../api/threat/takedown.ts';
import type { Asset } from '../../../asset/index.ts';
import type { Database } from '../../database/database.ts';
import { issue, Refused } from '../../database/refused.ts';
import { organizations } from '../../database/schema/organization.ts';
import { assetLiveness, takedowns } from '../../database/schema/takedown.ts';
import { knownAsset } from '../listing/entry.ts';

export type TakedownStatus = (typeof TAKEDOWN_STATUSES)[number];

/** A takedown cannot be changed like this; the message says why. */
export class TakedownRefused extends Refused {
  override readonly name = 'TakedownRefused';
}

export type NewTakedown = {
  readonly organizationId: number;
  readonly asset: Asset;
  readonly brandSlug: string | null;
  readonly assignee: string | null;
  readonly automated: boolean;
};

const ENDED = ['COMPLETED', 'CANCELLED'] as const satisfies readonly TakedownStatus[];
const hasEnded = (status: string): boolean => ENDED.some((ended) => ended === status);

/** Files a takedown, of which an organization has one open for an asset. @returns its id @throws TakedownRefused */
export async function fileTakedown(database: Database, order: NewTakedown): Promise<number> {
  return database.transaction(async (transaction) => {
    const { organizationId, asset, brandSlug, assignee, automated } = order;
    const assetId = await knownAsset(transaction, asset);
    const [open] = await transaction
      .select({ id: takedowns.id })
      .from(takedowns)
      .where(
        and(
          eq(takedowns.organizationId, organizationId),
          eq(takedowns.assetId, assetId),
          notInArray(takedowns.status, [...ENDED]),
        ),
      );
    if (open) throw new TakedownRefused(issue('takedown.open', { id: open.id, asset: asset.content }));
    const [made] = await transaction
      .insert(takedowns)
      .values({ organizationId, assetId, brandSlug, assignee, automated })
      .returning({ id: takedowns.id });
    return made!.id;
  });
}

/** Files a takedown by automation, inside the caller's transaction, if the organization has that on and none is open. */
export async function fileAutomatically(
  transaction: Database,
  organizationId: number,
  asset: Asset,
  brandSlug: string | null,
): Promise<void> {
  const automating = and(eq(organizations.takedownsActive, true), eq(organizations.takedownsAutomated, true));
  if ((await transaction.$count(organizations, and(eq(organizations.id, organizationId), automating))) === 0) return;
  try {
    await fileTakedown(transaction, { organizationId, asset, brandSlug, assignee: null, automated: true });
  } catch (error) {
    if (!(error instanceof TakedownRefused)) throw error;
  }
}

/**
 * Moves a takedown, assigns it, or both; a final state ends its tasks too. @throws TakedownRefused where that cannot be
 */
export async function moveTakedown(
  database: Database,
  id: number,
  moved: TakedownStatus | undefined,
  assignee: string | undefined,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const { status: from, tasks } = await lockedTakedown(transaction, id);
    const status = moved ?? from;
    if (from === moved) throw new TakedownRefused(issue('takedown.already', { id, status }));
    if (hasEnded(from)) throw new TakedownRefused(issue('takedown.ended', { id, status: from }));
    const now = sql`clock_timestamp()`;
    const completedAt = status === 'COMPLETED' ? now : null;
    await transaction
      .update(takedowns)
      .set({
        ...{ status, updatedAt: now, completedAt, assignee },
        tasks: hasEnded(status) ? tasks.map((task) => (hasEnded(task.status) ? task : { ...task, status })) : tasks,
      })
      .where(eq(takedowns.id, id));
  });
}

/** Adds a step to an open takedown, which moves it on. @throws TakedownRefused for a takedown that does not exist or has ended */
export async function addTask(database: Database, takedownId: number, title: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const { status, tasks } = await lockedTakedown(transaction, takedownId);
    if (hasEnded(status)) throw new TakedownRefused(issue('takedown.closed', { id: takedownId, status }));
    const task = { id: tasks.length + 1, title, status: 'TODO' as const, createdAt: new Date().toISOString() };
    await transaction
      .update(takedowns)
      .set({ tasks: [...tasks, task], updatedAt: sql`clock_timestamp()` })
      .where(eq(takedowns.id, takedownId));
  });
}

/** Records whether an asset answers. */
export async function recordLiveness(
  database: Database,
  asset: Asset,
  status: (typeof LIVENESS_STATUSES)[number],
): Promise<void> {
  await database.transaction(async (transaction) => {
    const assetId = await knownAsset(transaction, asset);
    await transaction
      .insert(assetLiveness)
      .values({ assetId, status })
      .onConflictDoUpdate({
        target: assetLiveness.assetId,
        set: { status, changedAt: sql`now()` },
        setWhere: ne(assetLiveness.status, status),
      });
  });
}

/** When a takedown of an organization was changed last; the empty text where it has none. */
export async function lastChange(database: Database, organizationId: number): Promise<string> {
  const [row] = await database
    .select({ at: max(takedowns.updatedAt) })
    .from(takedowns)
    .where(eq(takedowns.organizationId, organizationId));
  return row?.at?.toISOString() ?? '';
}

/** A takedown, locked. @throws TakedownRefused for a number that none has, or none of the organization */
export async function lockedTakedown(
  transaction: Database,
  id: number,
  organizationId?: number,
): Promise<typeof takedowns.$inferSelect> {
  const ofOrganization = organizationId === undefined ? undefined : eq(takedowns.organizationId, organizationId);
  const [row] = await transaction
    .select()
    .from(takedowns)
    .where(and(eq(takedowns.id, id), ofOrganization))
    .for('update');
  if (!row) throw new TakedownRefused(issue('takedown.none', { id }));
  return row;
}
