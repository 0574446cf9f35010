import { sql } from 'drizzle-orm';
import type { AssetStatus, CHECK_REASONS } from '../../../api/asset/asset.ts';
import { normalizeContent } from '../../../asset/content.ts';
import { listedExpression } from '../../../asset/listing/listed-expression.ts';
import { isHostingDomain } from '../../../asset/listing/public-suffix.ts';
import type { Asset } from '../../../asset/type.ts';
import { canonicalUrl } from '../../../asset/url/canonical-url.ts';
import { ledUrl } from '../../../asset/url/carrier.ts';
import { expressionsOf, urlExpressions } from '../../../asset/url/expression.ts';
import { linkOf, urlAssets } from '../../../asset/url/recognize-url.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import type { OrganizationEntries } from '../../publisher/organization-files.ts';
import { inTurn } from '../../thread/in-turn.ts';
import { assetDigest, expressionHash } from '../listing/entry.ts';
import { SAYINGS } from '../listing/membership.ts';

/** The asset whose status decides: the requested one, or a host above it. */
type DecidingAsset = {
  readonly id: number;
  readonly asset: Asset;
  readonly source: string | null;
  readonly reason: string | null;
};

/** The verdict on a content. `asset` is null when the content names none. */
export type AssetCheck = {
  readonly status: AssetStatus;
  readonly why: (typeof CHECK_REASONS)[number] | null;
  readonly asset: Asset | null;
  readonly deciding: DecidingAsset | null;
};

/** The verdict on a content: the most specific decision on it or a host above; a shared host decides on itself only. */
export async function assetCheckOf(database: Database, content: string): Promise<AssetCheck> {
  const [check] = await assetChecksOf(database, [content]);
  return check!;
}

/** The same for several contents, in their order, with one query. */
export const assetChecksOf = async (database: Database, contents: readonly string[]): Promise<AssetCheck[]> =>
  answersTo(database, await readQuestions(contents));

/** What contents ask, in their order: the part of {@link assetChecksOf} that reads their texts. */
export const readQuestions = (contents: readonly string[]): Promise<readonly ReadQuestion[]> =>
  inTurn(contents, (content) => {
    const question = questionOf(content);
    return question && { question, sought: soughtBy(question) };
  });

