import { type Candidate, candidatesIn } from './candidate.ts';

/** The part of a text node that joining uses. */
export type TextPiece = { readonly data: string };

/** An address that begins in one text node and ends in a later one. */
export type Joined<T extends TextPiece> = {
  readonly candidate: Candidate;
  readonly start: T;
  readonly startOffset: number;
  readonly end: T;
  readonly endOffset: number;
};

/** Maximum length of an address; also bounds what is kept between two text nodes. */
const MAX_LENGTH = 128;

/**
 * Characters of an address: letters and digits in any width or style, a colon, the base64 characters, and invisible
 * characters. Of those beyond the first plane any second half.
 */
const WORD =
  '0-9A-Za-z_:+/\\-\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2102-\\u2134\\ufe00-\\ufe0f\\ufeff\\uff10-\\uff5a\\ud835\\udb40\\udc00-\\udfff';
const HEAD = new RegExp(`^[${WORD}]+`);
const IS_WORD = new RegExp(`[${WORD}]`);

/**
 * Joins consecutive text nodes, for addresses whose head, middle and tail are styled in separate elements. Keeps only
 * the unfinished word between two nodes.
 */
export class TextJoin<T extends TextPiece> {
  #start: T | null = null;
  #startOffset = 0;
  #text = '';

  /** Takes the next text node in document order; returns an address that ends in it and began earlier. */
  follow(node: T, around?: () => string): Joined<T> | null {
    const data = node.data;
    if (data === '') return null;
    const joined = this.#start === null ? null : this.#continue(this.#start, node, around);
    if (this.#start === null) this.#open(node);
    return joined;
  }

  #continue(start: T, node: T, around?: () => string): Joined<T> | null {
    const { data } = node;
    const head = HEAD.exec(data.slice(0, MAX_LENGTH))?.[0] ?? '';
    const text = this.#text + head;
    const startOffset = this.#startOffset;
    if (head.length === data.length && text.length < MAX_LENGTH) this.#text = text;
    else this.#start = null;
    if (head === '') return null;
    const begins = start.data.length - startOffset;
    const before = text.length - head.length;
    const candidate = candidatesIn(text, around).find(({ index, length }) => index < begins && index + length > before);
    if (candidate === undefined) return null;
    const endOffset = candidate.index + candidate.length - before;
    return { candidate, start, startOffset: startOffset + candidate.index, end: node, endOffset };
  }

  #open(node: T): void {
    const { data } = node;
    let from = data.length;
    while (from > 0 && data.length - from < MAX_LENGTH && IS_WORD.test(data.charAt(from - 1))) from -= 1;
    if (from === data.length) return;
    this.#start = node;
    this.#startOffset = from;
    this.#text = data.slice(from);
  }
}
