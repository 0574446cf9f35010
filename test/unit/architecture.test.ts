import { describe, expect, it } from 'vitest';
import { files, HOLE, type Module, modules, parse } from './source.ts';

const ALL = modules();
const CODE = ALL.filter(({ isTest }) => !isTest);
const BY_PATH = new Map(ALL.map((module) => [module.path, module]));

/** `asset` for `src/asset/url.ts`; `entrypoints` for what the browser loads. */
const folderOf = (path: string) => (path.startsWith('src/') ? (path.split('/')[1] ?? '') : (path.split('/')[0] ?? ''));

/** `feature` for `src/service/feature/asset/check.ts`. */
/** One subject of the service is below the others. */
const LISTING = 'feature/listing';
const roomOf = (path: string) => (path.startsWith(`src/service/${LISTING}/`) ? LISTING : (path.split('/')[2] ?? ''));
const isFixture = (path: string) => /\.(fixture|test)\.tsx?$|^test\//.test(path);

const FEATURES = ['asset', 'api', 'protection', 'reporting', 'organization', 'settings'];
/** The list codec: what `artifact.ts` is made of. */
const CODEC = [...closure('src/blocklist/codec/artifact.ts', () => true)];

/** What each folder may know besides itself, as paths below `src/`. Only `development`, which starts it, knows `service`. */
const ARROWS: Record<string, readonly string[]> = {
  arming: [],
  asset: [],
  colour: [],
  language: [],
  storage: [],
  wallet: ['asset'],
  api: ['asset/type.ts'],
  blocklist: ['asset', 'api', 'storage'],
  settings: ['asset', 'api', 'storage', 'language'],
  lookalike: ['asset'],
  protection: ['asset', 'api', 'blocklist', 'lookalike', 'storage', 'settings', 'wallet'],
  reporting: ['asset', 'api', 'storage', 'settings'],
  organization: ['asset', 'api', 'storage', 'language', 'settings'],
  messaging: ['asset', 'api', 'protection', 'reporting', 'settings'],
  page: ['arming', 'asset', 'messaging', 'language', 'blocklist/shards', 'storage', 'wallet'],
  injection: ['asset', 'language', 'messaging', 'protection', 'storage', 'wallet'],
  'browser-ui': ['asset', 'language', 'messaging', 'organization', 'protection', 'reporting', 'storage'],
  ui: [...FEATURES, 'arming', 'messaging', 'language', 'colour', 'wallet'],
  service: ['asset', 'api', 'lookalike', 'language', 'colour', 'storage', 'blocklist/codec'],
  development: [
    'asset',
    'README.md',
    'api',
    'blocklist',
    'browser-ui',
    'colour',
    'language',
    'organization',
    'settings',
    'service/command/demo',
    'service/publisher/store',
    'ui/page',
    'wallet',
  ],
  background: [...FEATURES, 'blocklist', 'browser-ui', 'injection', 'lookalike', 'messaging', 'storage', 'language'],
  entrypoints: ['asset', 'organization', 'language', 'messaging', 'page', 'ui', 'background'],
};

/** Whether an allowed path leads to a file: the path of a folder to each file in it. */
const leadsTo = (allowed: string, target: string, above: string) =>
  [allowed, above + allowed].includes(target) || target.startsWith(`${above}${allowed}/`);

/** The same between the rooms of the service, from the lowest to the highest, as paths below `src/service/`. */
const SERVICE_ARROWS: typeof ARROWS = {
  'languages.ts': ['locales'],
  thread: [],
  database: ['languages.ts', 'thread'],
  jobs: ['database'],
  [LISTING]: ['database', 'jobs'],
  publisher: ['database', LISTING, 'thread'],
  http: ['database', 'publisher'],
  'command-line': ['database', 'http', 'publisher'],
  feature: ['command-line', 'database', LISTING, 'http', 'jobs', 'publisher', 'thread'],
  page: ['database', 'languages.ts'],
  portal: ['database', 'feature', 'http', 'languages.ts', 'page', 'thread'],
  desk: ['database', 'feature', 'http', 'jobs', 'languages.ts', 'page'],
  command: ['command-line', 'database', 'desk', 'feature', 'http', 'jobs', 'page', 'portal', 'publisher'],
  'main.ts': ['command', 'command-line', 'database', 'http'],
};

