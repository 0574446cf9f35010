import type { Asset } from '../../../asset/type.ts';
import { urlExpressions } from '../../../asset/url/expression.ts';
import { pauses } from '../../thread/in-turn.ts';
import type { ImportEntry, ListStatus, RawEntry } from './format/entry.ts';
import { readHost } from './format/host.ts';
import { NO_ENTRIES, NOT_UNDERSTOOD, type SkipReason, shown, Tally } from './reason.ts';

/** A list sorted into what is imported and what is not. `read` is `entries.length` plus all that was skipped. */
export type Triage = {
  readonly read: number;
  readonly entries: readonly ImportEntry[];
  readonly skipped: Tally<SkipReason>;
  /** The first entries that were not understood, as the file has them. */
  readonly strange: readonly string[];
};

/** How many entries a file has, and how many of them were understood, if only to be skipped. */
export function understoodOf({ read, skipped }: Triage): { readonly entries: number; readonly understood: number } {
  const countOf = (reasons: readonly SkipReason[]) =>
    reasons.reduce((sum, reason) => sum + skipped.of(reason).count, 0);
  const entries = read - countOf(NO_ENTRIES);
  return { entries, understood: entries - countOf(NOT_UNDERSTOOD) };
}

const CHUNK_SIZE = 500;

const MAX_STRANGE = 20;

type Named = Extract<RawEntry, { readonly status: ListStatus }>;
type Candidate = { readonly raw: Named; readonly asset: Asset };

/**
 * Sorts a list. Entries get their canonical form; what is none, a wildcard or a whole platform is skipped. Of entries
 * for one asset the first counts, and an allowed one beats a blocked one. A blocked host below another one is skipped,
 * unless the upper one stays open (`openAmong`); a `www.` twin is counted apart. Others are answered meanwhile.
 * @param onProgress gets the number of entries judged
 */
export async function triage(
  raws: RawEntries,
  source: string,
  onProgress: (judged: number) => void = () => {},
  openAmong: OpenHosts = async () => new Set(),
): Promise<Triage> {
  const skipped = new Tally<SkipReason>();
  const strange: string[] = [];
  const { read, candidates } = await distinct(raws, skipped, strange, onProgress);
  const covers = await coversOf(candidates, source, openAmong);
  const entries: ImportEntry[] = [];
  const pause = pauses();
  for (const candidate of candidates.values()) {
    await pause();
    const reason = covers.get(candidate);
    if (reason === undefined) entries.push(entryOf(candidate, source));
    else skipped.add(reason, candidate.raw.content);
  }
  return { read, entries, skipped, strange };
}

type RawEntries = Iterable<RawEntry> | AsyncIterable<RawEntry>;

/** The contents of those entries that would not be blocked although a list names them. */
type OpenHosts = (entries: readonly ImportEntry[]) => Promise<ReadonlySet<string>>;

const entryOf = ({ raw, asset }: Candidate, source: string): ImportEntry => ({
  ...asset,
  status: raw.status,
  reason: raw.reason,
  source,
});

/** Why candidates are covered by another one; those that are not are missing. */
async function coversOf(
  candidates: ReadonlyMap<string, Candidate>,
  source: string,
  openAmong: OpenHosts,
): Promise<Map<Candidate, SkipReason>> {
  const covers = new Map<Candidate, SkipReason>();
  const below = new Map<Candidate, readonly Candidate[]>();
  const uppers = new Set<Candidate>();
  const pause = pauses();
  for (const candidate of candidates.values()) {
    await pause();
    const { raw, asset } = candidate;
    if (raw.status !== 'BLOCKED' || asset.type !== 'URL') continue;
    const above = hostsAbove(asset.content).flatMap((host) => {
      const upper = candidates.get(`URL:${host}`);
      return upper?.raw.status === 'BLOCKED' ? [upper] : [];
    });
    if (above[0] && asset.content === `www.${above[0].asset.content}`) covers.set(candidate, 'www-twin');
    else if (above.length > 0) {
      below.set(candidate, above);
      for (const upper of above) uppers.add(upper);
    }
  }
  const open = uppers.size === 0 ? new Set() : await openAmong(Array.from(uppers, (upper) => entryOf(upper, source)));
  for (const [candidate, above] of below) {
    await pause();
    if (above.some(({ asset }) => !open.has(asset.content))) covers.set(candidate, 'covered');
  }
  return covers;
}

/** One candidate for each asset, by `TYPE:content`, and the number of entries that were read. */
async function distinct(
  raws: RawEntries,
  skipped: Tally<SkipReason>,
  strange: string[],
  onProgress: (judged: number) => void,
): Promise<{ readonly read: number; readonly candidates: Map<string, Candidate> }> {
  const candidates = new Map<string, Candidate>();
  const skip = (reason: SkipReason, content: string) => {
    skipped.add(reason, content);
    if (NOT_UNDERSTOOD.includes(reason) && strange.length < MAX_STRANGE) strange.push(shown(content));
  };
  let read = 0;
  const pause = pauses();
  for await (const raw of raws) {
    if (read++ % CHUNK_SIZE === 0) onProgress(read);
    await pause();
    if ('skip' in raw) {
      skip(raw.skip, raw.content);
      continue;
    }
    const reading = readHost(raw.content, raw.status);
    if ('skip' in reading) {
      skip(reading.skip, raw.content);
      continue;
    }
    const key = `${reading.asset.type}:${reading.asset.content}`;
    const earlier = candidates.get(key);
    const yields = raw.status === 'ALLOWED' && earlier?.raw.status === 'BLOCKED';
    if (earlier === undefined || yields) candidates.set(key, { raw, ...reading });
    if (earlier === undefined) continue;
    const dropped = yields ? earlier.raw : raw;
    skipped.add(earlier.raw.status === raw.status ? 'duplicate' : 'allowed', dropped.content);
  }
  return { read, candidates };
}

/** The other hosts whose expressions are among those of every URL of a host, the nearest first. */
const hostsAbove = (host: string): string[] =>
  urlExpressions(`http://${host}/`)
    .map((expression) => expression.slice(0, expression.indexOf('/')))
    .filter((upper) => upper !== host);

/** Leaves out the entries for which there is a reason. */
export async function without(
  sorted: Triage,
  reasonOf: (entry: ImportEntry) => SkipReason | undefined,
): Promise<Triage> {
  const entries: ImportEntry[] = [];
  const pause = pauses();
  for (const entry of sorted.entries) {
    await pause();
    const reason = reasonOf(entry);
    if (reason === undefined) entries.push(entry);
    else sorted.skipped.add(reason, entry.content);
  }
  return { ...sorted, entries };
}
