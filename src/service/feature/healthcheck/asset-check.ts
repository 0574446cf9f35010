import { sql } from 'drizzle-orm';
import { rowsOf } from '../../database/database.ts';
import { advice, type Check, MAX_FINDINGS } from './check.ts';

/** The days before the last one, against which it is held. */
const USUAL_DAYS = 7;
/** So many times the usual number is a spike… */
const SPIKE_FACTOR = 3;
/** …but fewer than this are none. */
const LEAST_SPIKE = 10;

/** The checks of assets. Many that die at once mean a takedown of a whole provider, or a defect of whoever looks. */
export const assetChecks: readonly Check[] = [
  {
    id: 'assets/dead-asset-spike',
    threshold: LEAST_SPIKE,
    failAt: 10 * LEAST_SPIKE,
    suggestedAction: () =>
      advice('Look whether these assets are gone, and write down which still answer', 'liveness CONTENT LIVE'),
    observe: async (database, organizationId) => {
      const dead = sql`from threats join asset_liveness on asset_liveness.asset_id = threats.asset_id
        join assets on assets.id = threats.asset_id
        where threats.organization_id = ${organizationId} and asset_liveness.status = 'DEAD'`;
      const [row] = await rowsOf<{ today: number; before: number }>(
        database,
        sql`select count(*) filter (where changed_at >= now() - interval '1 day')::int as today,
          count(*) filter (where changed_at < now() - interval '1 day')::int as before
          ${dead} and changed_at >= now() - make_interval(days => ${USUAL_DAYS + 1})`,
      );
      const rows = await rowsOf<{ content: string; changed_at: string | Date }>(
        database,
        sql`select assets.content, changed_at ${dead} and changed_at >= now() - interval '1 day'
          order by changed_at desc, assets.id limit ${MAX_FINDINGS}`,
      );
      const findings = rows.map(({ content, changed_at }) => ({
        subject: content,
        detail: `does not answer since ${new Date(changed_at).toISOString()}`,
      }));
      const { today, before } = row!;
      const threshold = Math.max(LEAST_SPIKE, Math.ceil((before / USUAL_DAYS) * SPIKE_FACTOR));
      return { observed: today, findings, threshold };
    },
  },
];

/** The checks of the organization's own record. */
export const organizationChecks: readonly Check[] = [
  {
    id: 'organization/missing-contact-url',
    threshold: 1,
    failAt: null,
    suggestedAction: (slug) => advice('Say where it is reached', `organizations set ${slug} contactUrl=ADDRESS`),
    observe: async (database, organizationId) => {
      const rows = await rowsOf<{ name: string }>(
        database,
        sql`select name from organizations where id = ${organizationId} and coalesce(trim(contact_url), '') = ''`,
      );
      const detail = 'has no contact address';
      return { observed: rows.length, findings: rows.map(({ name }) => ({ subject: name, detail })) };
    },
  },
];
