import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { detectionConfigs, detections } from '../../database/schema/detection.ts';
import { assetDigest, claimAssets } from '../../listing/entry.ts';
import { announceThreat } from '../../outbound/announcement.ts';
import { candidates, type DetectionSource } from './candidate.ts';
import { type ConfigRow, unknownConfig } from './config.ts';
import type { Match } from './match.ts';
import { reportMatches } from './matches-report.ts';
import { type Confidence, confidenceIn, termSet } from './term.ts';

/** What a config matches now. `truncated`: there is more than one run takes. */
export type Matches = { readonly matches: readonly Match[]; readonly truncated: boolean };

export type RunResult = { readonly resultCount: number; readonly newCount: number; readonly truncated: boolean };

/** Matches that one run takes. */
const MAX_MATCHES = 10_000;
const CONFIDENCE_RANK: readonly Confidence[] = ['none', 'low', 'medium', 'high'];
/** A title and a description may be long; what is shown of them is not. */
const MAX_TEXT_LENGTH = 300;

/** Looks for terms in everything that a source knows. Each asset counts once, with the surest match. */
export async function findMatches(
  database: Database,
  order: { readonly source: DetectionSource; readonly terms: readonly string[]; readonly organizationId: number },
): Promise<Matches> {
  const terms = termSet(order.terms);
  const found = new Map<string, Match>();
  for await (const step of candidates(database, order.source, order.organizationId)) {
    for (const { asset, text } of step) {
      const own = confidenceIn(asset.content, terms);
      const mention = own === null && text !== null && confidenceIn(text, terms) !== null ? 'none' : null;
      const confidence = own ?? mention;
      if (confidence === null) continue;
      const key = assetDigest(asset);
      const earlier = found.get(key);
      if (earlier && CONFIDENCE_RANK.indexOf(earlier.confidence) >= CONFIDENCE_RANK.indexOf(confidence)) continue;
      if (!earlier && found.size >= MAX_MATCHES) return { matches: [...found.values()], truncated: true };
      const threatContent = own === null ? text!.slice(0, MAX_TEXT_LENGTH) : asset.content;
      found.set(key, { asset, threatContent, confidence });
    }
  }
  return { matches: [...found.values()], truncated: false };
}

/**
 * Runs a config: what it finds that was not found before becomes a detection, the organization's webhooks are told, and it is
 * reported for review. Looking
 * holds no lock; what was found is written in one transaction.
 * @param record writes down, in that transaction, who ordered the run
 * @throws Failure NOT_FOUND when the config was deleted meanwhile
 */
export async function runConfig(
  database: Database,
  config: ConfigRow,
  record?: (transaction: Database, result: RunResult) => Promise<void>,
): Promise<RunResult> {
  const { id, source, organizationId, terms } = config;
  const { matches, truncated } = await findMatches(database, { source, terms, organizationId });
  return database.transaction(async (transaction) => {
    const [row] = await transaction
      .update(detectionConfigs)
      .set({ lastRunAt: new Date(), lastResultCount: matches.length })
      .where(eq(detectionConfigs.id, id))
      .returning({ id: detectionConfigs.id });
    if (!row) unknownConfig(id);
    const newCount = await writeDetections(transaction, config, matches);
    const result = { resultCount: matches.length, newCount, truncated };
    await record?.(transaction, result);
    return result;
  });
}

async function writeDetections(transaction: Database, config: ConfigRow, matches: readonly Match[]): Promise<number> {
  if (matches.length === 0) return 0;
  const { id: configId, organizationId, source } = config;
  const undecided = { status: 'UNKNOWN', decidedBy: 'NOBODY', source: null, reason: null } as const;
  const rows = await claimAssets(
    transaction,
    matches.map(({ asset }) => ({ asset, ...undecided })),
  );
  const values = matches.map(({ asset, threatContent, confidence }) => ({
    ...{ organizationId, configId, source, threatContent, confidence },
    assetId: rows.get(assetDigest(asset))!.id,
  }));
  const byId = new Map(values.map(({ assetId }, index) => [assetId, matches[index]!]));
  const found: Match[] = [];
  // A statement takes at most 65,535 parameters.
  for (let start = 0; start < values.length; start += 1_000) {
    const made = await transaction
      .insert(detections)
      .values(values.slice(start, start + 1_000))
      .onConflictDoNothing()
      .returning({ assetId: detections.assetId });
    for (const { assetId } of made) {
      const match = byId.get(assetId)!;
      found.push(match);
      await announceThreat(transaction, { organizationId, assetId, asset: match.asset, source });
    }
  }
  await reportMatches(transaction, config, found);
  return found.length;
}
