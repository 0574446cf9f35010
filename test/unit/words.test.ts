import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HOLE, modules } from './source.ts';

const FOLDER = new URL('../../src/ui/locales/', import.meta.url).pathname;

type Words = { readonly [key: string]: string | Words };
const read = (file: string) => JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8')) as Words;

/** The name under which the browser knows a text: `a.b` and `a_b` are the same. */
const messageName = (key: string) => key.replaceAll('.', '_');

/** `{ a: { b: 'text' } }` as `a_b` → `text`; the forms of a plural count as one text. */
function flat(words: Words, above = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    const name = above === '' ? key : `${above}_${key}`;
    if (typeof value === 'string') texts.set(name, value);
    else if (Object.keys(value).every((form) => /^(\d+|n)$/.test(form)))
      texts.set(name, Object.values(value).join(' '));
    else for (const [inner, text] of flat(value, name)) texts.set(inner, text);
  }
  return texts;
}

const ENGLISH = flat(read('en.json'));
const CODE = modules().filter(({ isTest, path }) => !isTest && !path.startsWith('src/service/'));
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}|\$\d/g) ?? [])].sort();
const pattern = (template: string) =>
  new RegExp(
    `^${messageName(template)
      .split(HOLE)
      .map((part) => part.replace(/[.*+?^${'$'}{}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );

describe('the words of the interface', () => {
  it('exist wherever the code asks for them', () => {
    const asked = CODE.flatMap(({ path, calls }) =>
      calls.flatMap(({ callee, strings }) => {
        if (callee === 't') return strings.slice(0, 1).map((key) => ({ path, key }));
        if (callee === 'say') return strings.slice(0, 1).map((key) => ({ path, key: `marks.${key}` }));
        return [];
      }),
    );
    expect(asked.length).toBeGreaterThan(20);
    const keys = [...ENGLISH.keys()];
    const missing = asked.filter(({ key }) => !keys.some((known) => pattern(key).test(known)));
    expect(missing).toEqual([]);
  });

  it('are all used somewhere', () => {
    const strings = [...new Set(CODE.flatMap((module) => module.strings))];
    const plain = new Set(strings.flatMap((text) => [messageName(text), messageName(`marks.${text}`)]));
    const asked = new Set(
      CODE.flatMap(({ calls }) =>
        calls.flatMap(({ callee, strings: [key] }) => (/^(t|say)$/.test(callee) && key ? [key] : [])),
      ),
    );
    const templates = strings
      .filter((text) => text.includes(HOLE) && (asked.has(text) || /^[a-z]+\.[^\s/<]*$/i.test(text)))
      .filter((text) => text.replaceAll(HOLE, '').length > 2)
      .flatMap((text) => [pattern(text), pattern(`marks.${text}`)]);
    const unused = [...ENGLISH.keys()].filter((key) => !plain.has(key) && !templates.some((each) => each.test(key)));
    expect(unused).toEqual([]);
  });

  it('say the same in every language, with the same blanks to fill', () => {
    for (const file of globSync('*.json', { cwd: FOLDER })) {
      const texts = flat(read(file));
      expect([...texts.keys()].sort(), file).toEqual([...ENGLISH.keys()].sort());
      for (const [key, text] of texts)
        expect(placeholders(text), `${file} ${key}`).toEqual(placeholders(ENGLISH.get(key)!));
    }
  });

  it('are never empty', () => {
    expect([...ENGLISH].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});
