import type { MessageReply } from '../../messaging/catalogue.ts';
import type { Place, Sighting } from './candidate.ts';

/** The background's answer about an address to be marked. */
export type MarkedAddress = MessageReply<'assetsCheck'>['marked'][number];

/** Certainty of a verdict: listed and confirmed, listed and not confirmable, or still being checked. */
export type MarkState = 'blocked' | 'unconfirmed' | 'checking';

export function stateOf({ kind }: MarkedAddress): MarkState {
  return kind === 'unconfirmed' || kind === 'checking' ? kind : 'blocked';
}

/** An address without an answer yet, and the places where it was seen so far. */
export type Question = { readonly content: string; readonly places: Place[] };

/** A blocked address and one of its places. */
export type Finding = { readonly verdict: MarkedAddress; readonly place: Place };

/** Effect of an answer: addresses whose marks are removed, and places that get a new mark. */
export type Change = { readonly gone: readonly string[]; readonly findings: readonly Finding[] };

type Marked = { readonly verdict: MarkedAddress; readonly places: Place[] };

export type Counts = { readonly found: number; readonly blocked: number };

/**
 * Maximum places kept for one address until its answer arrives; a page that repeats it more often gets this many marks.
 */
const MAX_PLACES = 200;
/** Characters at the end of an address that people compare. */
const END_LENGTH = 4;
/** Maximum addresses remembered of each kind: a page can invent any number. */
const MAX_REMEMBERED = 5_000;

/**
 * The addresses of a frame, each once: waiting, asked, clear or marked. Clear ones keep no places, so that a page full
 * of addresses costs one short string each; marked ones keep them until the verdict is final.
 */
export class Ledger {
  readonly #waiting = new Map<string, Question>();
  readonly #asked = new Map<string, Question>();
  readonly #clear = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #marked = new Map<string, Marked>();
  #found = new Set<string>();

  get waiting(): number {
    return this.#waiting.size;
  }

  /** True while every seen address has its answer. */
  get isSettled(): boolean {
    return this.#waiting.size + this.#asked.size === 0;
  }

  /** Verdicts of marked addresses that are settled. */
  get settled(): readonly MarkedAddress[] {
    return this.#verdicts.filter(({ kind }) => kind !== 'checking');
  }

  /** Verdicts of marked addresses that are not final: still being checked, or not confirmable. */
  get open(): readonly MarkedAddress[] {
    return this.#verdicts.filter(isOpen);
  }

  get #verdicts(): readonly MarkedAddress[] {
    return [...this.#marked.values()].map(({ verdict }) => verdict);
  }

  /** Distinct addresses seen since the view began, and how many of them are marked and settled. */
  get counts(): Counts {
    let blocked = 0;
    for (const content of this.#found) if (this.#isSettled(content)) blocked += 1;
    return { found: this.#found.size, blocked };
  }

  /** Records a sighting; returns a finding if the address is already marked. */
  sight({ candidate, place }: Sighting): Finding | null {
    const { content } = candidate;
    if (this.#refused.has(content)) return null;
    const marked = this.#marked.get(content);
    if ((!candidate.mayRunOn || marked) && this.#found.size < MAX_REMEMBERED) this.#found.add(content);
    if (marked !== undefined) {
      if (isOpen(marked.verdict) && marked.places.length < MAX_PLACES) marked.places.push(place);
      return { verdict: marked.verdict, place };
    }
    if (this.#clear.has(content)) return null;
    const question = this.#waiting.get(content) ?? this.#asked.get(content);
    if (question === undefined) {
      this.#waiting.set(content, { content, places: [place] });
      if (this.#waiting.size > MAX_REMEMBERED) dropFirst(this.#waiting);
    } else if (question.places.length < MAX_PLACES) {
      question.places.push(place);
    }
    return null;
  }

  /** Takes up to `max` waiting addresses to ask about. Each must be returned through `settle` or `restore`. */
  take(max: number): Question[] {
    const questions = [...this.#waiting.values()].slice(0, max);
    for (const question of questions) {
      this.#waiting.delete(question.content);
      this.#asked.set(question.content, question);
    }
    return questions;
  }

  /**
   * Known addresses that end as one of these does, so that people may confuse them: a worker that has started since knows
   * none of them.
   */
  alike(questions: readonly Question[]): string[] {
    const ends = new Set(questions.map(({ content }) => content.slice(-END_LENGTH)));
    return [...this.#clear, ...this.#marked.keys()].filter((content) => ends.has(content.slice(-END_LENGTH)));
  }

  /**
   * Records the answer to these questions; returns every place to be marked.
   * @param refused contents that only look like addresses and do not count as found
   */
  settle(questions: readonly Question[], marked: readonly MarkedAddress[], refused: readonly string[] = []): Finding[] {
    for (const content of refused) {
      this.#found.delete(content);
      keep(this.#refused, content);
    }
    const verdicts = new Map(marked.map((verdict) => [verdict.asset.content, verdict]));
    const findings: Finding[] = [];
    for (const { content, places } of questions) {
      this.#asked.delete(content);
      const verdict = verdicts.get(content);
      if (this.#refused.has(content)) continue;
      if (verdict === undefined) keep(this.#clear, content);
      else findings.push(...this.#mark(verdict, places));
    }
    return findings;
  }

  /** Records later verdicts on {@link open} addresses. */
  decide(verdicts: readonly MarkedAddress[]): Change {
    const gone: string[] = [];
    const findings: Finding[] = [];
    for (const verdict of verdicts) {
      const { content } = verdict.asset;
      const marked = this.#marked.get(content);
      if (marked === undefined || !isOpen(marked.verdict) || verdict.kind === marked.verdict.kind) continue;
      gone.push(content);
      this.#marked.delete(content);
      if (verdict.kind === 'blocked' || verdict.kind === 'unconfirmed')
        findings.push(...this.#mark(verdict, marked.places));
      else keep(this.#clear, content);
    }
    return { gone, findings };
  }

  /** Puts back questions that got no answer. */
  restore(questions: readonly Question[]): void {
    for (const question of questions) {
      this.#asked.delete(question.content);
      this.#waiting.set(question.content, question);
    }
  }

  /** Records that an address is no longer blocked. */
  release(content: string): void {
    this.#marked.delete(content);
  }

  /** Forgets the clear addresses: the list may hold them by now. */
  forgetClear(): void {
    this.#clear.clear();
  }

  /** Starts a new view of the same document: counts start again, answers stay. */
  beginView(): void {
    this.#found = new Set();
  }

  #isSettled(content: string): boolean {
    const kind = this.#marked.get(content)?.verdict.kind;
    return kind !== undefined && kind !== 'checking';
  }

  #mark(verdict: MarkedAddress, places: Place[]): Finding[] {
    this.#found.add(verdict.asset.content);
    this.#marked.set(verdict.asset.content, { verdict, places: isOpen(verdict) ? places : [] });
    return places.map((place) => ({ verdict, place }));
  }
}

function keep(kept: Set<string>, content: string): void {
  kept.add(content);
  if (kept.size > MAX_REMEMBERED) dropFirst(kept);
}

const isOpen = ({ kind }: MarkedAddress): boolean => kind !== 'blocked';

function dropFirst(kept: { keys(): IterableIterator<string>; delete(key: string): boolean }): void {
  const first = kept.keys().next();
  if (!first.done) kept.delete(first.value);
}
