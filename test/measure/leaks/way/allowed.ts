import { WALLET_HOST } from '../browser/extensions.ts';
import type { Tab } from '../browser/tab.ts';
import { until } from '../browser/until.ts';
import { START } from '../state/state.ts';
import { follow, type Road, type Way } from './way.ts';

type Allowance = { id: string; expression: string; expiresAt?: number };

/** Opens a listed page anyway, as a person does. */
async function openAnyway(tab: Tab, host: string, scope: string): Promise<void> {
  await tab.visit(`http://${host}/`);
  await tab.press('Details');
  await tab.press('Open anyway');
  await tab.press(scope);
  await tab.press(`Open ${host}`);
  await tab.at(`http://${host}/`);
}

async function allowanceOf({ browser, host }: Road): Promise<Allowance> {
  const { allowances } = await browser.send<{ allowances: Allowance[] }>('allowancesList');
  const found = allowances.find(({ expression }) => expression === `${host}/`);
  if (!found) throw new Error(`${host} was not allowed`);
  return found;
}

/** Lets a stored allowance end, as a day without the worker does: neither it nor the browser's rules have noticed. */
async function letEnd(road: Road): Promise<void> {
  const { id } = await allowanceOf(road);
  await road.browser.inside(async (id) => {
    const opening = indexedDB.open('wary-protection');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const writing = opening.result.transaction('allowances', 'readwrite');
    const rows = writing.objectStore('allowances');
    const reading = rows.get(id);
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    rows.put({ ...reading.result, expiresAt: Date.now() - 1 }, id);
    await new Promise((resolve) => writing.addEventListener('complete', resolve));
    opening.result.close();
  }, id);
  await road.browser.stopWorker();
}

const FOLLOWED: Pick<Way, 'own' | 'go'> = {
  own: 'allowed',
  go: ({ tab, host }) => follow(tab, `http://${host}/`),
};

/** Ways to a listed page that a person had opened anyway, where that no longer holds or does not hold here. */
export const ALLOWED: readonly Way[] = [
  {
    ...FOLLOWED,
    name: 'page allowed in another tab only',
    ready: async ({ browser, host, site }) => {
      const calls = () => site.requestsTo(WALLET_HOST).length;
      const before = calls();
      await openAnyway(await browser.open('about:blank'), host, 'Only in this tab');
      // What that tab tells is not reported by the one that is looked at.
      await until(
        'the page in the other tab has reported all',
        async () => [...site.requestsTo(host).map(({ path }) => path), ...(calls() > before ? ['/wallet'] : [])],
        (told) => ['/tell/script', '/tell/visible', '/wallet'].every((each) => told.includes(each)),
      );
    },
  },
  {
    ...FOLLOWED,
    name: 'page allowed for a day that is over',
    lasting: true,
    ready: async (road) => {
      await openAnyway(road.tab, road.host, 'For one day');
      await road.tab.visit(START);
      await letEnd(road);
    },
  },
  {
    ...FOLLOWED,
    name: 'page allowed for always, which was taken back',
    lasting: true,
    ready: async (road) => {
      await openAnyway(road.tab, road.host, 'Always');
      await road.tab.visit(START);
      await road.browser.send('allowanceRevoke', { id: (await allowanceOf(road)).id });
    },
  },
];
