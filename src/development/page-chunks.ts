import { basename, dirname } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Pages that somebody waits for. */
const AWAITED = ['warning', 'popup'];
const MAIN =
  /[\\/]entrypoints[\\/][^\\/]+[\\/]main\.tsx?$/; /** What the framework imports before the script of every page: nothing, in a file of its own. */
const FRAMEWORK = /virtual:wxt-(html-)?plugins/;

/**
 * Puts the modules that the same of these pages begin with into one chunk. By itself the bundler makes a chunk for each set of pages and of parts
 * loaded later that share a module: 35 files for the warning, most below 1 kB, each of which the browser opens by itself. That took half of the
 * time until the warning stood (src/background/decisions.md).
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
        if (FRAMEWORK.test(id)) return AWAITED.join('-');
        const pages = pagesOf(id, context, known);
        return AWAITED.filter((page) => pages.has(page)).join('-') || null;
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
