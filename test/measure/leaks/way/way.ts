import type { Site } from '../../../e2e/harness/site.ts';
import type { Browser } from '../browser/browser.ts';
import type { Tab } from '../browser/tab.ts';
import type { State } from '../state/state.ts';

/** Where a way begins and leads. Every host is used for one visit only. */
export type Road = {
  readonly browser: Browser;
  /** The tab it begins in, at a clean page. */
  readonly tab: Tab;
  readonly site: Site;
  /** Listed; `clean` is not. */
  readonly host: string;
  readonly clean: string;
  /** The listed page of a shared host, `/` elsewhere. */
  readonly path: string;
  readonly state: State;
  /** Lists the host or page, which was not listed so far, and answers when the browser's list has it. */
  readonly list: () => Promise<void>;
  /** Brings the worker into its state once more, where the way has woken it. */
  readonly again: () => Promise<void>;
};

/** One way to arrive at a listed page. */
export type Way = {
  readonly name: string;
  /** Answers the tab to look at where it is another one than it began in. */
  readonly go: (road: Road) => Promise<Tab | undefined>;
  /** Done before the worker is brought into its state. */
  readonly ready?: (road: Road) => Promise<void>;
  /** What kind of host it leads to; a plain one where it is absent. */
  readonly host?: 'international' | 'number' | 'shared';
  /** Tried with Wary alone: its site is `listed` only on the way, or the person had `allowed` it. */
  readonly own?: 'listed' | 'allowed';
  /** Begins with what a person let through for longer than a tab, as nobody can in a private window. */
  readonly lasting?: true;
  /** Nothing may be attached to its pages before the listed one is shown. It takes its own time. */
  readonly quiet?: true;
  /** The listed host only hands on, and what is shown in the end is not listed. */
  readonly handsOn?: true;
  /** What is shown cannot be painted red: the way ends without a page of the site. */
  readonly bare?: true;
};

/** Clicks a link to an address by script, a moment later. */
export async function follow(tab: Tab, url: string, more: Record<string, string> = {}): Promise<undefined> {
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

export async function post(tab: Tab, url: string): Promise<undefined> {
  await tab.evaluate((url) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: url });
    form.append(Object.assign(document.createElement('input'), { name: 'wish', value: 'kept' }));
    document.body.append(form);
    setTimeout(() => form.submit(), 20);
  }, url);
  return undefined;
}

/** Clicks, as a person does, a button with a script of the page behind it that opens another tab. */
export async function opened(tab: Tab, script: string): Promise<Tab> {
  await tab.evaluate((script) => {
    const button = document.createElement('button');
    button.setAttribute('onclick', script);
    button.textContent = 'open';
    document.body.append(button);
  }, script);
  return hasOpened(tab, () => tab.click('open'));
}

/** The tab that something opens. @throws Error where none comes */
export async function hasOpened(tab: Tab, act: () => Promise<unknown>): Promise<Tab> {
  const other = await tab.opened(act);
  if (!other) throw new Error('No tab was opened');
  return other;
}

/** Lets a host answer with a redirect. */
export function redirects(site: Site, host: string, status: number, location: string): void {
  site.on(host, '/', (_, response) => void response.writeHead(status, { location }).end());
}
