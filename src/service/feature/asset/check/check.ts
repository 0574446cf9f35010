import { sql } from 'drizzle-orm';
import type { AssetStatus, CHECK_REASONS } from '../../../../api/asset/asset.ts';
import { hashExpression, toHex } from '../../../../asset/hash.ts';
import { listedExpression } from '../../../../asset/listing/listed-expression.ts';
import type { Asset } from '../../../../asset/type.ts';
import { type Database, rowsOf } from '../../../database/database.ts';
import { assetDigest } from '../../../listing/entry.ts';
import type { OrganizationEntries } from '../../../publisher/organization-files.ts';
import { type Question, questionOf } from './candidate.ts';

/** The asset whose status decides: the one asked for, or one above it. */
export type DecidingAsset = {
  readonly id: number;
  readonly asset: Asset;
  readonly source: string | null;
  readonly reason: string | null;
};

/** What the service says about a content. `asset` is null when the content names none. */
export type AssetCheck = {
  readonly status: AssetStatus;
  readonly why: (typeof CHECK_REASONS)[number] | null;
  readonly asset: Asset | null;
  readonly deciding: DecidingAsset | null;
};

/**
 * What is known about a content. The most specific decision counts: about the asset itself, else
 * about the nearest host above it. A host that strangers publish below decides about nothing but itself.
 */
export async function assetCheckOf(database: Database, content: string): Promise<AssetCheck> {
  const [check] = await assetChecksOf(database, [content]);
  return check!;
}

/** The same for several contents, in their order; the database is asked once, however many they are. */
export async function assetChecksOf(database: Database, contents: readonly string[]): Promise<AssetCheck[]> {
  const questions = contents.map(questionOf);
  const found = await decisionsOn(database, questions);
  return questions.map((question, index) =>
    question
      ? answerTo(question, found.get(index) ?? new Map())
      : { status: 'UNKNOWN', why: 'unsupported-type', asset: null, deciding: null },
  );
}

function answerTo(question: Question, found: ReadonlyMap<string, Decision>): AssetCheck {
  const { asset } = question;
  for (const { expression, isParent } of decidersOf(question)) {
    const decision = found.get(expression);
    if (!decision) continue;
    const why = isParent ? 'parent-domain' : decision.status === 'BLOCKED' ? 'reported' : null;
    return { status: decision.status, why, asset, deciding: decision };
  }
  const onHosting = question.candidates.some(({ isHosting }) => isHosting);
  return { status: 'UNKNOWN', why: onHosting ? 'hosting-domain' : 'not-found', asset, deciding: null };
}

/** The expressions that may decide, the most specific first. `isParent`: it is that of a host above the one that was asked about. */
function decidersOf({ own, host, candidates }: Question) {
  return candidates
    .filter(({ expression, isHosting }) => !isHosting || own.has(expression))
    .map(({ expression }) => ({ expression, isParent: !own.has(expression) && hostOf(expression) !== host }));
}

/** What an organization's own list says about a content; null where it says nothing. Whatever else is known, its people do not get there. */
export function organizationBlockOf(content: string, blocked: OrganizationEntries) {
  const question = blocked.size === 0 ? null : questionOf(content);
  for (const { expression, isParent } of question ? decidersOf(question) : []) {
    const words = blocked.get(toHex(hashExpression(expression)));
    if (words)
      return { asset: question!.asset, words, why: isParent ? ('parent-domain' as const) : ('reported' as const) };
  }
  return null;
}

type Decision = DecidingAsset & { readonly status: AssetStatus };

const hostOf = (expression: string): string => expression.split('/', 1)[0]!;

/**
 * The decisions by the place of their question, then by expression: what is listed, and the allowed assets of the same names. A block
 * counts before an allowance.
 */
async function decisionsOn(
  database: Database,
  questions: readonly (Question | null)[],
): Promise<Map<number, Map<string, Decision>>> {
  const given = questions.flatMap((question, place) => {
    if (!question) return [];
    const named = question.candidates.map(({ expression, host }) => ({
      place,
      expression,
      hash: toHex(hashExpression(expression)),
      digest: host === null ? null : assetDigest({ type: 'URL', content: host }),
    }));
    const { asset } = question;
    return [...named, { place, expression: listedExpression(asset), hash: null, digest: assetDigest(asset) }];
  });
  const found = new Map<number, Map<string, Decision>>();
  if (given.length === 0) return found;
  const rows = await rowsOf<{
    place: number;
    expression: string;
    id: number | string;
    type: Asset['type'];
    content: string;
    status: AssetStatus;
    source: string | null;
    reason: string | null;
  }>(
    database,
    sql`with given as (
        select * from json_to_recordset(${JSON.stringify(given)}::text::json)
          as given (place int, expression text, hash text, digest text))
      select given.place, given.expression, assets.id, assets.type, assets.content, assets.status, assets.source, assets.reason
        from given
        join listed_expressions on listed_expressions.hash = decode(given.hash, 'hex')
        join assets on assets.id = listed_expressions.asset_id
      union all
      select given.place, given.expression, assets.id, assets.type, assets.content, assets.status, assets.source, assets.reason
        from given join assets on assets.digest = decode(given.digest, 'hex') where assets.status = 'ALLOWED'
      order by status`,
  );
  for (const { place, expression, id, type, content, ...rest } of rows) {
    const decisions = found.get(place) ?? new Map<string, Decision>();
    found.set(place, decisions);
    decisions.set(expression, { id: Number(id), asset: { type, content }, ...rest });
  }
  return found;
}

/** What every list says about an asset, and whoever decided about it. */
export async function sourcesOf(database: Database, { id, source }: DecidingAsset, status: AssetStatus) {
  const lists = await rowsOf<{ source: string; status: AssetStatus }>(
    database,
    sql`select source, status from list_memberships where asset_id = ${id} order by source`,
  );
  return source === null || lists.some((list) => list.source === source) ? lists : [{ source, status }, ...lists];
}
