import type { Site } from '../e2e/harness/site.ts';

/** A tab as a way uses it, whichever driver and browser it belongs to. */
export type Tab<Self> = {
  /** Goes to an address, as one that is typed does. A navigation that is taken elsewhere counts as ended. */
  visit(url: string): Promise<void>;
  evaluate<Answer, Argument>(
    act: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer>;
  /** Clicks what shows this text, as a person does. */
  click(text: string): Promise<void>;
  /** The tab that something opens. */
  opened(act: () => Promise<unknown>): Promise<Self>;
};

/** Where a way begins and leads. `host` is listed, `clean` is not; both are used for one cell only. */
export type Road<T> = { readonly tab: T; readonly site: Site; readonly host: string; readonly clean: string };

/** One way to arrive at a listed page. */
export type Way = {
  readonly name: string;
  /** Answers the tab to look at where it is another one than it began in. */
  readonly go: <T extends Tab<T>>(road: Road<T>) => Promise<T | undefined>;
  /** A listed page that is only a part of the tab: the tab itself stays where it is. */
  readonly within?: true;
  /** The listed host only hands on, and what is shown in the end is not listed. */
  readonly handsOn?: true;
  /** What is shown cannot be painted red: the way ends without a page of the site. */
  readonly bare?: true;
};

/** Clicks a link to an address by script, a moment later. */
export async function follow<T extends Tab<T>>(
  tab: T,
  url: string,
  more: Record<string, string> = {},
): Promise<undefined> {
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

export async function post<T extends Tab<T>>(tab: T, url: string): Promise<undefined> {
  await tab.evaluate((url) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: url });
    form.append(Object.assign(document.createElement('input'), { name: 'wish', value: 'kept' }));
    document.body.append(form);
    setTimeout(() => form.submit(), 20);
  }, url);
  return undefined;
}

/** Clicks, as a person does, a button with a script of the page behind it that opens another tab. */
export async function opened<T extends Tab<T>>(tab: T, script: string): Promise<T> {
  await tab.evaluate((script) => {
    const button = document.createElement('button');
    button.setAttribute('onclick', script);
    button.textContent = 'open';
    document.body.append(button);
  }, script);
  return tab.opened(() => tab.click('open'));
}

/** Lets a host answer with a redirect. */
export function redirects(site: Site, host: string, status: number, location: string): void {
  site.on(host, '/', (_, response) => void response.writeHead(status, { location }).end());
}
