import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTENSION } from '../../../e2e/harness/build.ts';

type ContentScript = {
  js: string[];
  css?: string[];
  run_at?: string;
  world?: string;
};
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

  /** With the scripts that a page gets where the wallet check is on. */
  static withWalletCheck(): ExtensionVariant {
    return new ExtensionVariant((scripts) => {
      const guard = scripts.find(({ js }) => isGuard(js))!;
      const script = (name: string) => ({ ...guard, js: [`wallet-${name}.js`] });
      return [...scripts, { ...script('watch'), world: 'MAIN' }, script('bridge')];
    });
  }

  /** Of the scripts only the one that stands in every page. */
  static withGuardAlone(): ExtensionVariant {
    return new ExtensionVariant((scripts) => scripts.filter(({ js }) => isGuard(js)));
  }

  /** The scanner by the manifest instead of where it is needed, and nothing else: what a page with addresses pays. */
  static withScannerEverywhere(): ExtensionVariant {
    return new ExtensionVariant((scripts) =>
      scripts
        .filter(({ js }) => isGuard(js))
        .map((script) => ({ ...script, js: ['content-scripts/addresses.js'], css: ['content-scripts/addresses.css'] }))
        .map((script) => ({ ...script, run_at: 'document_idle' })),
    );
  }

  /** One script that does nothing, in every frame once it is idle: what any extension costs. */
  static withEmptyScript(): ExtensionVariant {
    return new ExtensionVariant((scripts) =>
      scripts
        .filter(({ js }) => isGuard(js))
        .map((script) => ({ ...script, js: ['empty.js'], run_at: 'document_idle' })),
    );
  }
}

const isGuard = (js: readonly string[]): boolean => js.some((name) => name.endsWith('guard.js'));
