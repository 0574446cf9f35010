import type { Page } from '@playwright/test';
import type { Browser } from '../e2e/harness/browser.ts';
import type { Site } from '../e2e/harness/site.ts';

/** Where a way begins and leads. `host` is listed, `clean` is not; both are used for one cell only. */
export type Road = {
  readonly browser: Browser;
  readonly tab: Page;
  readonly site: Site;
  readonly host: string;
  readonly clean: string;
  /** The listed page of a shared host, `/` elsewhere. */
  readonly path: string;
  /** Lists the host or page, which was not listed so far, and answers when the browser's list has it. */
  readonly list: () => Promise<void>;
};

/** One way to arrive at a listed page. */
export type Way = {
  readonly name: string;
  /** What kind of host it leads to; a plain one where it is absent. */
  readonly host?: 'international' | 'number' | 'shared';
  /** Done before the worker is brought into its state. */
  readonly ready?: (road: Road) => Promise<void>;
  /** Tried with Wary alone: its site is `listed` only on the way, or the person had `allowed` it. */
  readonly own?: 'listed' | 'allowed';
  /** Answers the tab to look at where it is another one than it began in. */
  readonly go: (road: Road) => Promise<Page | undefined>;
  /** A listed page that is only a part of the tab: the tab itself stays where it is. */
  readonly within?: true;
  /** The listed host only hands on, and what is shown in the end is not listed. */
  readonly handsOn?: true;
  /** What is shown cannot be painted red: the way ends without a page of the site. */
  readonly bare?: true;
};

/** Clicks a link to an address by script, a moment later. */
export async function follow(tab: Page, url: string, more: Record<string, string> = {}): Promise<undefined> {
  await tab.evaluate(
    ([url, more]) => {
      const link = document.createElement('a');
      for (const [name, value] of Object.entries({ ...more, href: url })) link.setAttribute(name, value);
      document.body.append(link);
      setTimeout(() => link.click(), 20);
    },
    [url, more] as const,
  );
  return undefined;
}

export async function post(tab: Page, url: string): Promise<undefined> {
  await tab.evaluate((url) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: url });
    form.append(Object.assign(document.createElement('input'), { name: 'wish', value: 'kept' }));
    document.body.append(form);
    setTimeout(() => form.submit(), 20);
  }, url);
  return undefined;
}

/** Clicks, as a person does, a button with a script of the page behind it that opens another tab. */
export async function opened(tab: Page, script: string): Promise<Page> {
  await tab.evaluate((script) => {
    const button = document.createElement('button');
    button.setAttribute('onclick', script);
    button.textContent = 'open';
    document.body.append(button);
  }, script);
  const [other] = await Promise.all([tab.context().waitForEvent('page'), tab.getByText('open').click()]);
  return other;
}

/** Lets a host answer with a redirect. */
export function redirects(site: Site, host: string, status: number, location: string): void {
  site.on(host, '/', (_, response) => void response.writeHead(status, { location }).end());
}
