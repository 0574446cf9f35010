import type { Plugin } from 'vite';

const NATIVE = '\0native-browser';
const CONTEXT = '\0content-script-context';

/**
 * Gives content scripts the browser's own API object in place of the polyfill, which the framework would bundle into
 * each of them: 10 kB that every page of every visit would have to parse, for calls that return promises natively. Also
 * leaves out the framework's context object: it posts the extension's id to every page, and a page can end a script that
 * trusts it.
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
    resolveId(id) {
      if (!contentScript) return undefined;
      if (id === 'webextension-polyfill') return NATIVE;
      return id === 'wxt/utils/content-script-context' ? CONTEXT : undefined;
    },
    load(id) {
      if (id === NATIVE) return 'export default globalThis.browser ?? globalThis.chrome;';
      return id === CONTEXT ? 'export class ContentScriptContext {}' : undefined;
    },
  };
}
