import type { WalletState } from '../wallet/wallets.ts';
import type { CallCheck } from './wallet/channel.ts';

/** The parts of the extension API that our content scripts use beyond messages (`messaging/send.ts`). */
export type PageRuntime = {
  readonly i18n: {
    /** @param values for `$1` to `$9` in the text */
    getMessage(key: string, values?: readonly string[]): string;
    getUILanguage(): string;
  };
  /** Chromium only: opens closed shadow roots to extensions. */
  readonly dom?: { openOrClosedShadowRoot(element: Element): ShadowRoot | null };
};

/**
 * The browser's own extension API: `browser` in Firefox, `chrome` in Chromium. Content scripts use this instead of the
 * polyfill, which would be loaded into every frame of every page.
 */
export function pageRuntime(): PageRuntime {
  const scope = globalThis as unknown as { browser?: PageRuntime; chrome: PageRuntime };
  return scope.browser?.i18n === undefined ? scope.chrome : scope.browser;
}

/** What our scripts in one document leave for each other. */
type World = {
  /** The scripts that run in it: a document that was open at the start may get one twice. */
  started?: Set<string>;
  /** The rules for finding account names in an address, on hosts of platforms only: they are as large as the rest of the guard. */
  accountRules?: (url: string) => string[];
  /** The verdict on the page, and the look-up of hosts, from the guard. */
  pageVerdict?: PageVerdict;
  mayListHost?: (hosts: readonly string[]) => Promise<boolean>;
  /** Elements that the person left, changed or pasted into before the scanner was loaded. */
  left?: Set<Element>;
  /** What the page shows beside the copy button that the person pressed last. */
  pressed?: Pressed | undefined;
  /** What is known of the wallets of the page; for the popup. */
  walletStates: WalletState[];
  /** Whether a request to a wallet goes on, from the reader, once that is loaded. */
  checkCall?: CallCheck;
};

/** The address beside a copy button, whether a copied text is another one, and when the button was pressed, in ms of the document. */
export type Pressed = {
  readonly address: string;
  readonly isSwap: (copied: string) => boolean;
  readonly at: number;
};

/** What the guard of a document knows of its page. */
export type PageVerdict = {
  /** Resolves with the verdict on the address that the document has now. */
  readonly known: Promise<unknown>;
  /** Whether there is a hit that waits for its verdict, or a verdict that ends the page. */
  readonly isCovered: () => boolean;
};

/** Only the isolated world of our scripts has it, and no element of a page can have such a name. */
const WORLD = Symbol.for('wary');

export const worldOf = (view: object = globalThis): World => {
  const holder = view as { [WORLD]?: World };
  holder[WORLD] ??= { walletStates: [] };
  return holder[WORLD];
};

/** Starts a content script unless its document already has it. */
export function once(script: string, start: () => unknown): unknown {
  const world = worldOf();
  world.started ??= new Set();
  if (world.started.has(script)) return undefined;
  world.started.add(script);
  return start();
}

/** The verdict on the page of a document; that of the document around it where it has no guard of its own. Undefined without any. */
export function pageVerdictOf(view: Window): PageVerdict | undefined {
  try {
    for (let each = view; ; each = each.parent) {
      const { pageVerdict } = worldOf(each);
      if (pageVerdict || each === each.parent) return pageVerdict;
    }
  } catch {
    // The document around it is of another origin, and its own guard takes care of it.
    return undefined;
  }
}
