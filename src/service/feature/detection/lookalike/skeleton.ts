/** Letters that look like Latin ones in common typefaces (after Unicode Technical Standard 39, "Confusable Detection"). */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аɑαạӑå',
  b: 'ƅьЬɓ',
  c: 'сϲⅽçƈ',
  d: 'ԁɗđⅾ',
  e: 'еєҽɛęė',
  f: 'ƒғϝ',
  g: 'ɡցɢģ',
  h: 'һհɦħ',
  i: 'іıɩιìíïі1ǀꙇ',
  j: 'јϳʝ',
  k: 'ĸκкқ',
  l: 'ӏⅼłļ|ɭ',
  m: 'мⅿṃɱ',
  n: 'ոпηńŋ',
  o: 'оοօσøọ0ӧ',
  p: 'рρϸþ',
  q: 'ԛզɋ',
  r: 'гɼɍ',
  s: 'ѕʂșʃ5',
  t: 'тτţŧ',
  u: 'υսцʋų',
  v: 'νѵⅴ',
  w: 'ԝѡɯω',
  x: 'хχⅹ',
  y: 'уүγʏ',
  z: 'ʐżᴢ',
};

const BY_CHARACTER = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** Pairs that read as one letter, and letters that a reader does not tell apart. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/l/g, 'i'],
];

/**
 * What a reader takes a name for: accents gone, each letter replaced by the Latin one that it looks like. Two names with the
 * same skeleton are told apart only by looking closely. `l`, `i` and `1` are one letter.
 * @param name in Unicode, not in Punycode
 */
export function skeletonOf(name: string): string {
  const letters = [...name.toLowerCase()].map((letter) => BY_CHARACTER.get(letter) ?? letter).join('');
  const plain = [...letters.normalize('NFD').replace(/\p{M}/gu, '')]
    .map((letter) => BY_CHARACTER.get(letter) ?? letter)
    .join('');
  return PAIRS.reduce((text, [pair, letter]) => text.replace(pair, letter), plain);
}
