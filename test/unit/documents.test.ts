import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const DOCUMENTS = globSync(['*.md', '.github/*.md', 'src/**/*.md', 'test/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
});

/** Relative links, and paths from the root that are written as code; not those with a placeholder. */
function pathsIn(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link]) =>
    join(dirname(document), link!),
  );
  const named = [...text.matchAll(/`((?:src|test|entrypoints|public|\.github)\/[^`\s<>…*{}]+)`/g)].map(
    ([, path]) => path!,
  );
  return [...links, ...named];
}

it('the documents name only files that exist', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(15);
  const missing = DOCUMENTS.flatMap((document) =>
    pathsIn(document)
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

it('each test of the smoke set is in the table of promises, and each promise of the table has a test', () => {
  const [, section = ''] =
    /## Smoke set\n([\s\S]*?)\n## /.exec(readFileSync(join(ROOT, 'test/README.md'), 'utf8')) ?? [];
  const named = [...section.matchAll(/`(\w+\/[\w-]+)`/g)].map(([, file]) => file);
  const tagged = globSync('{e2e/*,firefox}/*.spec.ts', { cwd: join(ROOT, 'test') })
    .filter((file) => readFileSync(join(ROOT, 'test', file), 'utf8').includes("'@smoke'"))
    .map((file) => file.replace(/^e2e\/|\.spec\.ts$/g, ''));
  expect([...new Set(named)].sort()).toEqual(tagged.sort());
});
