import { and, eq, sql } from 'drizzle-orm';
import { contentNaming } from '../../../asset/index.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { detectionConfigs, detections } from '../../database/schema/detection.ts';
import { organizations } from '../../database/schema/index.ts';
import type { ReportFiler } from '../../http/access/reach.ts';
import type { Change } from '../../http/implementation.ts';
import type { Log } from '../../http/log/log.ts';
import { announceThreats } from '../../jobs/announcement.ts';
import type { WorkLoop } from '../../jobs/work-loop.ts';
import { DONE, jobWorker } from '../../jobs/worker.ts';
import { inTurn } from '../../thread/in-turn.ts';
import { anyDigestOf, assetDigest, knownAssets } from '../listing/entry.ts';
import { fileWhatNeedsReport } from '../report/filing.ts';
import { readProposed } from '../report/proposed.ts';
import { textThread } from '../text/texts.ts';
import { type ConfigRow, unknownConfig } from './config.ts';
import { type DetectionSource, excludedOf, pagesOf } from './source.ts';
import type { Confidence, Match } from './term.ts';

/** The matches of a config. `truncated`: there are more than one run takes. */
type Matches = { readonly matches: readonly Match[]; readonly truncated: boolean };

type RunResult = { readonly resultCount: number; readonly newCount: number; readonly truncated: boolean };

const MAX_MATCHES = 10_000;
/** Matches that are written at once, and reported in one report. */
const BATCH = 100;
const CONFIDENCE_RANK: readonly Confidence[] = ['none', 'low', 'medium', 'high'];

/** Searches a source for terms. Each asset counts once, with its most confident match. */
export async function findMatches(
  database: Database,
  order: { readonly source: DetectionSource; readonly terms: readonly string[]; readonly organizationId: number },
): Promise<Matches> {
  const { source, organizationId, terms } = order;
  const found = new Map<string, Match>();
  for await (const page of pagesOf(database, source, organizationId)) {
    const matches = await textThread().call('search', page, terms);
    const mentioned = matches.filter(({ isMentioned }) => isMentioned).map(({ asset }) => asset);
    const excluded = await excludedOf(database, organizationId, mentioned);
    for (const { isMentioned, ...match } of matches) {
      const key = assetDigest(match.asset);
      if (isMentioned && excluded.has(key)) continue;
      const earlier = found.get(key);
      if (earlier && CONFIDENCE_RANK.indexOf(earlier.confidence) >= CONFIDENCE_RANK.indexOf(match.confidence)) continue;
      if (!earlier && found.size >= MAX_MATCHES) return { matches: inOrder(found), truncated: true };
      found.set(key, match);
    }
  }
  return { matches: inOrder(found), truncated: false };
}

/** By the digests of their assets, in whose order rows are locked (`claimAssets`). */
const inOrder = (found: ReadonlyMap<string, Match>): Match[] =>
  [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, match]) => match);

/**
 * Runs a config: new matches become detections, go to the organization's webhooks and are reported. Each hundred is a
 * transaction, so that others get the database. @throws Failure NOT_FOUND when the config was deleted meanwhile
 */
export async function runConfig(
  database: Database,
  config: ConfigRow,
  change: Change = (work) => database.transaction(work),
): Promise<RunResult> {
  const { id, source, organizationId, terms } = config;
  const { matches, truncated } = await findMatches(database, { source, terms, organizationId });
  let newCount = 0;
  for (let start = 0; start < matches.length; start += BATCH)
    newCount += await takeMatches(database, config, matches.slice(start, start + BATCH));
  return change(async (transaction) => {
    const [row] = await transaction
      .update(detectionConfigs)
      .set({ lastRunAt: new Date(), lastResultCount: matches.length })
      .where(eq(detectionConfigs.id, id))
      .returning({ id: detectionConfigs.id });
    if (!row) unknownConfig(id);
    return { resultCount: matches.length, newCount, truncated };
  });
}

