import { type PlainText, plainText, type Span } from './plain-text.ts';

/** A piece that may be one address. */
export type Token = Span & {
  /** The same with the word and the colon before it (`bitcoin:`, `0:`), where there are such. */
  readonly prefixed: Span | null;
  /** A name with text before it that touches it, in a script that is written without blanks: that text may be part of the name, or of a sentence. */
  readonly mayRunOn?: true;
};

/** Shortest and longest spelling of an address that is no name: classic XRP, and Byron-era Cardano. */
export const MIN_TOKEN_LENGTH = 25;
export const MAX_TOKEN_LENGTH = 128;
/** Longest name (DNS, section 2.3.4 of RFC 1035, which ENS and NEAR stay below). */
const MAX_NAME_LENGTH = 255;
/** An address in pieces is tried at so many places of one text at most, so that a text made of such pieces stays cheap. */
const MAX_JOINS = 1_000;
const MAX_PIECES = 32;
/** Shorter pieces are words and numbers; the first may be a lonely `0x`, the last what was left over. */
const MIN_PIECE_LENGTH = 3;

/** 1: letters and digits. 2: what stands between them in base64 alphabets. */
const KINDS = new Uint8Array(128);
for (const letter of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') KINDS[letter.charCodeAt(0)] = 1;
for (const mark of '+/-_') KINDS[mark.charCodeAt(0)] = 2;

const isAlphanumeric = (code: number): boolean => KINDS[code] === 1;
const isWide = (code: number): boolean => code < 128 && KINDS[code] !== 0;

/** An account in base64 (TEP-2), which the two marks of its alphabet would cut. */
const BASE64_LENGTH = 48;
const NAME_ENDS = ['.eth', '.near'];
/** What never stands in a name. */
const NAME_STOP = /[\s<>"'`‘“”„«»()[\]{},;:!?/\\@=&#|*~%–—…•、。，：；！？（）【】「」『』《》〈〉〜]/;
/** Han, kana and their like begin here, behind all Latin letters but a few. */
const FIRST_UNSPACED = 0x2e80;
/** Latin letters of a name behind the last of a script that is written without blanks: there a text ends, and a name begins. */
const BEHIND_UNSPACED =
  /(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])\p{scx=Latn}[\p{scx=Latn}\p{M}\w$.-]{2,}$/u;
/** Blanks that do not end a word for the eye, and the end of a line. */
const SOFT_GAP = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\r\n]/g;
const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));

/**
 * Gives every token of a text to `take`, as it would be pasted: without invisible characters, in ASCII. Linear time, and next to none
 * where a text holds only words.
 * @param take answers whether to stop
 * @returns whether it was stopped
 */
export function eachToken(text: string, take: (token: Token) => boolean): boolean {
  const plain = plainText(text);
  return inRuns(plain, take) || inNames(plain, take) || inPieces(plain, take);
}

const PREFIX = /(?<![0-9A-Za-z-])-?[0-9A-Za-z][0-9A-Za-z+-]{0,31}:$/;

function tokenAt({ text, span }: PlainText, start: number, end: number): Token {
  const prefix = text[start - 1] === ':' ? PREFIX.exec(text.slice(Math.max(0, start - 34), start))?.[0] : undefined;
  return { ...span(start, end), prefixed: prefix === undefined ? null : span(start - prefix.length, end) };
}

/** Of the alphabet of each encoding, as many characters as its shortest address has. */
const SIGNS = [
  '0[xX][0-9A-Fa-f]{40}',
  ':[0-9A-Fa-f]{64}',
  '[1qp](?:[02-9ac-hj-np-z]{38}|[02-9AC-HJ-NP-Z]{38})',
  '[A-Z2-7]{56}',
  '[EUk0][Qf][\\w+/-]{46}',
  '[^.]\\.(?:eth|near)$',
];
const SIGN = new RegExp(SIGNS.join('|'));
const IN_BASE58 = /[1-9A-HJ-NP-Za-km-z]{25}/;

/** Whether a word is no hash in hexadecimal and no name in camel case: it has a digit, or changes its case often. */
function isRandom(word: string): boolean {
  let changes = 0;
  let isHexadecimal = true;
  let hasDigit = false;
  for (let at = 0, isSmall = false; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    const isDigit = code < 58;
    if (isDigit) hasDigit = true;
    else if ((code | 32) > 102) isHexadecimal = false;
    if (isSmall && code >= 65 && code <= 90) changes += 1;
    isSmall = code >= 97;
  }
  return !isHexadecimal && (hasDigit || changes > 4);
}

/**
 * Whether a text may hold an address of any family: cheap enough to be asked about every text of every page, and wrong in one direction
 * only. Neighbours that touch do no harm, so that `textContent` answers for a whole element.
 */
export const hasSign = (text: string): boolean =>
  eachToken(
    text,
    ({ text: token, prefixed }) => SIGN.test(prefixed?.text ?? token) || (IN_BASE58.test(token) && isRandom(token)),
  );

/** Tokens that stand in one piece. */
function inRuns(plain: PlainText, take: (token: Token) => boolean): boolean {
  const { text } = plain;
  let from = 0;
  while (from + MIN_TOKEN_LENGTH <= text.length) {
    // A run that is long enough covers this place, whatever stands before it: most text is never looked at.
    let at = from + MIN_TOKEN_LENGTH - 1;
    while (at >= from && isWide(text.charCodeAt(at))) at -= 1;
    if (at >= from) {
      from = at + 1;
      continue;
    }
    let end = from + MIN_TOKEN_LENGTH;
    while (end < text.length && isWide(text.charCodeAt(end))) end += 1;
    if (inRun(plain, from, end, take)) return true;
    from = end + 1;
  }
  return false;
}

