/** A piece of a text that may name one asset; `after` is what stood between it and the next one, for example `:`. */
export type Word = { readonly text: string; readonly after: string };

const BLANK = /[\s<>"`“”„«»‘’|、。，；！？（）【】「」]+/;
const SCHEME = /(?=\b(?:https?|ipfs|ipns|tg):\/\/)/i;
const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * The words of a text: addresses with a scheme whole and without the punctuation of the sentence around them, everything else split at
 * commas, brackets and their like. Linear in the length.
 */
export function wordsOf(text: string): Word[] {
  return text.split(BLANK).flatMap((token) => addressesOf(token).flatMap(splitWord));
}

/** A token split before each address with a scheme, except where the address before goes on: `https://archive.example/https://…`. */
function addressesOf(token: string): string[] {
  const pieces: string[][] = [];
  let goesOn = false;
  for (const piece of token.split(SCHEME)) {
    if (goesOn) pieces.at(-1)!.push(piece);
    else pieces.push([piece]);
    goesOn = (goesOn || hasScheme(piece)) && !',;)]}'.includes(piece.at(-1) ?? '');
  }
  return pieces.map((parts) => parts.join(''));
}

const hasScheme = (piece: string) => /^[a-z]{2,5}:\/\//i.test(piece);

function splitWord(piece: string): Word[] {
  if (hasScheme(piece)) return [{ text: withoutTail(piece), after: '' }];
  const words: Word[] = [];
  for (const part of piece.split(/[,;()[\]{}→]+/)) {
    const bare = part.replace(/^[.:!?~'/*_-]+/, '');
    const end = trimmedLength(bare, ".:!?~'*_-");
    if (end > 0) words.push({ text: bare.slice(0, end), after: bare.slice(end) });
  }
  return words;
}

/** How many characters are left when those of a set are taken off the end. (A regular expression would look from every start.) */
function trimmedLength(text: string, set: string): number {
  let end = text.length;
  while (end > 0 && set.includes(text[end - 1]!)) end--;
  return end;
}

/** An address without the punctuation after it; a closing bracket stays where the address opened it. */
function withoutTail(address: string): string {
  const surplus = new Map<string, number>();
  for (const character of address) {
    const opener = OPENERS[character];
    if (opener !== undefined) surplus.set(opener, (surplus.get(opener) ?? 0) + 1);
    else if ('([{'.includes(character)) surplus.set(character, (surplus.get(character) ?? 0) - 1);
  }
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1]!;
    const opener = OPENERS[last];
    if (opener === undefined ? !".,;:!?*_~'".includes(last) : (surplus.get(opener) ?? 0) <= 0) break;
    if (opener !== undefined) surplus.set(opener, (surplus.get(opener) ?? 0) - 1);
  }
  return address.slice(0, end);
}