/** Writes and reports the matches that the organization has not been shown. @returns how many they are */
async function takeMatches(database: Database, config: ConfigRow, matches: readonly Match[]): Promise<number> {
  const { id: configId, organizationId, source } = config;
  const shown = await shownOf(database, organizationId, matches);
  const unseen = matches.filter(({ asset }) => !shown.has(assetDigest(asset)));
  if (unseen.length === 0) return 0;
  const report = await reportOf(database, config, unseen);
  return database.transaction(async (transaction) => {
    const [kept] = await transaction
      .select({ id: detectionConfigs.id })
      .from(detectionConfigs)
      .where(eq(detectionConfigs.id, configId))
      .for('key share');
    if (!kept) unknownConfig(configId);
    const rows = await knownAssets(transaction, unseen);
    const byId = new Map(unseen.map((match) => [rows.get(assetDigest(match.asset))!, match]));
    const values = [...byId].map(([assetId, { threatContent, confidence, reportId }]) => ({
      ...{ organizationId, configId, source, threatContent, confidence, reportId, assetId },
    }));
    const made = await transaction
      .insert(detections)
      .values(values)
      .onConflictDoNothing()
      .returning({ assetId: detections.assetId });
    const threats = made.map(({ assetId }) => ({ assetId, asset: byId.get(assetId)!.asset }));
    await announceThreats(transaction, organizationId, source, threats);
    if (report) await fileWhatNeedsReport(transaction, report.filer, report.body, report.read);
    return made.length;
  });
}

async function shownOf(database: Database, organizationId: number, matches: readonly Match[]) {
  const digests = anyDigestOf(matches.map(({ asset }) => asset));
  const rows = await rowsOf<{ digest: string }>(
    database,
    sql`select encode(assets.digest, 'hex') as digest from assets join detections on detections.asset_id = assets.id
      where detections.organization_id = ${organizationId} and assets.digest = ${digests}`,
  );
  return new Set(rows.map(({ digest }) => digest));
}

const MAX_TITLE_LENGTH = 255;

/** A report, as automation, of the assets that contain a term; null without any, or while reporting is off. */
async function reportOf(database: Database, { organizationId, name }: ConfigRow, matches: readonly Match[]) {
  const reported = matches.filter(({ confidence }) => confidence !== 'none').map(({ asset }) => asset);
  if (reported.length === 0) return null;
  const [organization] = await database
    .select({ id: organizations.id, slug: organizations.slug, name: organizations.name })
    .from(organizations)
    .where(and(eq(organizations.id, organizationId), eq(organizations.reportingActive, true)));
  if (!organization) return null;
  const filer: ReportFiler = {
    apiKeyId: null,
    organization,
    isPublic: false,
    source: 'AUTO_DETECTION',
    reporterKind: 'automation',
  };
  const contents = await inTurn(reported, contentNaming);
  const assets = contents.map((content) => ({ content, status: 'BLOCKED' as const }));
  const title = `Found by the detection "${name}"`.slice(0, MAX_TITLE_LENGTH);
  return { filer, body: { title, assets }, read: await readProposed(database, organizationId, assets) };
}

const POLL_INTERVAL_MS = 60_000;
const RUN = { maxConcurrent: 1, maxAttempts: 3, claimMs: 120_000, retryMs: () => POLL_INTERVAL_MS } as const;

/** Orders a run of each config whose time has come; the longest waiting is due first. A config counts as run once it is ordered. */
export async function orderDueRuns(database: Database): Promise<void> {
  await database.execute(sql`
    with due as (
      select id, last_run_at from detection_configs
      where enabled and schedule <> 'MANUAL' and exists (
        select from organizations where organizations.id = organization_id and detection_active) and (last_run_at is null or last_run_at <= now() - case schedule
        when 'HOURLY' then interval '1 hour' when 'DAILY' then interval '1 day' else interval '7 days' end)
      for update skip locked),
    marked as (
      update detection_configs set last_run_at = now() from due where detection_configs.id = due.id
      returning due.id, due.last_run_at)
    insert into jobs (kind, subject, due_at)
    select 'detection', id::text, coalesce(last_run_at, to_timestamp(0)) from marked
    on conflict (kind, subject) do update set due_at = now(), attempts = 0, claim = null, failed_at = null
      where jobs.failed_at is not null`);
}

/** Runs configs by their schedules, one after the other. */
export const detectionSchedule = (database: Database, log: Log): WorkLoop =>
  jobWorker<null>(database, {
    ...RUN,
    kind: 'detection',
    pollIntervalMs: POLL_INTERVAL_MS,
    order: () => orderDueRuns(database),
    attempt: async ({ subject }) => {
      const [config] = await database
        .select()
        .from(detectionConfigs)
        .where(eq(detectionConfigs.id, Number(subject)));
      if (config) {
        const { resultCount, newCount } = await runConfig(database, config);
        log.info('detection', { configId: config.id, resultCount, newCount });
      }
      return DONE;
    },
    onError: (error, job) => log.error('detection failed', error, job ? { configId: Number(job.subject) } : {}),
  });
