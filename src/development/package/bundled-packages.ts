import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** The name of the package that a module is from; null for a module of this repository. */
const packageOf = (moduleId: string): string | null =>
  PACKAGE.exec(moduleId.replaceAll('\\', '/').replace(/^\0/, ''))?.[1] ?? null;

/**
 * Writes the names of the packages of which something is in the bundle into a file, one a line, as often as they are met. Without a file
 * nothing is written.
 */
export function bundledPackages(file: string | undefined): Plugin {
  return {
    name: 'wary:bundled-packages',
    generateBundle(_, bundle) {
      if (!file) return;
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk'
          ? Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
          : [],
      );
      const names = new Set(modules.map(packageOf).filter((name) => name !== null));
      if (names.size > 0) appendFileSync(file, `${[...names].join('\n')}\n`);
    },
  };
}

/** The names that {@link bundledPackages} wrote, sorted. */
export function readBundledPackages(file: string): string[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return [...new Set(lines.filter((line) => line !== ''))].sort();
}
