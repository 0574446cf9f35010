import { narrowestExpression } from '../../asset/index.ts';
import { type AllowedEntry, allowedEntry, MAX_ALLOWED } from '../catalogue.ts';

const FIELDS = Object.keys(allowedEntry.shape);

/** The valid entries, and the faults of the others: which entry, which field, and what it must be. */
export function readEntries(list: unknown): { readonly entries: AllowedEntry[]; readonly faults: string[] } {
  if (!Array.isArray(list)) {
    const example = '[{ "content": "example.com", "reason": "Our supplier" }]';
    return { entries: [], faults: [`allowList: must be a list such as ${example}`] };
  }
  const entries: AllowedEntry[] = [];
  const faults: string[] = [];
  const seen = new Map<string, number>();
  if (list.length > MAX_ALLOWED) faults.push(`allowList: has ${list.length} entries; at most ${MAX_ALLOWED} count`);
  for (const [index, entry] of list.slice(0, MAX_ALLOWED).entries()) {
    const wrong = faultsOf(entry);
    const expression = wrong.length === 0 ? narrowestExpression((entry as AllowedEntry).content) : null;
    const before = expression === null ? undefined : seen.get(expression);
    if (before !== undefined) wrong.push(`.content: is the same as that of entry ${before}`);
    if (expression !== null) seen.set(expression, index);
    if (wrong.length === 0) entries.push(entry as AllowedEntry);
    faults.push(...wrong.map((fault) => `allowList[${index}]${fault}`));
  }
  return { entries, faults };
}

/** A policy with the valid entries of its list, and the faults of the others. */
export function readAllowList(policy: unknown): { readonly read: unknown; readonly faults: readonly string[] } {
  const list = (policy as { allowList?: unknown } | null | undefined)?.allowList;
  if (list === undefined || list === null || Array.isArray(policy)) return { read: policy, faults: [] };
  const { entries, faults } = readEntries(list);
  return { read: { ...(policy as object), allowList: entries }, faults };
}

/** The faults of one entry, each with its place in the entry. */
function faultsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return [': must be an object with content, reason and, if it ends, until'];
  const { content, reason, until } = entry as Record<string, unknown>;
  const { shape } = allowedEntry;
  const faults = Object.keys(entry)
    .filter((name) => !FIELDS.includes(name))
    .map((name) => `.${name}: is nothing that an entry has; there are ${FIELDS.join(', ')}`);
  if (!shape.content.safeParse(content).success) faults.push('.content: must be a text of 1 to 2048 characters');
  else if (narrowestExpression(content as string) === null)
    faults.push(
      `.content: "${content}" is no site, page or wallet address; write example.com, example.com/page, or the address alone`,
    );
  if (!shape.reason.safeParse(reason).success || (reason as string).trim() === '')
    faults.push('.reason: must say why, for the people who read it, in 1 to 200 characters');
  if (!shape.until.safeParse(until).success)
    faults.push('.until: must be the last day on which it counts, such as 2027-01-31');
  return faults;
}
