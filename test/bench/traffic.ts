import { pollDelay } from '../../src/blocklist/back-off.ts';
import { playDay } from './day.ts';
import { median, percentile, type Row } from './row.ts';

const ENTRIES = 500_000;
const CHANGES = 5_000;
const POLLS = 60;
const POLLS_A_DAY = 1_440;
const POLL_SECONDS = 60;
const DECISIONS = 10_000;

/** What a client's day costs, and how long a decision takes to reach a browser. */
export async function trafficRows(): Promise<Row[]> {
  const day = await playDay({ entries: ENTRIES, changes: CHANGES, polls: POLLS });
  const group = `A client's day: ${ENTRIES.toLocaleString('en')} entries, ${CHANGES.toLocaleString('en')} changes, a poll each minute, HTTP/1.1, headers included, ${POLLS} polls played`;
  const kilobytes = (bytes: number) => (bytes * POLLS_A_DAY) / 1000;
  const waits = protectSeconds(day.publicationMs, day.pollMs);
  const protect = 'Block to protected browser: publication and fetch measured, polls when the sync would draw them';
  return [
    { group, name: 'a poll, mean', value: day.bytesPerPoll, unit: 'B' },
    { group, name: 'a poll that finds nothing new', value: day.bytesUnchanged, unit: 'B' },
    { group, name: 'requests of a poll', value: day.requestsPerPoll, unit: '' },
    { group, name: 'a day', value: kilobytes(day.bytesPerPoll), unit: 'kB' },
    { group, name: 'a day on which nothing changes', value: kilobytes(day.bytesUnchanged), unit: 'kB' },
    { group: protect, name: 'median', value: median(waits), unit: 's' },
    { group: protect, name: 'p95', value: percentile(waits, 0.95), unit: 's' },
  ];
}

/** Seconds from decisions at any moment between two polls of a client until it holds them. A poll that comes before the publication misses it. */
function protectSeconds(publicationMs: readonly number[], pollMs: readonly number[]): number[] {
  return Array.from({ length: DECISIONS }, (_, n) => {
    const publication = publicationMs[n % publicationMs.length]!;
    let poll = Math.random() * pollDelay(POLL_SECONDS, Math.random());
    while (poll < publication) poll += pollDelay(POLL_SECONDS, Math.random());
    return (poll + pollMs[n % pollMs.length]!) / 1000;
  });
}
