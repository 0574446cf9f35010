import type { Page } from '@playwright/test';
import type { Browser } from '../e2e/harness/browser.ts';
import { PageTab } from './page-tab.ts';
import { follow, type Road, type Way } from './way.ts';

/** Where a way begins and leads, with all that a test can do to the browser. */
export type PageRoad = Road<Page> & {
  readonly browser: Browser;
  /** The listed page of a shared host, `/` elsewhere. */
  readonly path: string;
  /** Lists the host or page, which was not listed so far, and answers when the browser's list has it. */
  readonly list: () => Promise<void>;
};

/** A way that only the test runner's own browser can take: it prepares the browser, or a listed host of a certain kind. */
export type PageWay = Omit<Way, 'go'> & {
  /** What kind of host it leads to; a plain one where it is absent. */
  readonly host?: 'international' | 'number' | 'shared';
  /** Done before the worker is brought into its state. */
  readonly ready?: (road: PageRoad) => Promise<void>;
  /** Tried with Wary alone: its site is `listed` only on the way, or the person had `allowed` it. */
  readonly own?: 'listed' | 'allowed';
  /** Answers the tab to look at where it is another one than it began in. */
  readonly go: (road: PageRoad) => Promise<Page | undefined>;
};

/** A way of every browser, taken in the test runner's. */
export const onPage = (way: Way): PageWay => ({
  ...way,
  go: async ({ tab, site, host, clean }) => (await way.go({ tab: new PageTab(tab), site, host, clean }))?.page,
});

/** Clicks a link to an address by script, a moment later. */
export async function followOn(page: Page, url: string): Promise<undefined> {
  await follow(new PageTab(page), url);
  return undefined;
}
