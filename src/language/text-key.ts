type CamelCase<Name> = Name extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** A name as a key of the locale files, whose keys contain only letters: `seedPhishing` for `seed-phishing`. */
export const textKey = <Name extends string>(name: Name) =>
  name.replace(/-(.)/g, (_, first: string) => first.toUpperCase()) as CamelCase<Name>;
