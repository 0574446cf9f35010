import { eq } from 'drizzle-orm';
import { getDomain } from 'tldts';
import type { ScanFindings } from '../../../api/threat/scan.ts';
import { type Asset, canonicalUrl, normalizeContent } from '../../../asset/index.ts';
import { type ImitatedBrand, imitatedBrand, knownBrands } from '../../../lookalike/brand.ts';
import type { LookalikeHost, LookalikeKind } from '../../../lookalike/lookalike.ts';
import { type Database, storableText } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { brands, organizationAssets } from '../../database/schema/organization.ts';
import type { scans } from '../../database/schema/scan.ts';
import { assetCheckOf, questionOf, sourcesOf } from '../asset/check.ts';
import { textThread } from '../text/texts.ts';
import { hostNaming, lookalikeIn } from './lookalike.ts';
import { type FetchedPage, fetchPage, type Send } from './page.ts';
import type { PageSigns } from './signs.ts';

type Check = ScanFindings['checks'][number];
type Enrichment = ScanFindings['enrichments'][number];

const LOOKALIKE_SCORE: Readonly<Record<LookalikeKind, number>> = { skeleton: 0.9, name: 0.7, edit: 0.6 };

/**
 * Examines a content: what it is, whether it imitates a brand, and what the lists say.
 * @param send null unless scans may fetch pages, which tell of redirects and forms too
 */
export async function examine(
  database: Database,
  { content, organizationId }: Pick<typeof scans.$inferSelect, 'content' | 'organizationId'>,
  send: Send | null,
): Promise<ScanFindings> {
  const asset = normalizeContent(content);
  if (!asset) throw new Error('The content of a scan is no asset any more');
  const own = organizationId === null ? [] : await brandsOf(database, organizationId);
  const lookalike = lookalikeIn(asset, own) ?? lookalikeIn(asset, knownBrands());
  const lists = await listFindings(database, content);
  const page = await pageFindings(send, content, asset);
  const checks = [
    typeCheck(content, asset),
    lookalikeCheck(lookalike),
    lists.check,
    redirectCheck(page.signs),
    formCheck(page.signs, lookalike !== null),
  ];
  return {
    enrichments: [
      { type: 'asset', status: 'COMPLETED', output: { ...asset, host: questionOf(content)?.host ?? null } },
      { type: 'lookalike', status: 'COMPLETED', output: { lookalike } },
      lists.enrichment,
      page.enrichment,
    ],
    checks,
    labels: labelsOf(checks, lists.isAllowed),
  };
}

/** A page on a shared host says nothing about its author. */
function typeCheck(content: string, { type }: Asset): Check {
  const onHosting = questionOf(content)?.candidates.some(({ isHosting }) => isHosting) ?? false;
  const isSite = type === 'URL' || type === 'PAGE';
  return { name: 'recognized-type', ...(isSite && onHosting ? warning(0.2) : passed) };
}

const passed = { result: 'PASS', score: 0 } as const;
const skipped = { result: 'SKIPPED', score: 0 } as const;
const warning = (score: number) => ({ result: 'WARN', score }) as const;
const failed = (score: number) => ({ result: 'FAIL', score }) as const;

function lookalikeCheck(found: LookalikeHost | null): Check {
  if (!found) return { name: 'lookalike', ...passed };
  const score = LOOKALIKE_SCORE[found.kind];
  return { name: 'lookalike', ...(found.kind === 'skeleton' ? failed(score) : warning(score)) };
}

async function listFindings(
  database: Database,
  content: string,
): Promise<{ enrichment: Enrichment; check: Check; isAllowed: boolean }> {
  const { status, why, deciding } = await assetCheckOf(database, content);
  const sources = deciding ? await sourcesOf(database, deciding, status) : [];
  return {
    enrichment: { type: 'lists', status: 'COMPLETED', output: { status, reason: why, sources } },
    check: { name: 'list-membership', ...(status === 'BLOCKED' ? failed(1) : passed) },
    isAllowed: status === 'ALLOWED',
  };
}

