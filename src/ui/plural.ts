/** The plural categories (Unicode CLDR), in the order in which the package carries the forms of a count, and what a file calls each. */
const FORMS = [
  ['zero', '0'],
  ['one', '1'],
  ['two', '2'],
  ['few', 'few'],
  ['many', 'many'],
  ['other', 'n'],
] as const satisfies readonly (readonly [Intl.LDMLPluralRule, string])[];
const SEPARATOR = ' | ';

/** The forms of a text that counts something, by their names: `0`, `1`, `2`, `few`, `many`, and `n` for every other number. */
export type Forms = { readonly n: string } & { readonly [name: string]: string };

/** The names of all forms that a text of a language has. `hasZero`: it says something of its own for nothing at all. */
export function formNames(language: string, hasZero: boolean): readonly string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return FORMS.filter(([category, name]) => pluralCategories.includes(category) || (hasZero && name === '0')).map(
    ([, name]) => name,
  );
}

/** The form for a number of things: that of the number itself where it has one, else that of its category in the language. */
export function formOf(forms: Forms, count: number, rules: Intl.PluralRules): string {
  const category = rules.select(count);
  const name = FORMS.find(([known]) => known === category)?.[1] ?? 'n';
  return forms[String(count)] ?? forms[name] ?? forms.n;
}

/** The forms as one text of the package, whose format has no plurals: {@link packedFormOf} reads it. */
export function packForms(forms: Forms, language: string): string {
  const rules = new Intl.PluralRules(language);
  const digits = [0, 1, 2].map((count) => formOf(forms, count, rules));
  return [...digits, forms.few ?? forms.n, forms.many ?? forms.n, forms.n].join(SEPARATOR);
}

/** The form for a number of things, out of a text that {@link packForms} made. */
export function packedFormOf(text: string, count: number, rules: Intl.PluralRules): string {
  const category = rules.select(count);
  const index =
    Number.isInteger(count) && count >= 0 && count <= 2 ? count : FORMS.findIndex(([one]) => one === category);
  return text.split(SEPARATOR)[index] ?? text;
}
