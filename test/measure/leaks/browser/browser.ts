import { storeSettings } from '../../../e2e/harness/settings.ts';
import type { Tab } from './tab.ts';
import { until } from './until.ts';

/** The extension's own API, as a page of it sees it. */
type Api = {
  runtime: { sendMessage(message: object): Promise<unknown> };
};

export type Opening = {
  /** In a window that leaves nothing behind. */
  readonly isPrivate?: boolean;
  /** Nothing of the harness is attached to it before something is asked of it: where DevTools are, Chromium prerenders nothing. */
  readonly isQuiet?: boolean;
};

/** A browser with the extension, or another one, and the stand-in wallet. */
export abstract class Browser {
  abstract open(url: string, opening?: Opening): Promise<Tab>;
  /** Runs something in a page of the extension. */
  abstract inside<Answer, Argument>(
    act: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer>;
  /** Ends the worker (in Firefox the background page) as the browser does for want of work, and waits until it has. */
  abstract stopWorker(): Promise<void>;
  abstract stop(): Promise<void>;

  /** Ends also the process of the extension. @throws Error where the driver cannot */
  endProcess(): Promise<void> {
    throw new Error('The process of the extension cannot be ended in this browser');
  }

  /** Ends the browser as a person does, and starts it again with its tabs. Answers the one with this address. @throws Error where the driver cannot */
  restart(_url: string): Promise<Tab> {
    throw new Error('This browser cannot be started again');
  }

  /** Stores settings as the settings page would, without asking the service. */
  configure(settings: object): Promise<void> {
    // Both drivers send a function as its text.
    const store = new Function(`return ${storeSettings(JSON.stringify(settings))}`) as () => Promise<void>;
    return this.inside(store, undefined);
  }

  /** Sends one message of the catalogue from a page of the extension and answers the reply. */
  send<Reply = Record<string, unknown>>(name: string, request: object = {}): Promise<Reply> {
    return this.inside((message) => (globalThis as unknown as { chrome: Api }).chrome.runtime.sendMessage(message), {
      name,
      id: crypto.randomUUID(),
      request,
    }) as Promise<Reply>;
  }

  /** Waits until the extension has a list of so many entries, from the service or its package. */
  async synced(entries: number): Promise<void> {
    await until(
      `the list has ${entries} entries`,
      () => this.send<{ list: { entries: number } | null } | undefined>('listSync'),
      (health) => (health?.list?.entries ?? 0) >= entries,
    );
  }
}
