import { type Candidate, candidatesIn } from '../../asset/address/shape.ts';

/** The part of a text node that joining uses. */
export type TextPiece = { readonly data: string };

/** An address that begins in one text node and ends in a later one. */
export type Joined<T extends TextPiece> = {
  readonly candidate: Candidate;
  readonly start: T;
  readonly startOffset: number;
  readonly end: T;
  readonly endOffset: number;
  readonly nodes: readonly T[];
  /** The node before them whose word they may continue; null where there is none. */
  readonly before: T | null;
};

/** What of an unfinished word stands in one text node. */
type Part<T extends TextPiece> = { readonly node: T; readonly offset: number; readonly text: string };

/** Maximum length of an address; also bounds what is kept between two text nodes. */
const MAX_LENGTH = 128;
/** Maximum number of text nodes over which a word is kept. */
const MAX_PARTS = 32;

/**
 * Characters of an address: letters and digits in any width or style, a colon, the base64 characters, and invisible
 * characters. Of those beyond the first plane any second half.
 */
const WORD =
  '0-9A-Za-z_:+/\\-\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2102-\\u2134\\ufe00-\\ufe0f\\ufeff\\uff10-\\uff5a\\ud835\\udb40\\udc00-\\udfff';
/** After a `br` the source usually goes on in a new line. */
const HEAD = new RegExp(`^(\\s*\\n\\s*)?([${WORD}]+)`);
const IS_WORD = new RegExp(`[${WORD}]`);
/** A word such as `Address` or `TRC20`. */
const LABEL_END = /(?:^|[^0-9A-Za-z])[A-Za-z]+\d{0,3}$/;

/**
 * Joins consecutive text nodes, for addresses whose head, middle and tail are styled in separate elements. Keeps only
 * the unfinished word between two nodes. A label may end where an address begins, with no blank between their elements.
 */
export class TextJoin<T extends TextPiece> {
  #parts: Part<T>[] = [];

  /** Whether a word has more parts than are kept. */
  get isFull(): boolean {
    return this.#parts.length >= MAX_PARTS;
  }

  /** Takes the next text node in document order; returns what has the shape of an address, ends in it and began earlier. */
  follow(node: T, around?: () => string): Joined<T>[] {
    const { data } = node;
    if (data === '') return [];
    const [head = '', { length: offset } = '', text = ''] =
      this.#parts.length === 0 ? [] : (HEAD.exec(data.slice(0, MAX_LENGTH)) ?? []);
    if (text !== '') this.#parts.push({ node, offset, text });
    const joined = text === '' ? [] : this.#search(around);
    if (head.length < data.length) this.#open(node);
    else while (this.#parts.length > MAX_PARTS || lengthOf(this.#parts) > MAX_LENGTH) this.#parts.shift();
    return joined;
  }

  /** What ends in the last part, and begins anywhere before it, right behind a label, or with `0x`. */
  #search(around: (() => string) | undefined): Joined<T>[] {
    const joined: Joined<T>[] = [];
    for (let first = 0; first < this.#parts.length - 1; first += 1) {
      if (first > 0 && !LABEL_END.test(this.#parts[first - 1]!.text) && !/^0x/i.test(this.#parts[first]!.text))
        continue;
      const parts = this.#parts.slice(first);
      const last = parts.at(-1)!;
      const text = textOf(parts);
      const lastAt = text.length - last.text.length;
      const candidate = candidatesIn(text, around).find(
        ({ index, length }) => index < lastAt && index + length > lastAt,
      );
      if (candidate === undefined) continue;
      // With an earlier start the same was found.
      if (joined.some(({ candidate: { content } }) => content === candidate.content)) continue;
      let [at, index] = [0, candidate.index];
      for (; index >= parts[at]!.text.length; at += 1) index -= parts[at]!.text.length;
      const { node: start, offset } = parts[at]!;
      const endOffset = last.offset + candidate.index + candidate.length - lastAt;
      const nodes = parts.slice(at).map(({ node }) => node);
      const before = this.#parts[first + at - 1]?.node ?? null;
      joined.push({ candidate, start, startOffset: offset + index, end: last.node, endOffset, nodes, before });
    }
    return joined;
  }

  #open(node: T): void {
    const { data } = node;
    let from = data.length;
    while (from > 0 && data.length - from < MAX_LENGTH && IS_WORD.test(data.charAt(from - 1))) from -= 1;
    this.#parts = from === data.length ? [] : [{ node, offset: from, text: data.slice(from) }];
  }
}

const textOf = (parts: readonly { readonly text: string }[]): string => parts.map(({ text }) => text).join('');
const lengthOf = (parts: readonly { readonly text: string }[]): number =>
  parts.reduce((sum, { text }) => sum + text.length, 0);