/** Every file that `from` reaches through imports that `follow` takes, itself included. */
function closure(from: string, follow: (typeOnly: boolean) => boolean, seen = new Set<string>()): Set<string> {
  seen.add(from);
  for (const { target, typeOnly } of BY_PATH.get(from)?.imports ?? [])
    if (target && !seen.has(target) && follow(typeOnly)) closure(target, follow, seen);
  return seen;
}

/** The first circle of a graph as a path, or null. */
function circle(graph: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]): string | null => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node].join(' → ');
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const found = visit(next, [...way, node]);
      if (found) return found;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const found = visit(node, []);
    if (found) return found;
  }
  return null;
}

const edges = (module: Module) => module.imports.flatMap(({ target }) => (target === null ? [] : [target]));

describe('arrows between folders', () => {
  it('run one way only', () => {
    const wrong = CODE.flatMap((module) => {
      const from = folderOf(module.path);
      const allowed = ARROWS[from];
      if (!allowed) return [`${module.path} is in a folder without a rule`];
      return edges(module)
        .filter((target) => folderOf(target) !== from)
        .filter((target) => !allowed.some((path) => leadsTo(path, target, 'src/')))
        .map((target) => `${module.path} must not know ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('between the rooms of the service run one way only', () => {
    const wrong = CODE.filter(({ path }) => path.startsWith('src/service/') && !isFixture(path)).flatMap((module) => {
      const from = roomOf(module.path);
      const allowed = SERVICE_ARROWS[from];
      if (!allowed) return [`${module.path} is in a room without a rule`];
      return edges(module)
        .filter((target) => target.startsWith('src/service/') && roomOf(target) !== from)
        .filter((target) => !allowed.some((path) => leadsTo(path, target, 'src/service/')))
        .map((target) => `${module.path} must not know ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('are all used: the tables allow no more than there is', () => {
    const idle = (arrows: typeof ARROWS, above: string, roomOf: (path: string) => string) =>
      Object.entries(arrows).flatMap(([from, allowed]) => {
        const targets = CODE.filter(({ path }) => path.startsWith(above) || above === 'src/')
          .filter(({ path }) => roomOf(path) === from && !isFixture(path))
          .flatMap(edges)
          .filter((target) => roomOf(target) !== from);
        return allowed
          .filter((path) => !targets.some((target) => leadsTo(path, target, above)))
          .map((path) => `${from} → ${path}`);
      });
    expect([...idle(ARROWS, 'src/', folderOf), ...idle(SERVICE_ARROWS, 'src/service/', roomOf)]).toEqual([]);
  });

  it('are written as paths: no alias, no computed name, no style sheet that imports another', () => {
    const aliases = /^(~|\/|@@?\/|#)/;
    const hidden = CODE.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => (aliases.test(specifier) && specifier !== '#i18n') || specifier.includes(HOLE))
        .map(({ specifier }) => `${path} imports ${specifier.replaceAll(HOLE, '…')}`),
    );
    const styles = files('css').filter(({ text }) => /@import|url\((?!["']?data:)/.test(text));
    expect([...hidden, ...styles.map(({ path }) => path)]).toEqual([]);
  });

  it('lead from code to no test and no fixture', () => {
    const wrong = CODE.filter(({ path }) => !isFixture(path)).flatMap((module) =>
      edges(module)
        .filter(isFixture)
        .map((target) => `${module.path} must not know ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('lead only to existing files of this repository', () => {
    const wrong = CODE.flatMap((module) =>
      module.imports.filter(({ target }) => target !== null && /\.tsx?$/.test(target) && !BY_PATH.has(target)),
    );
    expect(wrong).toEqual([]);
  });

  it('have no cycles, between folders, rooms of the service or files, types included', () => {
    const folders = new Map<string, Set<string>>();
    const rooms = new Map<string, Set<string>>();
    const paths = new Map<string, Set<string>>();
    for (const module of CODE) {
      const from = folderOf(module.path);
      const known = folders.get(from) ?? new Set();
      for (const target of edges(module)) if (folderOf(target) !== from) known.add(folderOf(target));
      folders.set(from, known);
      paths.set(module.path, new Set(edges(module)));
      if (!module.path.startsWith('src/service/') || isFixture(module.path)) continue;
      const room = roomOf(module.path);
      const inService = edges(module).filter((target) => target.startsWith('src/service/'));
      const others = inService.map(roomOf).filter((other) => other !== room);
      rooms.set(room, new Set([...(rooms.get(room) ?? []), ...others]));
    }
    expect(circle(folders)).toBeNull();
    expect(circle(rooms)).toBeNull();
    expect(circle(paths)).toBeNull();
  });
});

describe('pure parts', () => {
  const PLATFORM =
    /^(globalThis|browser|chrome|window|document|navigator|self|location|indexedDB|localStorage|caches|fetch|XMLHttpRequest|process|Buffer|require|global)$/;
  const PURE_PACKAGES = /^(@adraffy\/ens-normalize|@noble\/(curves|hashes)|@scure\/base|tldts)(\/|$)/;
  const pure = CODE.filter(({ path }) => /^src\/(asset|wallet)\/(?!.*\.fixture)/.test(path) || CODEC.includes(path));

  it('use no browser API and no Node API', () => {
    expect(pure.length).toBeGreaterThan(10);
    const wrong = pure.flatMap(({ path, names, imports }) => [
      ...[...names].filter((name) => PLATFORM.test(name)).map((name) => `${path} uses ${name}`),
      ...imports
        .filter(({ target, specifier }) => target === null && !PURE_PACKAGES.test(specifier))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    ]);
    expect(wrong).toEqual([]);
  });

  it('of messages need a schema library and nothing else', () => {
    // A build puts what that module reads in its place.
    const schemas = [...closure('src/messaging/catalogue.ts', (typeOnly) => !typeOnly)].filter(
      (path) => path !== 'src/language/languages.ts',
    );
    expect(schemas.length).toBeGreaterThan(10);
    const specifiers = schemas.flatMap((path) => BY_PATH.get(path)?.imports ?? []).map(({ specifier }) => specifier);
    expect([...new Set(specifiers)].filter((specifier) => !specifier.startsWith('.'))).toEqual(['zod/mini']);
  });
});

/** What a script in pages computes with: the form of an IPFS address. */
const OWN_PACKAGES: Record<string, readonly string[]> = {
  accounts: ['src/asset/url/cid.ts imports @scure/base'],
};

describe('what is loaded into pages', () => {
  const scripts = CODE.filter(({ path }) => /^entrypoints\/.*\.content(\/index)?\.tsx?$/.test(path));

  it('carries no package but what it computes with: neither schema nor polyfill', () => {
    expect(scripts.length).toBeGreaterThan(0);
    for (const { path } of scripts) {
      const reached = [...closure(path, (typeOnly) => !typeOnly)].map((each) => BY_PATH.get(each));
      const packages = reached.flatMap((module) =>
        (module?.imports ?? [])
          .filter(({ target, typeOnly }) => target === null && !typeOnly)
          .map(({ specifier }) => `${module?.path} imports ${specifier}`),
      );
      const own = OWN_PACKAGES[path.replace(/.*\/|\.content.*/g, '')] ?? [];
      expect(packages).toEqual([`${path} imports wxt/utils/define-content-script`, ...own]);
    }
  });

  it('is nothing of the background: no key, no list, no settings', () => {
    for (const { path } of scripts) {
      const reached = [...closure(path, (typeOnly) => !typeOnly)];
      const inner = reached.filter((each) => ['api', 'blocklist', 'reporting', 'settings'].includes(folderOf(each)));
      expect(inner.filter((each) => !/guard|reader/.test(path) || each !== 'src/blocklist/shards/shard.ts')).toEqual(
        [],
      );
    }
  });
});

describe('files', () => {
  it('stay small: wiring under 100 lines, everything else at most 450', () => {
    const wrong = files('ts', 'tsx', 'css', 'html')
      .filter(({ path, lines }) => lines > (path.startsWith('entrypoints/') && !path.endsWith('.css') ? 99 : 450))
      .map(({ path, lines }) => `${path} has ${lines} lines`);
    expect(wrong).toEqual([]);
  });

  it('have no names such as utils or helpers', () => {
    const empty = /(^|[/.-])(utils?|helpers?|common|managers?|misc|shared|lib)([/.-]|$)/;
    expect(ALL.map(({ path }) => path).filter((path) => empty.test(path.replace('shared-host', '')))).toEqual([]);
  });

  it('have no type suppressions, no regions, no notes to self and no enums', () => {
    const marks =
      /(^|\s)(\/\/|\/?\*).*\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck|expect-error)|#(end)?region|^\s*(export )?(const )?enum /m;
    const wrong = files('ts', 'tsx', 'css').filter(({ text }) => marks.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('reach the browser’s API by import; only scripts in pages take it bare', () => {
    const wrong = CODE.filter(
      ({ path, names }) => names.has('browser') || (names.has('chrome') && !/^src\/(page|messaging)\//.test(path)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('texts', () => {
  it('are asked for where the language in force is known, nowhere else', () => {
    const wrong = ALL.filter(({ path, imports, text }) => {
      const knows =
        path === 'src/language/i18n.ts' || path === 'src/language/chosen.ts' || path === 'src/page/marks/words.ts';
      const asks = imports.some(({ specifier }) => specifier === '#i18n') || /\bgetMessage\(/.test(text);
      return asks && !knows && !path.endsWith('.test.ts') && path !== 'src/page/content-script.ts';
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('colours', () => {
  const COLOUR = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i;
  const NAMED = /:[^;{]*\b(white|black|red|green|blue|gr[ae]y|orange|yellow|purple|silver)\b(?![-\w(])/i;

  it('are raw in tokens.css alone; styles outside the interface give each one a name first', () => {
    const wrong = files('css')
      .filter(({ path }) => path !== 'src/ui/page/tokens.css' && path !== 'src/page/marks/highlight.css')
      .flatMap(({ path, text }) => {
        const named = path.startsWith('src/ui/') || path.startsWith('entrypoints/') ? /^$/ : /^\s*--[\w-]+:/;
        return text
          .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
          .split('\n')
          .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
          .filter(({ line }) => !named.test(line) && (COLOUR.test(line) || NAMED.test(line)))
          .map(({ line, place }) => `${place} ${line.trim()}`);
      });
    expect(wrong).toEqual([]);
  });

  it('are not written into code', () => {
    const literal = /^#[0-9a-f]{3,8}$|^(rgba?|hsla?|oklch)\([\d.%\s,/]+\)$/i;
    // A brand's colours are data there.
    const data = /^src\/service\/(command\/demo\/|.*\.fixture\.ts$)/;
    const wrong = CODE.filter(({ path }) => !data.test(path)).flatMap(({ path, strings }) =>
      strings.filter((text) => literal.test(text)).map((text) => `${path} holds ${text}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the reader of sources', () => {
  it('sees imports, names and calls as they are', () => {
    const text = `import type { A } from '../asset/type.ts';
      import { type B, c } from 'idb';
      export * from './d.ts';
      const later = () => import('./e.ts');
      const other = () => import(c);
      const file = new URL('../language/locales/', import.meta.url);
      const value = { fetch: 1 }.fetch + window[document.title] + i18n.t(c ? 'one' : \`two.\${later}\`);`;
    const module = parse({ path: 'src/page/x.ts', text, lines: 5, isTest: false });
    expect(module.imports).toEqual([
      { specifier: '../asset/type.ts', target: 'src/asset/type.ts', typeOnly: true },
      { specifier: 'idb', target: null, typeOnly: false },
      { specifier: './d.ts', target: 'src/page/d.ts', typeOnly: false },
      { specifier: './e.ts', target: 'src/page/e.ts', typeOnly: false },
      { specifier: HOLE, target: null, typeOnly: false },
      { specifier: '../language/locales/', target: 'src/language/locales', typeOnly: false },
    ]);
    expect([...module.names]).toEqual(expect.arrayContaining(['window', 'document', 'i18n']));
    expect(module.names.has('fetch')).toBe(false);
    expect(module.calls).toContainEqual({ callee: 't', strings: ['one', `two.${HOLE}`] });
  });
});