async function pageFindings(
  send: Send | null,
  content: string,
  asset: Asset,
): Promise<{ enrichment: Enrichment; signs: PageSigns | null }> {
  const url = pageAddress(content, asset);
  const without = (status: 'SKIPPED' | 'FAILED', reason: string) =>
    ({ enrichment: { type: 'page', status, output: { reason } }, signs: null }) as const;
  if (url === null) return without('SKIPPED', 'The content has no page');
  if (send === null) return without('SKIPPED', 'The operator does not let scans fetch pages');
  let page: FetchedPage;
  try {
    page = await fetchPage(send, url);
  } catch (error) {
    return without('FAILED', error instanceof Error ? error.message : 'No answer');
  }
  const read = await textThread().call('signsOf', page);
  const signs = { ...read, title: storableText(read.title, 300) };
  const { status, addresses } = page;
  return { enrichment: { type: 'page', status: 'COMPLETED', output: { status, addresses, ...signs } }, signs };
}

function pageAddress(content: string, { type, content: canonical }: Asset): string | null {
  const text = content.trim();
  if (/^https?:/i.test(text)) return canonicalUrl(text) === null ? null : text;
  return type === 'URL' || type === 'PAGE' ? `https://${canonical}` : null;
}

/** A redirect to another owner's site is a sign. */
function redirectCheck(signs: PageSigns | null): Check {
  if (!signs) return { name: 'redirect', ...skipped };
  return { name: 'redirect', ...(signs.domains.length > 1 || signs.refreshTo !== null ? warning(0.4) : passed) };
}

function formCheck(signs: PageSigns | null, isLookalike: boolean): Check {
  const name = 'form';
  if (!signs) return { name, ...skipped };
  if (signs.asksRecoveryPhrase) return { name, ...failed(0.9) };
  if (signs.asksPassword && (isLookalike || signs.foreignTargets.length > 0)) return { name, ...failed(0.8) };
  return { name, ...(signs.asksPassword || signs.foreignTargets.length > 0 ? warning(0.3) : passed) };
}

const LABELS: Readonly<Record<string, string>> = {
  lookalike: 'impersonation',
  'list-membership': 'listed',
  redirect: 'redirect',
  form: 'credential-theft',
};

/** The labels that follow from the checks. An allowed asset has that label only. */
function labelsOf(checks: readonly Check[], isAllowed: boolean): ScanFindings['labels'] {
  if (isAllowed) return [{ name: 'allowed', score: 0 }];
  return checks.flatMap(({ name, result, score }) => {
    const label = LABELS[name];
    return label !== undefined && (result === 'WARN' || result === 'FAIL') ? [{ name: label, score }] : [];
  });
}

/** The brands of an organization as impostors imitate them. Its own sites and accounts imitate none of them. */
async function brandsOf(database: Database, organizationId: number): Promise<ImitatedBrand[]> {
  const rows = await database.select().from(brands).where(eq(brands.organizationId, organizationId));
  if (rows.length === 0) return [];
  const registered = await database
    .select({ type: assets.type, content: assets.content })
    .from(organizationAssets)
    .innerJoin(assets, eq(assets.id, organizationAssets.assetId))
    .where(eq(organizationAssets.organizationId, organizationId));
  return rows.map(({ name, includedTerms, excludedTerms, websiteUrl, twitterHandle }) => {
    const account =
      twitterHandle === null ? null : hostNaming({ type: 'TWITTER', content: twitterHandle.replace(/^@/, '') });
    const hosts = [...registered.map(hostNaming), domainOf(websiteUrl), account].filter((host) => host !== null);
    return imitatedBrand({ name, hosts, terms: includedTerms, unrelated: excludedTerms });
  });
}

function domainOf(url: string | null): string | null {
  const host = url === null ? undefined : canonicalUrl(url)?.split('/', 1)[0];
  return host === undefined ? null : getDomain(host, { allowPrivateDomains: true });
}
