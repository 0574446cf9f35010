import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTENSION } from '../e2e/harness/build.ts';

type ContentScript = { js: string[]; css?: string[]; exclude_globs?: string[] };
type Manifest = { content_scripts: ContentScript[] };

/** A copy of the built extension that differs in its content scripts alone; its id stays the same. */
export class ExtensionVariant {
  readonly folder = mkdtempSync(join(tmpdir(), 'wary-variant-'));

  /** @param change answers the content scripts that the copy has, given those of the extension */
  constructor(change: (scripts: readonly ContentScript[]) => ContentScript[]) {
    cpSync(EXTENSION, this.folder, { recursive: true });
    const path = join(this.folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
    writeFileSync(join(this.folder, 'empty.js'), '');
    writeFileSync(path, JSON.stringify({ ...manifest, content_scripts: change(manifest.content_scripts) }));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The guard stands everywhere but on these addresses, so that one browser loads a page with and without it. */
  static withoutGuardOn(glob: string): ExtensionVariant {
    return new ExtensionVariant((scripts) =>
      scripts.map((script) => (isGuard(script.js) ? { ...script, exclude_globs: [glob] } : script)),
    );
  }

  static withoutScripts(): ExtensionVariant {
    return new ExtensionVariant(() => []);
  }

  /** One script that does nothing, at the time at which addresses are looked for: what any extension costs. */
  static withEmptyScript(): ExtensionVariant {
    return new ExtensionVariant((scripts) =>
      scripts.filter(({ js }) => !isGuard(js)).map(({ css: _, ...script }) => ({ ...script, js: ['empty.js'] })),
    );
  }
}

const isGuard = (js: readonly string[]): boolean => js.some((name) => name.endsWith('guard.js'));
