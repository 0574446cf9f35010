import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../database/database.ts';
import { advice, type Check, MAX_FINDINGS, type Observation } from './check.ts';

const STALE_DAYS = 7;
const CANCELLED_DAYS = 7;

/** The takedowns of an organization that meet a condition: how many, and those that wait longest. */
async function observeTakedowns(database: Database, organizationId: number, condition: SQL): Promise<Observation> {
  const meeting = sql`from takedowns join assets on assets.id = takedowns.asset_id
    where takedowns.organization_id = ${organizationId} and ${condition}`;
  const [row] = await rowsOf<{ count: number }>(database, sql`select count(*)::int as count ${meeting}`);
  const rows = await rowsOf<{ id: number | string; content: string; status: string; updated_at: string | Date }>(
    database,
    sql`select takedowns.id, assets.content, takedowns.status, takedowns.updated_at ${meeting}
      order by takedowns.updated_at, takedowns.id limit ${MAX_FINDINGS}`,
  );
  const findings = rows.map(({ id, content, status, updated_at }) => ({
    subject: `Takedown ${id} of ${content}`,
    detail: `is ${status} since ${new Date(updated_at).toISOString()}`,
  }));
  return { observed: row!.count, findings };
}

const days = (count: number): SQL => sql`now() - make_interval(days => ${count})`;

/** The checks of takedowns. */
export const takedownChecks: readonly Check[] = [
  {
    id: 'takedowns/todo-volume',
    threshold: 50,
    failAt: 200,
    suggestedAction: () => advice('Begin the oldest takedowns', 'takedowns move ID IN_PROGRESS'),
    observe: (database, id) => observeTakedowns(database, id, sql`takedowns.status = 'TODO'`),
  },
  {
    id: 'takedowns/in-progress-volume',
    threshold: 100,
    failAt: 400,
    suggestedAction: () =>
      advice('Ask the providers about the oldest takedowns, and say how far they are', 'takedowns move ID COMPLETED'),
    observe: (database, id) => observeTakedowns(database, id, sql`takedowns.status = 'IN_PROGRESS'`),
  },
  {
    id: 'takedowns/stale-in-progress',
    threshold: 1,
    failAt: 10,
    suggestedAction: () =>
      advice(`Follow up what has not moved for ${STALE_DAYS} days, and write down the step`, 'takedowns task ID TITLE'),
    observe: (database, id) =>
      observeTakedowns(
        database,
        id,
        sql`takedowns.status = 'IN_PROGRESS' and takedowns.updated_at < ${days(STALE_DAYS)}`,
      ),
  },
  {
    id: 'takedowns/cancelled-count',
    threshold: 5,
    failAt: 20,
    suggestedAction: () => advice('Find out why takedowns are cancelled', 'takedowns list --all'),
    observe: (database, id) =>
      observeTakedowns(
        database,
        id,
        sql`takedowns.status = 'CANCELLED' and takedowns.updated_at >= ${days(CANCELLED_DAYS)}`,
      ),
  },
  {
    id: 'takedowns/automation-off',
    threshold: 1,
    failAt: null,
    suggestedAction: (slug) =>
      advice('Let takedowns be filed by themselves', `organizations set ${slug} services.takedowns.automated=true`),
    observe: async (database, id) => {
      const rows = await rowsOf<{ name: string }>(
        database,
        sql`select name from organizations where id = ${id} and takedowns_active and not takedowns_automated`,
      );
      const detail = 'has takedowns, and they are not automated';
      return { observed: rows.length, findings: rows.map(({ name }) => ({ subject: name, detail })) };
    },
  },
];
