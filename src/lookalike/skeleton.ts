import confusables from './confusables.json' with { type: 'json' };

/** Pairs that read as one letter, and letters that a reader does not tell apart. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[l1]/g, 'i'],
  [/0/g, 'o'],
  [/5/g, 's'],
];

let letters: ReadonlyMap<string, string> | null = null;

/** Only who meets a name in another script pays for the table. */
function tableOfLetters(): ReadonlyMap<string, string> {
  letters ??= new Map(
    [confusables.standard, confusables.further]
      .flatMap((group) => Object.entries<string>(group))
      .flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
  );
  return letters;
}

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * What a reader takes a name for: accents gone, each letter replaced by the Latin one that it looks like (Unicode Technical Standard 39,
 * section 4, over the part of its table that leads to ASCII). Two names with the same skeleton are told apart only by looking closely;
 * `l`, `i` and `1` are one letter.
 * @param name in Unicode, not in Punycode
 */
export function skeletonOf(name: string): string {
  const lower = name.toLowerCase();
  const plain = NOT_ASCII.test(lower) ? latinised(lower) : lower;
  return PAIRS.reduce((text, [pair, letter]) => text.replace(pair, letter), plain);
}

function latinised(name: string): string {
  const table = tableOfLetters();
  return Array.from(name.normalize('NFD').replace(/\p{M}/gu, ''), (letter) => table.get(letter) ?? letter).join('');
}
