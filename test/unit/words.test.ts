import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Forms, formNames, formOf } from '../../src/language/plural.ts';
import { HOLE, modules } from './source.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
/** The folders of texts: those of the extension, those of the service alone. */
const [EXTENSION, SERVICE_ALONE] = ['src/language/locales/', 'src/service/locales/'] as const;

type Words = { readonly [key: string]: string | Words };
const read = (path: string) => JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8')) as Words;
const readBoth = (file: string): Words => ({ ...read(EXTENSION + file), ...read(SERVICE_ALONE + file) });

/** The name under which the browser knows a text: `a.b` and `a_b` are the same. */
const messageName = (key: string) => key.replaceAll('.', '_');

/** `{ a: { b: 'text' } }` as `a_b` → `text`; the forms of a plural count as one text. */
function flat(words: Words, above = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    const name = above === '' ? key : `${above}_${key}`;
    if (typeof value === 'string') texts.set(name, value);
    else if ('n' in value) texts.set(name, Object.values(value).join(' '));
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

const ENGLISH = flat(readBoth('en.json'));
const ENGLISH_FORMS = forms(readBoth('en.json'));
const LANGUAGES = globSync('*.json', { cwd: ROOT + EXTENSION }).map((file) => {
  const words = readBoth(file);
  return { file, words, texts: flat(words) };
});
const RIGHT_TO_LEFT = /^(Arab|Hebr|Thaa|Syrc|Nkoo)$/;
const ALL = modules().filter(({ isTest }) => !isTest);
const ofService = ({ path }: { readonly path: string }) => path.startsWith('src/service/');
const CODE = ALL.filter((module) => !ofService(module));
const SERVICE = ALL.filter(ofService);
const SERVICE_KEYS = flat(read(`${SERVICE_ALONE}en.json`));
const isServiceKey = (key: string) => SERVICE_KEYS.has(key);
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}|\$\d/g) ?? [])].sort();
const pattern = (template: string) =>
  new RegExp(
    `^${messageName(template)
      .split(HOLE)
      .map((part) => part.replace(/[.*+?^${'$'}{}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );

/** The keys that code asks for, as it writes them. */
const askedIn = (code: typeof ALL) =>
  code.flatMap(({ path, calls }) =>
    calls.flatMap(({ callee, strings }) => {
      if (/^(t|countInWords)$/.test(callee) || (ofService({ path }) && /^(label|word)$/.test(callee)))
        return strings.slice(0, 2).map((key) => ({ path, key }));
      if (callee === 'issue')
        return strings.slice(0, 1).map((key) => ({ path, key: /^(desk|portal)\./.test(key) ? key : `issue.${key}` }));
      if (callee === 'say') {
        if (ofService({ path }) && !path.startsWith('src/service/desk/organization/')) return [];
        const above = ofService({ path }) ? 'desk.organization' : 'marks';
        return strings.slice(0, 1).map((key) => ({ path, key: `${above}.${key}` }));
      }
      return [];
    }),
  );

/** Those of some keys that no string or template of the code names. */
function unusedIn(code: typeof ALL, keys: readonly string[]): string[] {
  const strings = [...new Set(code.flatMap((module) => module.strings))];
  const named = (text: string) => [text, ...['marks', 'issue', 'desk.organization'].map((above) => `${above}.${text}`)];
  const plain = new Set(strings.flatMap(named).map(messageName));
  const asked = new Set(
    code.flatMap(({ calls }) =>
      calls.flatMap(({ callee, strings: [key] }) => (/^(t|countInWords|say|label)$/.test(callee) && key ? [key] : [])),
    ),
  );
  const templates = strings
    .filter((text) => text.includes(HOLE) && (asked.has(text) || /^[a-z]+\.[^\s/<]*$/i.test(text)))
    .filter((text) => text.replaceAll(HOLE, '').length > 2)
    .flatMap((text) => named(text).map(pattern));
  return keys.filter((key) => !plain.has(key) && !templates.some((each) => each.test(key)));
}

const KEYS = [...ENGLISH.keys()];

describe('the words of the interface', () => {
  it('exist wherever the code asks for them; the extension asks for none that only the service has', () => {
    const missing = (code: typeof ALL, keys: readonly string[]) =>
      askedIn(code).filter(({ key }) => {
        const asked = pattern(key);
        return /^\w+\./.test(key) && !keys.some((known) => asked.test(known));
      });
    expect(askedIn(CODE).length).toBeGreaterThan(20);
    expect(askedIn(SERVICE).length).toBeGreaterThan(20);
    expect(
      missing(
        CODE,
        KEYS.filter((key) => !isServiceKey(key)),
      ),
    ).toEqual([]);
    expect(missing(SERVICE, KEYS)).toEqual([]);
  });

  it('are all used somewhere, those of the service by the service', () => {
    const own = KEYS.filter((key) => !isServiceKey(key));
    expect(unusedIn(CODE, own)).toEqual([]);
    expect(unusedIn(SERVICE, KEYS.filter(isServiceKey))).toEqual([]);
  });

  it('are never read while a module loads, when the language in force is not known yet and may still change', () => {
    const early = CODE.filter(({ path }) => !path.startsWith('src/development/')).filter(({ calledAtLoad }) =>
      calledAtLoad.some((callee) => /^(t|textOf|countInWords|\w+InWords)$/.test(callee)),
    );
    expect(early.map(({ path }) => path)).toEqual([]);
  });

  it('say the same in every language, with the same blanks to fill', () => {
    for (const { file, texts } of LANGUAGES) {
      // The desk is written in English, which stands in for each text that another language lacks.
      const missing = [...ENGLISH.keys()].filter((key) => !texts.has(key) && !key.startsWith('desk_'));
      expect(missing, file).toEqual([]);
      expect(
        [...texts.keys()].filter((key) => !ENGLISH.has(key)),
        file,
      ).toEqual([]);
      for (const [key, text] of texts)
        expect(placeholders(text), `${file} ${key}`).toEqual(placeholders(ENGLISH.get(key)!));
    }
  });

  it('have every form of a count that their language has, in the extension as on the pages of the service', () => {
    for (const { file, words, texts } of LANGUAGES)
      for (const [key, many] of forms(words)) {
        const hasZero = '0' in ENGLISH_FORMS.get(key)!;
        expect(Object.keys(many).sort(), `${file} ${key}`).toEqual(
          [...formNames(texts.get('language')!, hasZero)].sort(),
        );
      }
  });

  it('say the number in each form that stands for more than one number', () => {
    for (const { file, words, texts } of LANGUAGES) {
      const rules = new Intl.PluralRules(texts.get('language'));
      for (const [key, many] of forms(words)) {
        const of = (count: number) => formOf(many as Forms, count, rules);
        const numbers = [...Array.from({ length: 201 }, (_, count) => count), 1_000_000, 2_000_000];
        for (const form of new Set(Object.values(many)))
          if (numbers.filter((count) => of(count) === form).length > 1)
            expect(placeholders(form), `${file} ${key}`).toEqual(placeholders(ENGLISH_FORMS.get(key)!.n!));
      }
    }
  });

  it('are chosen by their number wherever the extension counts something', () => {
    const withoutNumber = CODE.flatMap(({ path, calls }) =>
      calls
        .filter(({ callee, strings: [key] }) => callee === 't' && key && ENGLISH_FORMS.has(messageName(key)))
        .map(() => path),
    );
    expect(withoutNumber).toEqual([]);
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

  it('keep their direction inside another text, where all their words are filled in (Unicode Standard Annex 9, rule P2)', () => {
    const apart = /[\u2066-\u2068][^\u2069]*\u2069/g;
    const wrong = LANGUAGES.filter(({ texts }) => texts.get('direction') === 'rtl').flatMap(({ file, texts }) =>
      [...texts]
        .filter(([, text]) => (text.match(apart)?.length ?? 0) > 1 && !/[\p{L}\u200f]/u.test(text.replace(apart, '')))
        .map(([key]) => `${file} ${key}`),
    );
    expect(wrong).toEqual([]);
  });

  it('hide no character that nobody sees in a file', () => {
    const hidden = globSync(
      [EXTENSION, SERVICE_ALONE].map((folder) => `${folder}*.json`),
      { cwd: ROOT },
    ).filter((path) => /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(readFileSync(`${ROOT}${path}`, 'utf8')));
    expect(hidden).toEqual([]);
  });
});