/** The verdicts on contents that were read, in their order, with one query. */
export async function answersTo(database: Database, questions: readonly ReadQuestion[]): Promise<AssetCheck[]> {
  const found = await decisionsOn(
    database,
    questions.map((one) => one?.sought ?? []),
  );
  return questions.map((one, index) =>
    one
      ? answerTo(one.question, found[index]!)
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

/** The expressions that may decide, the most specific first. `isParent`: the expression of a host above the requested one. */
function decidersOf({ own, host, candidates }: Question) {
  return candidates
    .filter(({ expression, isHosting }) => !isHosting || own.has(expression))
    .map(({ expression }) => ({ expression, isParent: !own.has(expression) && hostOf(expression) !== host }));
}

/** The entry of an organization's own list about a content; null where there is none. It overrides every other decision for its people. */
export function organizationBlockOf(content: string, blocked: OrganizationEntries) {
  const question = blocked.size === 0 ? null : questionOf(content);
  for (const { expression, isParent } of question ? decidersOf(question) : []) {
    const words = blocked.get(expressionHash(expression));
    if (words)
      return { asset: question!.asset, words, why: isParent ? ('parent-domain' as const) : ('reported' as const) };
  }
  return null;
}

/** A content's question, and what it looks up; null for a content that names no asset. */
export type ReadQuestion = { readonly question: Question; readonly sought: readonly Sought[] } | null;

type Decision = DecidingAsset & { readonly status: AssetStatus };

const hostOf = (expression: string): string => expression.split('/', 1)[0]!;

/** An expression that can decide, with the keys under which it is stored. */
type Sought = { readonly expression: string; readonly hash: string | null; readonly digest: string | null };

function soughtBy({ asset, candidates }: Question): Sought[] {
  const named = candidates.map(({ expression, host }) => ({
    expression,
    hash: expressionHash(expression),
    digest: host === null ? null : assetDigest({ type: 'URL', content: host }),
  }));
  return [...named, { expression: listedExpression(asset), hash: null, digest: assetDigest(asset) }];
}

/** The decisions on several questions, by expression: listed and allowed assets. A block overrides an allowance. */
async function decisionsOn(
  database: Database,
  questions: readonly (readonly Sought[])[],
): Promise<Map<string, Decision>[]> {
  const found = questions.map(() => new Map<string, Decision>());
  const given = questions.flatMap((sought, question) =>
    sought.map(({ hash, digest }, place) => ({ question, place, hash, digest })),
  );
  if (given.length === 0) return found;
  type Row = Omit<Decision, 'id' | 'asset'> & Asset & { question: number; place: number; id: number | string };
  const rows = await rowsOf<Row>(
    database,
    sql`with given as (
        select * from json_to_recordset(${JSON.stringify(given)}::text::json)
          as given (question int, place int, hash text, digest text))
      select given.question, given.place, assets.id, assets.type, assets.content, assets.status, assets.source, assets.reason
        from given
        join listed_expressions on listed_expressions.hash = decode(given.hash, 'hex')
        join assets on assets.id = listed_expressions.asset_id
      union all
      select given.question, given.place, assets.id, assets.type, assets.content, assets.status, assets.source, assets.reason
        from given join assets on assets.digest = decode(given.digest, 'hex') where assets.status = 'ALLOWED'
      order by status`,
  );
  for (const { question, place, id, type, content, ...rest } of rows)
    found[question]!.set(questions[question]![place]!.expression, {
      id: Number(id),
      asset: { type, content },
      ...rest,
    });
  return found;
}

/** The status that each list gives an asset, and who decided about it. */
export async function sourcesOf(database: Database, { id, source }: DecidingAsset, status: AssetStatus) {
  const lists = await rowsOf<{ source: string; status: AssetStatus }>(
    database,
    sql`select source, status from ${SAYINGS} as listed where asset_id = ${id} order by source`,
  );
  return source === null || lists.some((list) => list.source === source) ? lists : [{ source, status }, ...lists];
}

/** An expression that can decide about a content, and the host whose front page it is, if any. */
type Candidate = { readonly expression: string; readonly host: string | null; readonly isHosting: boolean };

/**
 * What a content is, the host of its lookup form where it has one, and every expression under which it may be listed, most specific first;
 * the account that it belongs to among them; `own` are those that stand for itself.
 */
type Question = {
  readonly asset: Asset;
  readonly own: ReadonlySet<string>;
  readonly host: string | null;
  readonly candidates: readonly Candidate[];
};

/** What to look up for a content; null when it names no asset. */
export function questionOf(content: string): Question | null {
  const asset = normalizeContent(content);
  if (!asset) return null;
  const url = addressOf(content.trim(), asset);
  const owners = urlAssets(url ?? linkOf(asset) ?? '')
    .slice(1)
    .flatMap(expressionsOf);
  const listed = [listedExpression(asset), listedExpression(asset, true)];
  const expressions = [...owners, ...(url === null ? expressionsOf(asset) : urlExpressions(url))];
  const ordered = expressions.includes(listed[0]!) ? expressions : [listed[0]!, ...expressions];
  const host = url === null ? null : expressions[owners.length]!.split('/', 1)[0]!;
  return { asset, host, own: new Set([...listed, `${host}/`]), candidates: ordered.map(candidate) };
}

/** The URL behind a content with its path, with a scheme or without, or the one to which it leads, so that its pages and parents are asked for too; null where it is none. */
function addressOf(text: string, asset: Asset): string | null {
  if (/^https?:/i.test(text)) {
    const led = ledUrl(text);
    return led === null || led === canonicalUrl(text) ? led && text : `http://${led}`;
  }
  if (asset.type === 'PAGE') return `http://${asset.content}`;
  if (asset.type !== 'URL') return null;
  const written = `http://${text}`;
  return canonicalUrl(written)?.startsWith(`${asset.content}/`) ? written : `http://${asset.content}`;
}

function candidate(expression: string): Candidate {
  const slash = expression.indexOf('/');
  const host = slash >= 0 && slash === expression.length - 1 ? expression.slice(0, slash) : null;
  return { expression, host, isHosting: host !== null && isHostingDomain(host) };
}
