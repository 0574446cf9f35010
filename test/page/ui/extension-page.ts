import { type BrowserContext, test as base, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import {
  MESSAGES,
  type MessageName,
  type MessageReply,
  type MessageRequest,
} from '../../../src/messaging/catalogue.ts';
import { EXTENSION } from '../../e2e/harness/build.ts';
import { textsIn, wideTexts } from '../../e2e/harness/language.ts';
import { launchPlain } from '../../e2e/harness/plain-browser.ts';
import { FolderServer } from '../../fixtures/folder-server.ts';
import { COMMON } from './answers.ts';

/**
 * The answers of a fake worker, by message: a reply, or what makes one of the request. Typed by the catalogue and checked with its
 * schemas, so that no test can show a page an answer that the real worker cannot give.
 */
export type Answers = {
  readonly [N in MessageName]?:
    | MessageReply<N>
    | ((request: MessageRequest<N>) => MessageReply<N> | Promise<MessageReply<N>>);
};

/** A page of the extension in a plain Chromium. */
export type ExtensionPage = Page & {
  /** The messages that it has sent, oldest first. */
  readonly sent: readonly { readonly name: MessageName; readonly request: unknown }[];
  /** The addresses outside of the extension that it has asked for. */
  readonly visited: readonly string[];
  readonly isPopup: boolean;
  /** Replaces answers from now on. */
  answer(answers: Answers): void;
  /** Changes what is stored for the session, and tells the page of it. */
  store(values: object): Promise<void>;
  /** Puts a language in force, as the settings do; what is on the page stays. */
  speak(language: string): Promise<void>;
  /** What the page has the browser do from now on: each call of its API that is named in {@link giveExtension}. */
  calls(): Promise<string[]>;
};

type Options = {
  readonly answers?: Answers;
  /** Whether the page is the popup under its button. */
  readonly isPopup?: boolean;
  /** Whether it is in a private window. */
  readonly isPrivate?: boolean;
  /** The web address that the active tab shows. */
  readonly url?: string;
  /** The language in force when it opens. Default: English. */
  readonly language?: string;
};
type Fixtures = { readonly open: (path: string, options?: Options) => Promise<ExtensionPage> };

/** The language in whose place the widest texts are: Spanish. */
export const WIDE = 'es';

/** Opens pages of the built extension with a fake worker: no extension, no service. */
export const test = base.extend<Fixtures, { shared: BrowserContext; origin: string }>({
  // One for all tests: a new one takes as long as its page.
  shared: [
    async ({}, use) => {
      const browser = await launchPlain();
      const context = await browser.newContext();
      await context.newPage();
      await use(context);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  origin: [
    async ({}, use) => {
      const server = new FolderServer(EXTENSION);
      await server.start();
      await use(server.baseUrl);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  open: async ({ shared, origin }, use) => {
    await use(
      async (
        path,
        { answers = {}, language = 'en', isPopup = false, isPrivate = false, url = 'https://a.example/' } = {},
      ) => {
        const page = await shared.newPage();
        await page.setViewportSize(isPopup ? { width: 360, height: 560 } : { width: 1280, height: 800 });
        const visited: string[] = [];
        await page.route(
          (url) => url.origin !== origin,
          (route) => {
            visited.push(route.request().url());
            // Keeps the page where it is, like a site that sends a file.
            return route.fulfill({ status: 204 });
          },
        );
        let current: Answers = { ...COMMON, ...answers };
        const sent: { name: MessageName; request: unknown }[] = [];
        await page.exposeFunction('askWorker', async ({ name, request }: { name: MessageName; request: unknown }) => {
          sent.push({ name, request });
          const { request: asked, reply } = MESSAGES[name];
          const given = current[name] as unknown;
          // Like a worker that does not answer.
          if (given === undefined) return new Promise(() => {});
          try {
            const answer = typeof given === 'function' ? await given(z.parse(asked as z.ZodMiniType, request)) : given;
            return z.parse(reply as z.ZodMiniType, answer);
          } catch (error) {
            return { error: { name: (error as Error).name, message: (error as Error).message } };
          }
        });
        await page.route(`**/_locales/${WIDE}/messages.json`, (route) => route.fulfill({ json: wideTexts() }));
        const tab = { id: 1, windowId: 1, active: true, url, title: 'A page' };
        await page.addInitScript(giveExtension, { texts: textsIn(language), language, isPopup, isPrivate, tab });
        await page.goto(`${origin}${path}`);
        return Object.assign(page, {
          sent,
          visited,
          isPopup,
          answer: (next: Answers) => {
            current = { ...current, ...next };
          },
          store: (values: object) => page.evaluate((stored) => fake().change('session', stored), values),
          speak: (language: string) => page.evaluate((name) => fake().change('local', { language: name }), language),
          calls: () => page.evaluate(() => fake().calls),
        });
      },
    );
    const [first, ...others] = shared.pages();
    await Promise.all(others.map((page) => page.close()));
    const client = await shared.newCDPSession(first!);
    await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await client.detach();
  },
});

/** What {@link giveExtension} leaves in the page for the test. */
type Fake = {
  /** Stores values in an area, and tells of it. */
  change(area: 'local' | 'session', values: object): Promise<void>;
  readonly calls: string[];
};
declare const fake: () => Fake;

/** Runs in the page before its scripts: the parts of the extension API that our pages call. */
function giveExtension(given: {
  texts: Record<string, { message: string }>;
  language: string;
  isPopup: boolean;
  isPrivate: boolean;
  tab: object;
}): void {
  const { texts, language, isPopup, isPrivate, tab } = given;
  const calls: string[] = [];
  /** A call that the test can ask about. */
  const noted =
    <T>(name: string, answer: T) =>
    async (...about: unknown[]) => {
      calls.push(`${name} ${JSON.stringify(about[0])}`);
      return answer;
    };
  const listeners = { addListener() {}, removeListener() {}, hasListener: () => false };
  const area = () => {
    const values: Record<string, unknown> = {};
    const listening = new Set<(changes: object) => void>();
    return {
      get: async (keys?: string | string[] | null) =>
        keys == null
          ? { ...values }
          : Object.fromEntries([keys].flat().flatMap((key) => (key in values ? [[key, values[key]]] : []))),
      set: async (entries: object) => {
        Object.assign(values, entries);
        const changes = Object.fromEntries(Object.entries(entries).map(([key, newValue]) => [key, { newValue }]));
        for (const tell of listening) tell(changes);
      },
      remove: async (keys: string | string[]) => {
        for (const key of [keys].flat()) delete values[key];
      },
      onChanged: {
        addListener: (tell: (changes: object) => void) => void listening.add(tell),
        removeListener: (tell: (changes: object) => void) => void listening.delete(tell),
      },
    };
  };
  const storage = { local: area(), session: area(), sync: area(), managed: area(), onChanged: listeners };
  const api = {
    runtime: {
      id: 'fake',
      sendMessage: (message: unknown) =>
        (globalThis as unknown as { askWorker(message: unknown): Promise<unknown> }).askWorker(message),
      getURL: (path: string) => new URL(path, location.origin).href,
      getManifest: () => ({ version: '1.0.0', manifest_version: 3 }),
      onMessage: listeners,
      connect: () => ({ onMessage: listeners, onDisconnect: listeners, postMessage() {}, disconnect() {} }),
    },
    i18n: {
      getUILanguage: () => language.replace('_', '-'),
      getMessage: (key: string, blanks: string | string[] = []) =>
        (texts[key]?.message ?? '').replace(/\$(\d)/g, (_, at) => [blanks].flat()[Number(at) - 1] ?? ''),
    },
    storage,
    extension: {
      getViews: () => (isPopup ? [window] : []),
      inIncognitoContext: isPrivate,
      isAllowedIncognitoAccess: async () => false,
    },
    tabs: {
      query: async () => [tab],
      get: async () => tab,
      getCurrent: async () => (isPopup ? undefined : tab),
      create: noted('tabs.create', tab),
      update: noted('tabs.update', tab),
      remove: noted('tabs.remove', undefined),
      goBack: noted('tabs.goBack', undefined),
      captureVisibleTab: async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
        canvas.getContext('2d')!.fillRect(50, 50, 100, 100);
        return canvas.toDataURL();
      },
      onActivated: listeners,
      onUpdated: listeners,
    },
    windows: { getCurrent: async () => ({ id: 1 }), WINDOW_ID_CURRENT: -2 },
    permissions: {
      request: noted('permissions.request', true),
      remove: noted('permissions.remove', true),
      contains: async ({ permissions = [] }: { permissions?: string[] }) => !permissions.includes('downloads'),
      onAdded: listeners,
      onRemoved: listeners,
    },
    action: { getUserSettings: async () => ({ isOnToolbar: true }) },
    scripting: { executeScript: async () => [], insertCSS: async () => {}, removeCSS: async () => {} },
    sidePanel: { open: noted('sidePanel.open', undefined) },
  };
  const left: Fake = { change: (name, values) => storage[name].set(values), calls };
  Object.assign(globalThis, { chrome: api, browser: api, fake: () => left });
}
