import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Brand } from '../../organization/brand.ts';

/** What a release was made from, stored with it so that the notes of the next one can name the changes. */
export const releaseRecord = z.object({
  version: z.string(),
  /** Lines of the changelog. */
  changes: z.array(z.string()),
  brand: z.record(z.string(), z.unknown()),
  policy: z.nullable(z.record(z.string(), z.unknown())),
});
export type ReleaseRecord = z.infer<typeof releaseRecord>;

/** Name of that record, beside the packages. */
export const RECORD_NAME = 'release.json';

/** What a release is made from. A key in a policy is stored as a digest. */
export function recordOf(
  version: string,
  changelog: string,
  brand: Brand,
  policy: Readonly<Record<string, unknown>> | null,
): ReleaseRecord {
  const hidden = (value: unknown) => `SHA-256 ${createHash('sha256').update(String(value)).digest('hex').slice(0, 16)}`;
  const shown =
    policy && Object.entries(policy).map(([name, value]) => [name, name === 'apiKey' ? hidden(value) : value]);
  return {
    version,
    changes: entriesOf(changelog),
    brand: { ...brand },
    policy: shown && Object.fromEntries(shown),
  };
}

/** The entries of a changelog, those that run over several lines as one. */
function entriesOf(changelog: string): string[] {
  const entries: string[] = [];
  for (const line of changelog.split('\n')) {
    if (line.startsWith('- ')) entries.push(line.slice(2));
    else if (/^\s+\S/.test(line) && entries.length > 0) entries.push(`${entries.pop()} ${line.trim()}`);
  }
  return entries;
}

/** What people and administrators read about a release (Markdown), against the one before; null where it is the first. */
export function notesOf(name: string, now: ReleaseRecord, before: ReleaseRecord | null): string {
  const known = new Set(before?.changes);
  const sections = [
    ['What is new', now.changes.filter((change) => !known.has(change))],
    ['Changed in the brand', before ? differences(before.brand, now.brand) : []],
    ['Changed in the policy', before && now.policy ? differences(before.policy ?? {}, now.policy) : []],
  ] as const;
  const filled = sections.filter(([, lines]) => lines.length > 0);
  const since = before ? `, after ${before.version}` : '';
  const text = filled.map(([title, lines]) => `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`);
  return `# ${name} ${now.version}${since}\n\n${text.length > 0 ? text.join('\n') : 'The same code, brand and policy as before, with the list of today.\n'}`;
}

/** One line for each key that says something else. */
function differences(before: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.flatMap((name) => {
    const [old, new_] = [before[name], now[name]].map((value) =>
      value === undefined ? 'nothing' : JSON.stringify(value),
    );
    return old === new_ || name === 'version' ? [] : [`\`${name}\`: ${old} → ${new_}`];
  });
}
