import { and, count, countDistinct, desc, eq, exists, gte, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type PortalSource, portalIdentity, portalSections } from '../../api/organization/portal.ts';
import type { Asset } from '../../asset/type.ts';
import type { Database } from '../database/database.ts';
import {
  assets,
  disputes,
  organizations,
  proposals,
  receipts,
  reportAssets,
  reports,
} from '../database/schema/index.ts';
import { Together } from '../database/together.ts';
import { type AssetCheck, assetChecksOf } from '../feature/asset/check.ts';
import { brandColourOf } from '../feature/organization/brand/brand.ts';
import { portalSourceOf } from '../feature/organization/record.ts';
import { findReceipt, type PublicState, stateOf } from '../feature/receipt/receipt.ts';
import { withAssets } from '../feature/report/record.ts';
import type { Item } from '../feature/report/subject.ts';
import type { DayCount } from '../page/plot.ts';
import type { Words } from '../page/words.ts';
import type { Portal } from './page.ts';

export type ReportPage = Awaited<ReturnType<PortalStore['reports']>>;
export type PortalMetrics = Awaited<ReturnType<PortalStore['metrics']>>;

type PortalOrganization = PortalSource & { readonly id: number };
/** With the organization's colour, `#rrggbb`, and the kinds of scam that its report form offers first. */
type VisitedOrganization = PortalOrganization & Pick<Portal, 'colour' | 'scamKinds'>;

const PAGE_SIZE = 20;
const MAX_PORTALS = 500;
const DAY_MS = 86_400_000;
const PLOTTED_DAYS = 30;

/** The slug of a portal: the custom one if it is set, else the organization's own. */
const effectiveSlug = sql<string>`coalesce(nullif(trim(${organizations.portalSlug}), ''), ${organizations.slug})`;

