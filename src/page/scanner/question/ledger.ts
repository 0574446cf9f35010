import type { AddressFamily } from '../family.ts';
import type { BlockedAddress, Place, Sighting } from '../sighting.ts';

/** An address the ledger waits for an answer about, with the places where it was seen meanwhile. */
export type Question = { readonly content: string; readonly family: AddressFamily; readonly places: Place[] };

/** A blocked address and one place where it stands. */
export type Finding = { readonly verdict: BlockedAddress; readonly family: AddressFamily; readonly place: Place };

export type Counts = { readonly found: number; readonly blocked: number };

/** Places kept for one address until the answer is there; a page that repeats one more often gets this many marks. */
const MOST_PLACES = 200;
/** A page that invents addresses cannot make the frame remember more of each kind than this. */
const MOST_REMEMBERED = 5000;

/**
 * What a frame knows about the addresses on it, each once: waiting, asked, clear or blocked. Clear ones keep no places,
 * so that a page full of addresses costs one short string each.
 */
export class Ledger {
  readonly #waiting = new Map<string, Question>();
  readonly #asked = new Map<string, Question>();
  readonly #clear = new Set<string>();
  readonly #blocked = new Map<string, BlockedAddress>();
  #found = new Set<string>();

  get waiting(): number {
    return this.#waiting.size;
  }

  /** True while every address seen has its answer. */
  get isSettled(): boolean {
    return this.#waiting.size + this.#asked.size === 0;
  }

  get blocked(): readonly BlockedAddress[] {
    return [...this.#blocked.values()];
  }

  /** Distinct addresses seen since the view began, and how many of these are blocked. */
  get counts(): Counts {
    let blocked = 0;
    for (const content of this.#found) if (this.#blocked.has(content)) blocked += 1;
    return { found: this.#found.size, blocked };
  }

  /** Takes what the scanner saw; answers with a finding where the address is known to be blocked. */
  sight({ candidate, place }: Sighting): Finding | null {
    const { content, family } = candidate;
    if (this.#found.size < MOST_REMEMBERED) this.#found.add(content);
    const verdict = this.#blocked.get(content);
    if (verdict !== undefined) return { verdict, family, place };
    if (this.#clear.has(content)) return null;
    const question = this.#waiting.get(content) ?? this.#asked.get(content);
    if (question === undefined) {
      this.#waiting.set(content, { content, family, places: [place] });
      if (this.#waiting.size > MOST_REMEMBERED) dropFirst(this.#waiting);
    } else if (question.places.length < MOST_PLACES) {
      question.places.push(place);
    }
    return null;
  }

  /** Takes up to `most` waiting addresses to ask about. Each must come back through `settle` or `restore`. */
  take(most: number): Question[] {
    const questions: Question[] = [];
    for (const [content, question] of this.#waiting) {
      if (questions.length === most) break;
      this.#waiting.delete(content);
      this.#asked.set(content, question);
      questions.push(question);
    }
    return questions;
  }

  /** Books the answer to these questions; answers with every place that is to be marked. */
  settle(questions: readonly Question[], blocked: readonly BlockedAddress[]): Finding[] {
    const verdicts = new Map(blocked.map((verdict) => [verdict.asset.content, verdict]));
    const findings: Finding[] = [];
    for (const { content, family, places } of questions) {
      this.#asked.delete(content);
      const verdict = verdicts.get(content);
      if (verdict === undefined) {
        this.#clear.add(content);
        if (this.#clear.size > MOST_REMEMBERED) dropFirst(this.#clear);
      } else {
        this.#blocked.set(content, verdict);
        for (const place of places) findings.push({ verdict, family, place });
      }
    }
    return findings;
  }

  /** Puts questions back that got no answer. */
  restore(questions: readonly Question[]): void {
    for (const question of questions) {
      this.#asked.delete(question.content);
      this.#waiting.set(question.content, question);
    }
  }

  /** Books that an address is no longer blocked. */
  release(content: string): void {
    this.#blocked.delete(content);
  }

  /** Forgets which addresses were clear: the list may hold them by now. */
  forgetClear(): void {
    this.#clear.clear();
  }

  /** A new view of the same document: counting starts again, answers stay. */
  beginView(): void {
    this.#found = new Set();
  }
}

function dropFirst(kept: { keys(): IterableIterator<string>; delete(key: string): boolean }): void {
  const first = kept.keys().next();
  if (!first.done) kept.delete(first.value);
}
