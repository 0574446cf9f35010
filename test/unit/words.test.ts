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

/** The forms of each text that counts something. */
function forms(words: Words, above = ''): Map<string, Record<string, string>> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) => {
      if (typeof value === 'string') return [];
      const name = above === '' ? key : `${above}_${key}`;
      if ('n' in value) return [[name, value as Record<string, string>] as const];
      return [...forms(value, name)];
    }),
  );
}

const ENGLISH = flat(read('en.json'));
const LANGUAGES = globSync('*.json', { cwd: FOLDER }).map((file) => {
  const words = read(file);
  return { file, words, texts: flat(words) };
});
const RIGHT_TO_LEFT = /^(Arab|Hebr|Thaa|Syrc|Nkoo)$/;
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
    for (const { file, texts } of LANGUAGES) {
      expect([...texts.keys()].sort(), file).toEqual([...ENGLISH.keys()].sort());
      for (const [key, text] of texts)
        expect(placeholders(text), `${file} ${key}`).toEqual(placeholders(ENGLISH.get(key)!));
    }
  });

  it('have the same forms for a count in every language, and fill the blanks of the form for many', () => {
    const english = forms(read('en.json'));
    for (const { file, words } of LANGUAGES)
      for (const [key, { n = '', ...few }] of forms(words)) {
        const asked = english.get(key)!;
        expect(Object.keys(few).sort(), `${file} ${key}`).toEqual(
          Object.keys({ ...asked, n: '' })
            .sort()
            .slice(0, -1),
        );
        expect(placeholders(n), `${file} ${key}`).toEqual(placeholders(asked.n!));
      }
  });

  it('are never empty, and hold nothing that separates the forms of a count', () => {
    const wrong = LANGUAGES.flatMap(({ file, texts }) =>
      [...texts].filter(([, text]) => text.trim() === '' || text.includes(' | ')).map(([key]) => `${file} ${key}`),
    );
    expect(wrong).toEqual([]);
  });

  it('name their language and the direction in which it is read', () => {
    for (const { file, texts } of LANGUAGES) {
      const language = file.replace('.json', '').replace('_', '-');
      expect(texts.get('language')).toBe(language);
      expect(texts.get('direction'), file).toBe(
        RIGHT_TO_LEFT.test(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr',
      );
    }
  });

  it('keep what is filled in apart where they are read from right to left, so that a host does not turn around', () => {
    const isolated = /[\u2066-\u2068](\{\w+\}|\$\d|%s)\u2069/g;
    const wrong = LANGUAGES.filter(({ texts }) => texts.get('direction') === 'rtl').flatMap(({ file, texts }) =>
      [...texts]
        .filter(([, text]) => /\{\w+\}|\$\d|%s/.test(text.replace(isolated, '')))
        .map(([key]) => `${file} ${key}`),
    );
    expect(wrong).toEqual([]);
  });

  it('hide no character that nobody sees in a file', () => {
    const hidden = LANGUAGES.filter(({ file }) =>
      /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(readFileSync(`${FOLDER}${file}`, 'utf8')),
    );
    expect(hidden.map(({ file }) => file)).toEqual([]);
  });
});
