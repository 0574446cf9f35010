import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import { isSuffix } from '../../asset/url/host/registrable.ts';
import { lookupForm } from '../../asset/url/lookup-form.ts';
import { DAY } from '../../storage/duration.ts';
import { type Allowance, allowanceOf, endOf, MAX_REASON } from './allowance.ts';

/** Format version of the file below; increases with every change that a reader must know of. */
const VERSION = 1;
const FORMAT = 'allowed-sites';

export const MAX_FILE_BYTES = 1_000_000;
export const MAX_SITES = 1_000;

const moment = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'is no point in time'));
const site = z.object({
  site: z.string().check(z.minLength(1), z.maxLength(4096)),
  until: z.nullable(moment),
  reason: z.optional(z.string().check(z.maxLength(MAX_REASON))),
  allowedAt: z.optional(moment),
});
const head = z.object({ format: z.literal(FORMAT), version: z.int().check(z.gte(1)), sites: z.array(z.unknown()) });

/** Why a file cannot be read: the problem, and the number of the affected site (from 1) if there is one. */
export class AllowanceFileProblem extends Error {
  override readonly name = 'AllowanceFileProblem';
  readonly kind: 'text' | 'format' | 'version' | 'many' | 'site' | 'field';
  readonly place: number;
  readonly detail: string;

  constructor(kind: AllowanceFileProblem['kind'], place = 0, detail = '') {
    super(`The file of allowed sites cannot be read: ${kind} ${place} ${detail}`);
    this.kind = kind;
    this.place = place;
    this.detail = detail;
  }
}

/**
 * The allowed sites as the JSON text of a file for the person. Times are ISO 8601 in UTC; allowances of a single tab
 * are left out.
 * @param now ms since epoch
 */
export function allowanceFile(allowances: readonly Allowance[], now: number): string {
  const sites = allowances
    .filter(({ scope }) => scope !== 'tab')
    .map(({ expression, expiresAt, reason, createdAt }) => ({
      site: expression,
      until: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
      reason,
      allowedAt: new Date(createdAt).toISOString(),
    }));
  const file = { format: FORMAT, version: VERSION, exportedAt: new Date(now).toISOString(), sites };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * The allowed sites of a file, each once. If a site occurs twice, the longer allowance counts; a temporary one lasts a
 * day at most.
 * @param now ms since epoch
 * @throws AllowanceFileProblem when it is not such a file, has a later version, or contains an invalid site
 */
export function readAllowanceFile(text: string, now: number): Allowance[] {
  const { version, sites } = headOf(text);
  if (version > VERSION) throw new AllowanceFileProblem('version', 0, String(version));
  if (sites.length > MAX_SITES) throw new AllowanceFileProblem('many');
  const longest = new Map<string, Allowance>();
  for (const [index, value] of sites.entries()) {
    const read = siteOf(value, index + 1, now);
    const other = longest.get(read.expression);
    if (!other || endOf(read) > endOf(other)) longest.set(read.expression, read);
  }
  return [...longest.values()];
}

function headOf(text: string): z.infer<typeof head> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    throw new AllowanceFileProblem('text');
  }
  const read = head.safeParse(value);
  if (!read.success) throw new AllowanceFileProblem('format');
  return read.data;
}

function siteOf(value: unknown, place: number, now: number): Allowance {
  const read = site.safeParse(value);
  if (!read.success) throw new AllowanceFileProblem('field', place, read.error.issues[0]?.path.join('.') || 'site');
  const { site: written, until, reason, allowedAt } = read.data;
  const expression = expressionOf(written);
  if (expression === null) throw new AllowanceFileProblem('site', place, written);
  const why = reason?.trim();
  const given = allowedAt === undefined ? now : Math.min(Date.parse(allowedAt), now);
  if (until === null) return allowanceOf(expression, 'always', { now: given, reason: why });
  const end = Math.min(Date.parse(until), now + DAY);
  return allowanceOf(expression, 'day', { now: end - DAY, reason: why });
}

/** Those allowances that have not ended and last longer than the existing ones for the same expression. */
export const longerOf = (wanted: readonly Allowance[], existing: readonly Allowance[], now: number): Allowance[] =>
  wanted.filter((one) => {
    const same = existing.filter(({ expression }) => expression === one.expression);
    return endOf(one) > Math.max(now, ...same.map(endOf));
  });

/** The expression to allow; null if it is not a site, or would allow all sites of a registry or a shared host. */
function expressionOf(written: string): string | null {
  const account = /^([A-Z_]+):(\S+)$/.exec(written);
  if (account) return ASSET_TYPES.some((type) => type === account[1]) ? written : null;
  const canonical = canonicalUrl(/^https?:\/\//i.test(written) ? written : `http://${written}`);
  if (canonical === null) return null;
  const expression = lookupForm(canonical);
  const host = expression.slice(0, expression.indexOf('/'));
  const isWholeHost = expression.length === host.length + 1;
  if (!host.includes('.') && !host.startsWith('[')) return null;
  return isWholeHost && isSuffix(host) ? null : expression;
}
