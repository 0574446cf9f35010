import type { Plugin, Rolldown } from 'vite';
import { xml } from '../words.ts';

/** The only page whose first paint a person waits for. */
const PAGE = '/warning/index.html';
const NAME = '{{brand}}';
const SHEET = /\s*<link rel="stylesheet"[^>]*? href="\/([^"]+)">/g;
const MODULE = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;

/**
 * Lets the browser paint the warning from its HTML alone: inlines the brand's name, which is the same in every language, and the style
 * sheets, and moves the modules to the end, so that the browser paints before it compiles them.
 * @param brandName as text, not as HTML
 */
export function firstState(brandName: string): Plugin {
  return {
    name: 'first-state',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle = {} }) {
        if (path.endsWith(PAGE)) return withFirstState(html, brandName, (name) => textOf(bundle[name]));
      },
    },
  };
}

/**
 * @param html of the built page
 * @param sheetOf answers the text of a style sheet by its path in the package; null where there is none
 * @throws Error where the page has no place for the name, or names a sheet that is not there
 */
export function withFirstState(html: string, brandName: string, sheetOf: (name: string) => string | null): string {
  if (!html.includes(NAME)) throw new Error(`${PAGE} has no place for the name of the brand: ${NAME}`);
  const sheets: string[] = [];
  const bare = html.replace(SHEET, (_, name: string) => {
    const sheet = sheetOf(name);
    if (sheet === null) throw new Error(`${PAGE} names a style sheet that was not built: ${name}`);
    sheets.push(sheet);
    return '';
  });
  const modules = bare.match(MODULE) ?? [];
  return bare
    .replace(MODULE, '')
    .replace('</head>', () => `<style>${sheets.join('')}</style></head>`)
    .replace('</body>', () => `${modules.join('')}</body>`)
    .replace(NAME, () => xml(brandName));
}

function textOf(file: Rolldown.OutputBundle[string] | undefined): string | null {
  if (file?.type !== 'asset') return null;
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
}
