import type { BundledVersion } from '../blocklist/store/bundled-version.ts';

declare const __PACKAGE_LIST__: BundledVersion | null;

/**
 * What the package says about the list it carries, null where it carries none: validated and inlined when it was built, so
 * that no start of the worker fetches it.
 */
export const PACKAGE_LIST: BundledVersion | null = __PACKAGE_LIST__;
