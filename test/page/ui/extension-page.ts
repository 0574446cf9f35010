import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import {
  MESSAGES,
  type MessageName,
  type MessageReply,
  type MessageRequest,
} from '../../../src/messaging/catalogue.ts';
import { overview } from '../../../src/ui/popup/overview.fixture.ts';
import { EXTENSION } from '../../e2e/harness/build.ts';
import { launchPlain } from '../../e2e/harness/plain-browser.ts';
import { FolderServer } from '../../fixtures/folder-server.ts';

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
  /** Replaces answers from now on. */
  answer(answers: Answers): void;
};

type Options = {
  readonly answers?: Answers;
  /** A language of the extension, such as `de`. */
  readonly language?: string;
  /** Whether the page is the popup under its button. */
  readonly isPopup?: boolean;
  /** Whether it is in a private window. */
  readonly isPrivate?: boolean;
};
type Fixtures = { readonly open: (path: string, options?: Options) => Promise<ExtensionPage> };

const TAB = { id: 1, windowId: 1, active: true, url: 'https://a.example/', title: 'A page' };
const COMMON: Answers = { popupOverview: overview(), healthRead: overview().health, outboxSeen: { done: true } };

/** Opens pages of the built extension with a fake worker: no extension, no service. */
export const test = base.extend<Fixtures, { browser: Browser; origin: string }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const browser = await launchPlain();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const server = new FolderServer(EXTENSION);
      await server.start();
      await use(server.baseUrl);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  open: async ({ browser, origin }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (path, { answers = {}, language = 'en', isPopup = false, isPrivate = false } = {}) => {
      const viewport = isPopup ? { width: 360, height: 560 } : { width: 1280, height: 800 };
      const context = await browser.newContext({ viewport });
      contexts.push(context);
      const page = await context.newPage();
      const visited: string[] = [];
      await context.route(
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
      const texts = JSON.parse(readFileSync(join(EXTENSION, '_locales', language, 'messages.json'), 'utf8'));
      await page.addInitScript(giveExtension, { texts, language, isPopup, isPrivate, tab: TAB });
      await page.goto(`${origin}${path}`);
      return Object.assign(page, {
        sent,
        visited,
        answer: (next: Answers) => {
          current = { ...current, ...next };
        },
      });
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** Runs in the page before its scripts: the parts of the extension API that our pages call. */
function giveExtension(given: {
  texts: Record<string, { message: string }>;
  language: string;
  isPopup: boolean;
  isPrivate: boolean;
  tab: object;
}): void {
  const { texts, language, isPopup, isPrivate, tab } = given;
  const listeners = { addListener() {}, removeListener() {}, hasListener: () => false };
  const area = () => {
    const values: Record<string, unknown> = {};
    return {
      get: async (keys?: string | string[] | null) =>
        keys == null
          ? { ...values }
          : Object.fromEntries([keys].flat().flatMap((key) => (key in values ? [[key, values[key]]] : []))),
      set: async (entries: object) => void Object.assign(values, entries),
      remove: async (keys: string | string[]) => {
        for (const key of [keys].flat()) delete values[key];
      },
      onChanged: listeners,
    };
  };
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
    storage: { local: area(), session: area(), sync: area(), managed: area(), onChanged: listeners },
    extension: {
      getViews: () => (isPopup ? [window] : []),
      inIncognitoContext: isPrivate,
      isAllowedIncognitoAccess: async () => false,
    },
    tabs: {
      query: async () => [tab],
      get: async () => tab,
      getCurrent: async () => (isPopup ? undefined : tab),
      create: async () => tab,
      update: async () => tab,
      remove: async () => undefined,
      goBack: async () => undefined,
      onActivated: listeners,
      onUpdated: listeners,
    },
    windows: { getCurrent: async () => ({ id: 1 }) },
    permissions: { request: async () => true, contains: async () => true, onAdded: listeners, onRemoved: listeners },
    action: { getUserSettings: async () => ({ isOnToolbar: true }) },
    sidePanel: { open: async () => undefined },
  };
  Object.assign(globalThis, { chrome: api, browser: api });
}
