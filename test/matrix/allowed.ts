import type { Page } from '@playwright/test';
import { visit } from '../e2e/harness/browser.ts';
import { followOn, type PageRoad, type PageWay } from './page-way.ts';

type Allowance = { id: string; expression: string; expiresAt?: number };

/** Opens a listed page anyway, as a person does. */
async function openAnyway(tab: Page, host: string, scope: string): Promise<void> {
  await visit(tab, `http://${host}/`);
  await tab.getByRole('button', { name: 'Open anyway' }).click();
  await tab.getByRole('radio', { name: scope }).check();
  await tab.getByRole('button', { name: `Open ${host}` }).click();
  await tab.waitForURL(`http://${host}/`);
}

async function allowanceOf({ browser, host }: PageRoad): Promise<Allowance> {
  const { allowances } = await browser.send<{ allowances: Allowance[] }>('allowancesList');
  const found = allowances.find(({ expression }) => expression === `${host}/`);
  if (!found) throw new Error(`${host} was not allowed`);
  return found;
}

/** Lets a stored allowance end, as a day without the worker does: neither it nor the browser's rules have noticed. */
async function letEnd(road: PageRoad): Promise<void> {
  const { id } = await allowanceOf(road);
  const page = await road.browser.open(road.browser.url('settings.html'));
  await page.evaluate(async (id) => {
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
  await page.close();
  await road.browser.killWorker();
}

const FOLLOWED: Pick<PageWay, 'own' | 'go'> = {
  own: 'allowed',
  go: ({ tab, host }) => followOn(tab, `http://${host}/`),
};

/** Ways to a listed page that a person had opened anyway, where that no longer holds or does not hold here. */
export const ALLOWED: readonly PageWay[] = [
  {
    ...FOLLOWED,
    name: 'page allowed in another tab only',
    ready: async ({ browser, host }) => openAnyway(await browser.open('about:blank'), host, 'Only in this tab'),
  },
  {
    ...FOLLOWED,
    name: 'page allowed for a day that is over',
    ready: async (road) => {
      await openAnyway(road.tab, road.host, 'For one day');
      await visit(road.tab, 'http://start.example/');
      await letEnd(road);
    },
  },
  {
    ...FOLLOWED,
    name: 'page allowed for always, which was taken back',
    ready: async (road) => {
      await openAnyway(road.tab, road.host, 'Always');
      await visit(road.tab, 'http://start.example/');
      await road.browser.send('allowanceRevoke', { id: (await allowanceOf(road)).id });
    },
  },
];
