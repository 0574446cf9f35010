import type { Plugin } from 'vite';

const NATIVE = '\0native-browser';
const CONTEXT = '\0content-script-context';

/**
 * Gives content scripts and the background worker the browser's own API object in place of the polyfill: 10 kB that every
 * page of every visit, and every start of the worker, would have to parse for calls that return promises
 * natively. Pages of the extension keep it. In content scripts it also leaves out the framework's context object: that
 * posts the extension's id to every page, and a page can end a script that trusts it.
 */
export function nativeBrowser(): Plugin {
  let contentScript = false;
  let worker = false;
  return {
    name: 'native-browser',
    enforce: 'pre',
    configResolved(config) {
      const entry = JSON.stringify(config.build.lib || {});
      contentScript = entry.includes('.content.');
      worker = entry.includes('background');
    },
    resolveId(id) {
      if (id === 'webextension-polyfill' && (contentScript || worker)) return NATIVE;
      return id === 'wxt/utils/content-script-context' && contentScript ? CONTEXT : undefined;
    },
    load(id) {
      if (id === NATIVE) return 'export default globalThis.browser ?? globalThis.chrome;';
      return id === CONTEXT ? 'export class ContentScriptContext {}' : undefined;
    },
  };
}
