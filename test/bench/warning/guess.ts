import { Site } from '../../e2e/harness/site.ts';
import type { BareChromium } from '../devtools.ts';
import { median, type Row } from '../row.ts';
import { ListedService } from './listed-service.ts';

/** Addresses that a page guesses about, of which every other one was met before. */
const TRIES = 120;
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
    for (let from = 0; from < TRIES; from += AT_ONCE) {
      const names = addresses.slice(from, from + AT_ONCE);
      const isMet = (at: number) => at % 2 === 0;
      await Promise.all(names.filter((_, at) => isMet(at)).map((address) => timeOf(chromium, site, 'before', address)));
      const times = await Promise.all(names.map((address) => timeOf(chromium, site, 'page', address)));
      tries.push(...times.map((ms, at) => ({ isMet: isMet(at), ms })));
    }
    return rowsOf(tries);
  } finally {
    await listed?.close();
    await site.stop();
  }
}

/** Shows an address on a site of its own. @returns milliseconds until the page sees that it is blocked */
async function timeOf(chromium: BareChromium, site: Site, word: string, address: string): Promise<number> {
  const host = `${word}-${address}.test`;
  site.on(host, '/', '<!doctype html><title>guess</title><body>');
  // Pages that nobody sees are not read.
  const tab = await chromium.tab(`http://${host}/`, true);
  const ms = await tab.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    document.body.append('${address}');
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      if (CSS.highlights.get('blocked-address')?.size) resolve(performance.now() - began);
      else channel.port2.postMessage(0);
    };
    channel.port2.postMessage(0);
  })`);
  await tab.close();
  return ms;
}

function rowsOf(tries: readonly Try[]): Row[] {
  const group = `A page guesses from time whether its address was met before, ${TRIES} tries, a service ${DELAY} ms away; right in at most 55 %`;
  const of = (isMet: boolean) => tries.filter((each) => each.isMet === isMet).map(({ ms }) => ms);
  const halves = [0, 1].map((half) => tries.filter((_, at) => Math.floor(at / AT_ONCE) % 2 === half)) as [Try[], Try[]];
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
