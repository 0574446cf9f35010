import { basename, dirname } from 'node:path';
import type { Plugin, PluginOption, Rolldown } from 'vite';
import { LANGUAGES } from '../../language/languages.ts';

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

const READ_LANGUAGES = /[\\/]src[\\/]language[\\/]languages\.ts$/;

/** Puts the names of the languages in the place of the module that reads them from the folder of their texts. */
export const knownLanguages = (): Plugin => ({
  name: 'known-languages',
  load: (id) => (READ_LANGUAGES.test(id) ? `export const LANGUAGES = ${JSON.stringify(LANGUAGES)};` : undefined),
});

/** Pages that a person waits for, the more urgent one first. */
const AWAITED = ['warning', 'popup'];
const MAIN = /[\\/]entrypoints[\\/][^\\/]+[\\/]main\.tsx?$/;
/** What the framework imports before the script of every page: nothing, in a file of its own. */
const FRAMEWORK = /virtual:wxt-(html-)?plugins/;

/**
 * Puts what each of these pages begins with into two chunks: what it alone loads, and what other pages load too, so that these load nothing
 * that they do not show. By itself the bundler makes a chunk for each set of pages and of parts loaded later that share a module: 35 files
 * for the warning, most below 1 kB, each of which the browser opens by itself. That took half of the time until the warning was shown.
 */
export function pageChunks(): Plugin {
  return {
    name: 'page-chunks',
    outputOptions(options) {
      if (options.format !== 'es') return options;
      const known: Known = new Map();
      const name = (id: string, context: Rolldown.ChunkingContext) => {
        // What another page imports of a page must not start it.
        if (MAIN.test(id)) return null;
        if (FRAMEWORK.test(id)) return `${AWAITED[0]}-shared`;
        const pages = pagesOf(id, context, known);
        const first = AWAITED.find((page) => pages.has(page));
        return first !== undefined && pages.size > 1 ? `${first}-shared` : (first ?? null);
      };
      return { ...options, codeSplitting: { includeDependenciesRecursively: false, groups: [{ name }] } };
    },
  };
}

type Known = Map<string, Set<string>>;

/** The pages whose script imports a module, by itself or through others. What a page loads later is not counted. */
function pagesOf(id: string, context: Rolldown.ChunkingContext, known: Known): ReadonlySet<string> {
  const found = known.get(id);
  if (found) return found;
  const pages = new Set(MAIN.test(id) ? [basename(dirname(id))] : []);
  known.set(id, pages);
  for (const importer of context.getModuleInfo(id)?.importers ?? [])
    for (const page of pagesOf(importer, context, known)) pages.add(page);
  return pages;
}

/**
 * The plugins of a build but the one that imports by name. The framework adds it even where `imports` is false, and then a
 * parameter called `storage` brings a whole storage library into the background, 17 kB that every cold start reads.
 */
export const withoutAutoImports = (plugins: readonly PluginOption[] | undefined): PluginOption[] =>
  (plugins ?? []).filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'unimport'));
