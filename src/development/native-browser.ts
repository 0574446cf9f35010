import type { Plugin } from 'vite';

const NATIVE = '\0native-browser';

/**
 * Gives content scripts the browser's own API object in place of the polyfill, which the framework would bundle into
 * each of them: 10 kB that every page of every visit would have to parse, for calls that return promises natively.
 */
export function nativeBrowserInContentScripts(): Plugin {
  let contentScript = false;
  return {
    name: 'native-browser-in-content-scripts',
    enforce: 'pre',
    configResolved(config) {
      const { lib } = config.build;
      contentScript = Boolean(lib) && JSON.stringify(lib).includes('.content.');
    },
    resolveId: (id) => (contentScript && id === 'webextension-polyfill' ? NATIVE : undefined),
    load: (id) => (id === NATIVE ? 'export default globalThis.browser ?? globalThis.chrome;' : undefined),
  };
}
