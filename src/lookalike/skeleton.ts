import confusables from './confusables.json' with { type: 'json' };

/** Pairs that look like one letter, and letters that look the same. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[l1]/g, 'i'],
  [/0/g, 'o'],
  [/5/g, 's'],
];

let letters: ReadonlyMap<string, string> | null = null;

/** Created only when a name in another script is met. */
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
 * The skeleton of a name: accents removed, each letter replaced by the Latin one that it looks like (Unicode Technical
 * Standard 39, section 4, limited to the part of its table that leads to ASCII). Names with the same skeleton look the
 * same; `l`, `i` and `1` are one letter.
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
