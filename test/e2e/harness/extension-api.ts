import type { Browser } from 'webextension-polyfill';

/** An event of which a test can have the listeners hear although nothing happened. */
type Dispatched = { readonly dispatch: (...about: readonly unknown[]) => void };

/** What a page or the worker of the extension has as `chrome`, for functions that a test runs there. */
export type ExtensionApi = Browser & {
  readonly contextMenus: { readonly onClicked: Dispatched };
  readonly commands: { readonly onCommand: Dispatched };
  readonly notifications: { readonly onClicked: Dispatched };
};
