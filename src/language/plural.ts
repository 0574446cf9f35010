/** CLDR plural categories, in the order of their forms in the package, each with its key in a locale file. */
const FORMS = [
  ['zero', '0'],
  ['one', '1'],
  ['two', '2'],
  ['few', 'few'],
  ['many', 'many'],
  ['other', 'n'],
] as const satisfies readonly (readonly [Intl.LDMLPluralRule, string])[];
const SEPARATOR = ' | ';

/** Plural forms of a text by key: `0`, `1`, `2`, `few`, `many`, and `n` for all other numbers. */
export type Forms = { readonly n: string } & { readonly [name: string]: string };

/** Keys of the plural forms that a text needs in a language. `hasZero`: the text has a form of its own for 0. */
export function formNames(language: string, hasZero: boolean): readonly string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return FORMS.filter(([category, name]) => pluralCategories.includes(category) || (hasZero && name === '0')).map(
    ([, name]) => name,
  );
}

/** The form for a count: the one for exactly this number, else the one for its plural category. */
export function formOf(forms: Forms, count: number, rules: Intl.PluralRules): string {
  const category = rules.select(count);
  const name = FORMS.find(([known]) => known === category)?.[1] ?? 'n';
  return forms[String(count)] ?? forms[name] ?? forms.n;
}

/** Joins the forms into one message, because the browsers' message format has no plurals. {@link packedFormOf} reads it. */
export function packForms(forms: Forms, language: string): string {
  const rules = new Intl.PluralRules(language);
  const digits = [0, 1, 2].map((count) => formOf(forms, count, rules));
  return [...digits, forms.few ?? forms.n, forms.many ?? forms.n, forms.n].join(SEPARATOR);
}

/** The form for a count, from a message made by {@link packForms}. */
export function packedFormOf(text: string, count: number, rules: Intl.PluralRules): string {
  const category = rules.select(count);
  const index =
    Number.isInteger(count) && count >= 0 && count <= 2 ? count : FORMS.findIndex(([one]) => one === category);
  return text.split(SEPARATOR)[index] ?? text;
}