function inRun(plain: PlainText, from: number, end: number, take: (token: Token) => boolean): boolean {
  const { text } = plain;
  let isCut = false;
  for (let start = from; start < end; start += 1) {
    let stop = start;
    while (stop < end && isAlphanumeric(text.charCodeAt(stop))) stop += 1;
    isCut ||= stop < end;
    const length = stop - start;
    if (length >= MIN_TOKEN_LENGTH && length <= MAX_TOKEN_LENGTH && take(tokenAt(plain, start, stop))) return true;
    start = stop;
  }
  if (!isCut) return false;
  for (let start = from, stop = from + BASE64_LENGTH; stop <= end; start += 1, stop += 1) {
    const isAlone = !isAlphanumeric(text.charCodeAt(start - 1)) && !isAlphanumeric(text.charCodeAt(stop));
    if (!isAlone || !'EUk0'.includes(text[start]!) || !'Qf'.includes(text[start + 1]!)) continue;
    if (take(tokenAt(plain, start, stop))) return true;
  }
  return false;
}

/** Names, told by how they end. */
function inNames(plain: PlainText, take: (token: Token) => boolean): boolean {
  const { text } = plain;
  for (const ending of NAME_ENDS) {
    // No name goes on behind the end of another: what stands there is read once.
    let from = 0;
    for (let at = text.indexOf(ending); at >= 0; at = text.indexOf(ending, at + 1)) {
      const end = at + ending.length;
      if (isAlphanumeric(text.charCodeAt(end)) || /^[-_]|^\.[0-9A-Za-z]/.test(text.slice(end, end + 2))) continue;
      let start = at;
      while (start > from && at - start < MAX_NAME_LENGTH && !NAME_STOP.test(text[start - 1]!)) start -= 1;
      while (start < at && '.-'.includes(text[start]!)) start += 1;
      from = end;
      if (start >= at) continue;
      const latin = text.charCodeAt(at - 1) < FIRST_UNSPACED ? text.slice(start, at).search(BEHIND_UNSPACED) : -1;
      if (latin > 0 && take({ ...tokenAt(plain, start, end), mayRunOn: true })) return true;
      if (take(tokenAt(plain, latin > 0 ? start + latin : start, end))) return true;
    }
  }
  return false;
}

type Piece = { readonly start: number; readonly end: number };

/** Tokens in pieces that a soft gap parts: `0xBaD1 c0De …` with no-break spaces, or over two lines. */
function inPieces(plain: PlainText, take: (token: Token) => boolean): boolean {
  const { text } = plain;
  const left = { joins: MAX_JOINS };
  let pieces: Piece[] = [];
  SOFT_GAP.lastIndex = 0;
  for (let gap = SOFT_GAP.exec(text); gap !== null; gap = SOFT_GAP.exec(text)) {
    const before = pieceBefore(text, gap.index);
    const after = pieceAfter(text, gap.index);
    SOFT_GAP.lastIndex = Math.max(after.start, gap.index + 1);
    if (pieces[pieces.length - 1]?.end !== before.end) {
      if (joined(plain, pieces, left, take)) return true;
      pieces = [before];
    }
    pieces.push(after);
    if (left.joins <= 0) return false;
  }
  return joined(plain, pieces, left, take);
}

function pieceBefore(text: string, gap: number): Piece {
  let end = gap;
  while (end > 0 && isBlank(text.charCodeAt(end - 1)) && gap - end < MAX_TOKEN_LENGTH) end -= 1;
  let start = end;
  while (start > 0 && isAlphanumeric(text.charCodeAt(start - 1)) && end - start <= MAX_TOKEN_LENGTH) start -= 1;
  return { start, end };
}

function pieceAfter(text: string, gap: number): Piece {
  let start = gap + 1;
  while (start < text.length && isBlank(text.charCodeAt(start))) start += 1;
  let end = start;
  while (end < text.length && isAlphanumeric(text.charCodeAt(end)) && end - start <= MAX_TOKEN_LENGTH) end += 1;
  return { start, end };
}

/** Every token that begins with one piece of a chain and ends with a later one. */
function joined(
  plain: PlainText,
  pieces: readonly Piece[],
  left: { joins: number },
  take: (token: Token) => boolean,
): boolean {
  const total = pieces.reduce((sum, { start, end }) => sum + end - start, 0);
  if (pieces.length < 2 || total < MIN_TOKEN_LENGTH) return false;
  for (const [index, first] of pieces.entries()) {
    let text = plain.text.slice(first.start, first.end);
    if (text.length < 2 || text.length >= MAX_TOKEN_LENGTH) continue;
    for (const { start, end } of pieces.slice(index + 1, index + MAX_PIECES)) {
      text += plain.text.slice(start, end);
      if (text.length > MAX_TOKEN_LENGTH) break;
      if (text.length >= MIN_TOKEN_LENGTH) {
        left.joins -= 1;
        if (left.joins < 0) return false;
        if (take({ ...tokenAt(plain, first.start, end), text, prefixed: null })) return true;
      }
      if (end - start < MIN_PIECE_LENGTH) break;
    }
  }
  return false;
}
