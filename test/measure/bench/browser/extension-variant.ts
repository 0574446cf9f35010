import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTENSION } from '../../../e2e/harness/build.ts';

type ContentScript = {
  js: string[];
  css?: string[];
  matches?: string[];
  exclude_globs?: string[];
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
    writeFileSync(join(this.folder, 'curtain.js'), CURTAIN);
    writeFileSync(path, JSON.stringify({ ...manifest, content_scripts: change(manifest.content_scripts) }));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * The guard stands everywhere but under two domains, so that one browser loads a page with and without it.
   * @param nothing domain whose pages have no guard
   * @param curtain domain whose pages have the least that can hide a page until the worker has answered
   */
  static withGuardBeside({ nothing, curtain }: { nothing: string; curtain: string }): ExtensionVariant {
    return new ExtensionVariant((scripts) =>
      scripts.flatMap((script) =>
        isGuard(script.js)
          ? [
              { ...script, exclude_globs: [`*.${nothing}/*`, `*.${curtain}/*`] },
              { ...script, matches: [`*://*.${curtain}/*`], js: ['curtain.js'] },
            ]
          : script,
      ),
    );
  }

  /** With the scripts that a page gets where the wallet check is on. */
  static withWalletCheck(): ExtensionVariant {
    return new ExtensionVariant((scripts) => {
      const guard = scripts.find(({ js }) => isGuard(js))!;
      const script = (name: string) => ({ ...guard, js: [`content-scripts/${name}.js`] });
      return [...scripts, { ...script('wallet-watch'), world: 'MAIN' }, script('wallet-bridge')];
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

/** A sheet that hides everything, and one message to the worker: no hold, no shards, no care for what pages do. */
const CURTAIN = `const sheet = new CSSStyleSheet();
sheet.replaceSync('html{opacity:0!important}');
document.adoptedStyleSheets.push(sheet);
chrome.runtime.sendMessage({ name: 'guardCheck', request: { url: location.href, isPaused: false, hits: [] } }).finally(() => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
});`;

const isGuard = (js: readonly string[]): boolean => js.some((name) => name.endsWith('guard.js'));
