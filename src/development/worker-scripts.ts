import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type OutputBundle = Rolldown.OutputBundle;
type OutputChunk = Rolldown.OutputChunk;

/**
 * What stands at the head of the worker's script: `workerPart(name, part)` hands in a CommonJS module, `take` runs one when it is
 * first required. The file of a part that is not there yet is loaded in the same turn.
 */
const LOADER = `(()=>{const parts={},held={},take=(path)=>{const name=path.slice(path.lastIndexOf("/")+1);\
if(held[name])return held[name].exports;if(!parts[name])importScripts("/chunks/"+name);\
const module=held[name]={exports:{}};parts[name](take,module.exports,module);return module.exports};\
self.workerPart=(name,part)=>{parts[name]=part};self.takeWorkerPart=take})();`;

/** The part with a file of its own. */
const LATER = 'upkeep';

/**
 * Splits the background by what it imports with `import()`: what its first script imports so is what a verdict needs, and stays in its
 * file as a part that runs when it is first taken; everything else goes into a file of its own. A cold worker's script is parsed
 * before its first line runs, and Chromium keeps no parsed form of it: a script of 230 kB that is never run delays the answer to a
 * message by four milliseconds (an empty worker takes eleven). What a verdict needs is not a third file, because each costs half a
 * millisecond at every start and one more when it is taken, and it is taken at every start. A service worker knows neither `import()`
 * nor a script that it did not load while it was installed (Service Workers, section 4.4), so the parts are CommonJS modules, and the
 * file is loaded once at installation, and from then on when it is first needed.
 */
export function workerScripts(): Plugin {
  let worker = false;
  const verdict = new Set<string>();
  return {
    name: 'worker-scripts',
    configResolved({ build }) {
      worker = JSON.stringify(build.lib || {}).includes('background');
    },
    buildEnd() {
      if (!worker) return;
      const first = new Set<string>();
      const reach = (id: string, reached: Set<string>) => {
        if (reached.has(id)) return;
        reached.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) reach(imported, reached);
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) reach(id, first);
      for (const id of first)
        for (const imported of this.getModuleInfo(id)?.dynamicallyImportedIds ?? []) reach(imported, verdict);
    },
    outputOptions(options) {
      if (!worker) return;
      return {
        ...options,
        format: 'cjs',
        chunkFileNames: 'chunks/worker-[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'verdict', test: (id: string) => verdict.has(id) },
            { name: LATER, test: () => true },
          ],
        },
      };
    },
    generateBundle(_options, bundle) {
      if (worker) arrange(bundle);
    },
  };
}

/** Writes every part so that `take` finds it: the entry and what it needs at once into one file, the others for later. */
function arrange(bundle: OutputBundle): void {
  const chunks = Object.values(bundle).filter((file): file is OutputChunk => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('The background has no entry');
  const later = chunks.filter(({ name }) => name === LATER);
  const atOnce = chunks.filter((chunk) => !later.includes(chunk));
  for (const chunk of later) chunk.code = partOf(chunk);
  const files = later.map(({ fileName }) => JSON.stringify(`/${fileName}`));
  entry.code = [
    LOADER,
    `self.addEventListener("install",()=>importScripts(${files.join()}));`,
    ...atOnce.map(partOf),
    `takeWorkerPart(${JSON.stringify(basename(entry.fileName))});`,
  ].join('\n');
  for (const chunk of atOnce) if (chunk !== entry) delete bundle[chunk.fileName];
}

/** The parentheses make an engine compile the part while it parses it, instead of parsing it twice. */
const partOf = ({ fileName, code }: OutputChunk): string =>
  `workerPart(${JSON.stringify(basename(fileName))},(function(require,exports,module){${code}\n}));`;