const isReceipt = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** All database reads of the portal: no description, contact data, reporter or file content. */
export class PortalStore {
  readonly #database: Database;
  readonly #counting = new Together();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The organization whose portal has this slug; one's custom slug wins over another's own. */
  async organization(slug: string): Promise<VisitedOrganization | null> {
    const [row] = await this.#database
      .select()
      .from(organizations)
      .where(eq(effectiveSlug, slug))
      .orderBy(sql`${organizations.portalSlug} is null`, organizations.id)
      .limit(1);
    if (row === undefined) return null;
    const colour = await brandColourOf(this.#database, row.id);
    return { id: row.id, ...portalSourceOf(row), colour, scamKinds: row.portalScamKinds };
  }

  /** The organizations with public portals, by name. */
  async discoverable(): Promise<PortalOrganization[]> {
    const rows = await this.#database
      .select()
      .from(organizations)
      .where(and(eq(organizations.portalVisibility, 'PUBLIC'), ne(organizations.subscriptionStatus, 'INACTIVE')))
      .orderBy(organizations.name, organizations.id)
      .limit(MAX_PORTALS);
    return rows.map((row) => ({ id: row.id, ...portalSourceOf(row) }));
  }

  /**
   * Reports with a blocked asset, newest first, and of each its blocked assets; others are only counted. What was
   * blocked before it was reported is left out, because anybody can name it. @param before `next` of the page before
   */
  async reports(organizationId: number, before: number | null) {
    const mine = eq(reports.organizationId, organizationId);
    const earlier =
      before === null
        ? undefined
        : sql`(${reports.createdAt}, ${reports.id}) < (select r.created_at, r.id from ${reports} r where r.id = ${before} and r.organization_id = ${organizationId})`;
    const rows = await this.#database
      .select({ id: reports.id, createdAt: reports.createdAt, inReview: sql<boolean>`${reports.status} <> 'CLOSED'` })
      .from(reports)
      .where(and(mine, earlier, exists(this.#blockedAssetOf())))
      .orderBy(desc(reports.createdAt), desc(reports.id))
      .limit(PAGE_SIZE + 1);
    const isProposed = sql`exists (select from ${proposals} where ${proposals.reportId} = ${reportAssets.reportId}
      and ${proposals.assetId} = ${reportAssets.assetId})`;
    const isListed = and(eq(assets.status, 'BLOCKED'), isProposed);
    const shown = await withAssets(this.#database, rows.slice(0, PAGE_SIZE), isListed);
    return {
      reports: shown,
      next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
      inReview: await this.#counting.run(`in review ${organizationId}`, () => this.#inReview(organizationId)),
    };
  }

  /** Counts of an organization's reports: all, those of the last 30 days, those with an undecided asset. `now` in ms since epoch. */
  metrics(organizationId: number, now: number) {
    return this.#counting.run(`metrics ${organizationId}`, () => this.#metrics(organizationId, now));
  }

  async #metrics(organizationId: number, now: number) {
    const mine = eq(reports.organizationId, organizationId);
    const blocked = and(mine, eq(assets.status, 'BLOCKED'));
    const total = countDistinct(assets.id);
    const byType = await this.#database
      .select({ type: assets.type, count: total })
      .from(reports)
      .innerJoin(proposals, eq(proposals.reportId, reports.id))
      .innerJoin(assets, eq(assets.id, proposals.assetId))
      .where(blocked)
      .groupBy(assets.type)
      .orderBy(desc(total), assets.type);
    return {
      reports: await this.#countSent(organizationId),
      recentReports: await this.#countSent(organizationId, ({ createdAt }) =>
        gte(createdAt, new Date(now - 30 * DAY_MS)),
      ),
      inReview: await this.#inReview(organizationId),
      blocked: byType.reduce((sum, row) => sum + row.count, 0),
      reportsByDay: await this.#reportsByDay(organizationId, now),
      blockedByType: byType,
    };
  }

  /** On each of the last 30 days, oldest first, including days without any. */
  async #reportsByDay(organizationId: number, now: number): Promise<DayCount[]> {
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    const days = Array.from({ length: PLOTTED_DAYS }, (_, index) => today - (PLOTTED_DAYS - 1 - index) * DAY_MS);
    const sent = sentTo(this.#database, organizationId);
    const number = sql<number>`floor(extract(epoch from ${sent.createdAt}) / 86400)::integer`;
    const rows = await this.#database
      .select({ number, count: count() })
      .from(sent)
      .where(gte(sent.createdAt, new Date(days[0]!)))
      .groupBy(number);
    const counts = new Map(rows.map((row) => [row.number, row.count]));
    return days.map((day) => ({ day: new Date(day), count: counts.get(day / DAY_MS) ?? 0 }));
  }

  /** The state of a receipt of this organization; null if there is none. */
  async sent(organizationId: number, kind: 'report' | 'dispute', text: string): Promise<PublicState | null> {
    // PostgreSQL rejects text with a NUL, so only valid receipts are looked up.
    const receipt = isReceipt(text) ? await findReceipt(this.#database, kind, text) : null;
    if (!receipt) return null;
    const table = kind === 'report' ? reports : disputes;
    const [filed] = await this.#database
      .select({ organizationId: table.organizationId })
      .from(table)
      .where(eq(table.id, receipt.reportId ?? receipt.disputeId!));
    return filed?.organizationId === organizationId ? stateOf(this.#database, receipt) : null;
  }

  /** The verdict on each item; where both a site and its page were named, on the one that is listed. */
  async checked(items: readonly Item[]): Promise<{ asset: Asset; check: AssetCheck }[]> {
    const contents = items.map(({ content, reach }) => [content, ...(reach === null ? [] : [reach.page])]);
    const checks = await assetChecksOf(this.#database, contents.flat());
    return items.map(({ asset }, index) => {
      const both = checks.splice(0, contents[index]!.length);
      const check = both.find(({ status }) => status === 'BLOCKED') ?? both[0]!;
      return { asset: check.asset ?? asset, check };
    });
  }

  /** The given contents that are already on the general list. */
  async blocked(contents: readonly string[]): Promise<ReadonlySet<string>> {
    const checks = await assetChecksOf(this.#database, contents);
    return new Set(contents.filter((_, index) => checks[index]!.status === 'BLOCKED'));
  }

  #blockedAssetOf() {
    return this.#database
      .select({ one: sql`1` })
      .from(proposals)
      .innerJoin(assets, eq(assets.id, proposals.assetId))
      .where(and(eq(proposals.reportId, reports.id), eq(assets.status, 'BLOCKED')));
  }

  #inReview(organizationId: number): Promise<number> {
    return this.#countSent(organizationId, ({ status }) => ne(status, 'CLOSED'));
  }

  async #countSent(
    organizationId: number,
    condition: (sent: ReturnType<typeof sentTo>) => SQL | undefined = () => undefined,
  ): Promise<number> {
    const sent = sentTo(this.#database, organizationId);
    const [row] = await this.#database.select({ count: count() }).from(sent).where(condition(sent));
    return row?.count ?? 0;
  }
}

/**
 * The submissions to an organization: its reports, and those merged into them. If only reports were counted, an
 * unchanged number would reveal to a sender that somebody else reported the same.
 */
function sentTo(database: Database, organizationId: number) {
  const mine = eq(reports.organizationId, organizationId);
  const first = database
    .select({ createdAt: reports.createdAt, status: reports.status })
    .from(reports)
    .where(and(mine, isNull(reports.mergedIntoId)));
  const again = database
    .select({ createdAt: receipts.createdAt, status: reports.status })
    .from(receipts)
    .innerJoin(reports, eq(reports.id, receipts.reportId))
    .where(and(mine, receipts.isMerged));
  return unionAll(first, again).as('sent');
}

export type Visit = { readonly organization: PortalOrganization; readonly portal: Portal };

/** The portal with this slug; null if it is unknown, DISABLED or of an INACTIVE organization. */
export async function visitOf(store: PortalStore, slug: string, words: Words): Promise<Visit | null> {
  // No slug contains a control character, and PostgreSQL rejects text with a NUL.
  if (/\p{Cc}/u.test(slug)) return null;
  const organization = await store.organization(slug);
  if (organization === null) return null;
  const identity = portalIdentity(organization);
  const sections = portalSections(organization);
  if (sections === null || identity.link === null) return null;
  const { colour, scamKinds } = organization;
  return { organization, portal: { identity, sections, root: identity.link.path, words, colour, scamKinds } };
}
