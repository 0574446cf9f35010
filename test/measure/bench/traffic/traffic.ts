import { pollDelay } from '../../../../src/blocklist/sync/sync.ts';
import { median, percentile, type Row } from '../row.ts';
import { type Composition, type Day, playDay } from './day.ts';

const ENTRIES = 500_000;
const CHANGES = 5_000;
const POLLS = 60;
const POLLS_A_DAY = 1_440;
const POLL_SECONDS = 60;
const DECISIONS = 10_000;
/** Most seconds that a cache between the service and its clients keeps an update, as the service allows it. */
const CACHE_SECONDS = 5;
const PARTS: Record<keyof Composition, string> = {
  sent: 'requests',
  headers: 'headers and frames of the answers',
  bodies: 'bodies of the answers',
};

/**
 * What a client's day costs, and how long a decision takes to reach a browser. The aim is 500 kB a day, and 60 s (median)
 * and 90 s (p95).
 */
export async function trafficRows(): Promise<Row[]> {
  const options = { entries: ENTRIES, changes: CHANGES, polls: POLLS };
  const two = await playDay({ ...options, http: 2 });
  const one = await playDay({ ...options, http: 1 });
  const rows = [...dayRows('HTTP/2, kept open, without TLS', two), ...dayRows('HTTP/1.1', one)];
  const waits = protectSeconds(two.publicationMs, two.pollMs);
  const cachedWaits = protectSeconds(two.publicationMs, two.pollMs, CACHE_SECONDS);
  const lifts = two.liftWaitMs.map((wait) => wait / 1_000);
  const protect = 'Block to protected browser: publication and fetch measured, polls when the sync would draw them';
  return [
    ...rows,
    ...percentiles(protect, waits),
    ...percentiles(`${protect}, behind a cache that keeps each answer for ${CACHE_SECONDS} s`, cachedWaits),
    ...percentiles(
      'Lifted block to publication, at this rate of lifting: until then a new hit is asked about, and not confirmed',
      lifts,
    ),
  ];
}

const percentiles = (group: string, seconds: readonly number[]): Row[] => [
  { group, name: 'median', value: median(seconds), unit: 's' },
  { group, name: 'p95', value: percentile(seconds, 0.95), unit: 's' },
];

function dayRows(path: string, day: Day): Row[] {
  const group = `A client's day over ${path}: ${ENTRIES.toLocaleString('en')} entries, ${CHANGES.toLocaleString('en')} changes spread evenly, a poll each minute, headers of both directions, ${POLLS} polls played`;
  const kilobytes = (bytes: number, times = POLLS_A_DAY) => (bytes * times) / 1000;
  const ours = kilobytes(day.bytesPerPoll);
  const against = 'a day';
  const scheme = (name: string, value: number): Row => ({
    group,
    name,
    value,
    unit: 'kB',
    against,
    ratio: value / ours,
  });
  // A scheme without changes fetches the whole file at each of its polls: an hour is late, a minute is as early as ours.
  return [
    { group, name: 'a poll, mean', value: day.bytesPerPoll, unit: 'B' },
    ...compositionRows(group, day),
    { group, name: 'a poll that finds nothing new', value: day.bytesUnchanged, unit: 'B' },
    { group, name: 'requests of a poll', value: day.requestsPerPoll, unit: '' },
    { group, name: 'a poll after an import of a 24th of the changes', value: day.bytesOfImport, unit: 'B' },
    { group, name: against, value: ours, unit: 'kB' },
    scheme(
      'a day whose changes come in 24 imports',
      kilobytes(day.bytesUnchanged, POLLS_A_DAY - 24) + kilobytes(day.bytesOfImport, 24),
    ),
    scheme('a day on which nothing changes', kilobytes(day.bytesUnchanged)),
    scheme('peer: whole list of our coding, each hour, file alone', kilobytes(day.snapshotBytes, 24)),
    scheme('peer: whole list of 4-byte prefixes, each hour', kilobytes(ENTRIES * 4, 24)),
    scheme('peer: whole list of our coding, each minute', kilobytes(day.snapshotBytes)),
  ];
}

const compositionRows = (group: string, { composition, bytesPerPoll }: Day): Row[] =>
  Object.entries(composition ?? {}).map(([part, value]) => ({
    group,
    name: `  ${PARTS[part as keyof Composition]}`,
    value,
    unit: 'B',
    against: 'a poll, mean',
    ratio: value / bytesPerPoll,
  }));

/**
 * Seconds from decisions at any moment between two polls of a client until it holds them. A poll that comes before the publication misses
 * it, and so does one that a cache answers with what it asked before the publication.
 */
function protectSeconds(publicationMs: readonly number[], pollMs: readonly number[], cacheSeconds = 0): number[] {
  return Array.from({ length: DECISIONS }, (_, n) => {
    const publication = publicationMs[n % publicationMs.length]!;
    let poll = Math.random() * pollDelay(POLL_SECONDS, Math.random());
    const known = publication + Math.random() * cacheSeconds * 1_000;
    while (poll < known) poll += pollDelay(POLL_SECONDS, Math.random());
    return (poll + pollMs[n % pollMs.length]!) / 1000;
  });
}
