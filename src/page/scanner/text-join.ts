import { type Candidate, candidatesIn, mayHold } from './candidate.ts';
import { FAMILIES } from './family.ts';

/** The part of a text node that joining takes. */
export type TextPiece = { readonly data: string };

/** An address whose spelling begins in one text node and ends in a later one. */
export type Joined<T extends TextPiece> = {
  readonly candidate: Candidate;
  readonly start: T;
  readonly startOffset: number;
  readonly end: T;
  readonly endOffset: number;
};

/** No address is longer than this; also bounds what is kept between two text nodes. */
const MAX_LENGTH = 128;

/**
 * Joins text nodes that follow each other, for addresses whose head, middle and tail are styled in separate elements.
 * Keeps only an unfinished address between two nodes.
 */
export class TextJoin<T extends TextPiece> {
  #start: T | null = null;
  #startOffset = 0;
  #text = '';

  /** Takes the next text node in document order; answers with an address that ends in it and began earlier. */
  follow(node: T): Joined<T> | null {
    const data = node.data;
    if (data === '') return null;
    const joined = this.#start === null ? null : this.#continue(this.#start, node, data);
    if (this.#start === null && mayHold(data)) this.#open(node, data);
    return joined;
  }

  #continue(start: T, node: T, data: string): Joined<T> | null {
    const text = this.#text + data.slice(0, MAX_LENGTH);
    const candidate = candidatesIn(text).find(({ index, length }) => index === 0 && length > this.#text.length);
    if (candidate !== undefined) {
      const endOffset = candidate.length - this.#text.length;
      const startOffset = this.#startOffset;
      this.#start = null;
      return { candidate, start, startOffset, end: node, endOffset };
    }
    const goesOn = data.length < MAX_LENGTH && FAMILIES.some((family) => family.opening(text) === 0);
    if (goesOn) this.#text = text;
    else this.#start = null;
    return null;
  }

  #open(node: T, data: string): void {
    for (const family of FAMILIES) {
      const at = family.opening(data);
      if (at < 0) continue;
      this.#start = node;
      this.#startOffset = at;
      this.#text = data.slice(at);
      return;
    }
  }
}
