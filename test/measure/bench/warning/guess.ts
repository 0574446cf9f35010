import { Site } from '../../../e2e/harness/site.ts';
import type { BareChromium } from '../browser/devtools.ts';
import { median, type Row } from '../row.ts';
import { ListedService } from './listed-service.ts';

/** Addresses that a page guesses about, of which every other one was met before. */
const TRIES = 240;
/** So many in a row, of which half are met on one page just before: a page may have sixteen asked about at once. */
const IN_ROUND = 24;
/** Pages that are open at a time, each with one of them. */
const AT_ONCE = 6;
/** Milliseconds that a question to the service takes longer: a round trip of a network far away. */
const DELAY = 300;

type Try = { readonly isMet: boolean; readonly ms: number };

/** How often a page that measures when its address is marked guesses right whether this person has met the address before. */
export async function guessRows(): Promise<Row[]> {
  const addresses = Array.from({ length: TRIES }, (_, at) => `0xbad${String(at).padStart(37, '0')}`);
  const site = new Site();
  await site.start();
  let listed: ListedService | undefined;
  try {
    listed = await ListedService.open({ hosts: [], addresses, delay: DELAY, fill: 100, sites: site.port });
    const { chromium } = listed;
    const tries: Try[] = [];
    for (let from = 0; from < TRIES; from += IN_ROUND) {
      const names = addresses.slice(from, from + IN_ROUND);
      const met = names.filter((_, at) => isMet(at));
      await timeOf(chromium, site, `before-${from}`, met);
      for (let at = 0; at < IN_ROUND; at += AT_ONCE)
        tries.push(...(await guessed(chromium, site, names.slice(at, at + AT_ONCE), met)));
    }
    return rowsOf(tries);
  } finally {
    await listed?.close();
    await site.stop();
  }
}

/** By turns an address at an even place and one at an odd place among those of its pages, so that the place tells nothing. */
const isMet = (at: number): boolean => (at + Math.floor(at / AT_ONCE)) % 2 === 0;

/** Shows each address on a page of its own, all of them at once. */
function guessed(
  chromium: BareChromium,
  site: Site,
  addresses: readonly string[],
  met: readonly string[],
): Promise<Try[]> {
  return Promise.all(
    addresses.map(async (address) => ({
      isMet: met.includes(address),
      ms: await timeOf(chromium, site, `page-${address}`, [address]),
    })),
  );
}

/** Shows addresses on a site of its own. @returns milliseconds until the page sees that all of them are blocked */
async function timeOf(chromium: BareChromium, site: Site, word: string, addresses: readonly string[]): Promise<number> {
  const host = `${word}.test`;
  site.on(host, '/', '<!doctype html><title>guess</title><body>');
  // Pages that nobody sees are not read.
  const tab = await chromium.tab(`http://${host}/`, true);
  // It looks as often as timers come, every four milliseconds: one that looked without a pause would take the processor from the others.
  const ms = await tab.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    for (const address of ${JSON.stringify(addresses)})
      document.body.appendChild(document.createElement('p')).textContent = address;
    const timer = setInterval(() => {
      if ((CSS.highlights.get('blocked-address')?.size ?? 0) < ${addresses.length}) return;
      clearInterval(timer);
      resolve(performance.now() - began);
    });
  })`);
  await tab.close();
  return ms;
}

function rowsOf(tries: readonly Try[]): Row[] {
  const group = `A page guesses from time whether its address was met before, ${TRIES} tries, a service ${DELAY} ms away; right in at most 55 %`;
  const of = (isMet: boolean) => tries.filter((each) => each.isMet === isMet).map(({ ms }) => ms);
  const halves = [0, 1].map((half) => tries.filter((_, at) => Math.floor(at / IN_ROUND) % 2 === half)) as [
    Try[],
    Try[],
  ];
  // What is learned from one half is tried on the other.
  const right = rightBy(limitFrom(halves[0]), halves[1]) + rightBy(limitFrom(halves[1]), halves[0]);
  return [
    { group, name: 'right', value: (100 * right) / tries.length, unit: '%' },
    { group, name: 'until a mark, met before', value: median(of(true)), unit: 'ms' },
    { group, name: 'until a mark, not met before', value: median(of(false)), unit: 'ms' },
  ];
}

const rightBy = (limit: number, tries: readonly Try[]): number =>
  tries.filter(({ isMet, ms }) => isMet === ms <= limit).length;

/** The limit that would have been right most often. */
const limitFrom = (tries: readonly Try[]): number =>
  tries.map(({ ms }) => ms).reduce((best, ms) => (rightBy(ms, tries) > rightBy(best, tries) ? ms : best));
