/** What a content script of ours uses of the extension API beyond messages (those go through `messaging/send.ts`). */
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
 * Starts a content script where its document does not have it yet: one that was open already may be given it twice.
 * @param script its name; only the extension's own world sees the note, and no name in a page can stand for it
 */
export function once(script: string, start: () => unknown): unknown {
  const key = Symbol.for(script);
  if (Object.hasOwn(globalThis, key)) return undefined;
  Object.defineProperty(globalThis, key, { value: true });
  return start();
}
