/**
 * The parts of the extension API that our content scripts use beyond messages (those go through `messaging/send.ts`).
 */
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

/**
 * Starts a content script unless its document already has it: a document that was open at the start may get it twice.
 * @param script its name; the note is visible only in the extension's isolated world, and no name in a page can
 *   collide with it
 */
export function once(script: string, start: () => unknown): unknown {
  const key = Symbol.for(script);
  if (Object.hasOwn(globalThis, key)) return undefined;
  Object.defineProperty(globalThis, key, { value: true });
  return start();
}

type AccountRules = (url: string) => string[];
const scope = globalThis as { waryAccountRules?: AccountRules };

/**
 * The rules for finding account names in this page's address. They are as large as the rest of the guard, so they are a
 * separate script that the browser runs before the guard on platform hosts only. Undefined elsewhere.
 */
export const accountRules = (): AccountRules | undefined =>
  // An element of the page with this id would be no own member.
  Object.hasOwn(scope, 'waryAccountRules') ? scope.waryAccountRules : undefined;

/**
 * Hands the rules to the guard of the same page. The page cannot see or replace them: content scripts run in an
 * isolated world.
 */
export function offerAccountRules(rules: AccountRules): void {
  scope.waryAccountRules = rules;
}
