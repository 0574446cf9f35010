import type { MessageName, MessageReply, MessageRequest } from '../../messaging/catalogue.ts';
import { retryDelay } from '../../storage/back-off.ts';
import type { IdleTime } from '../document/frame-time.ts';
import type { Place, Sighting } from './candidate.ts';

/** The background's answer about an address to be marked. */
export type MarkedAddress = MessageReply<'assetsCheck'>['marked'][number];

/** Certainty of a verdict: listed and confirmed, listed and not confirmable, or still being checked. */
export type MarkState = 'blocked' | 'unconfirmed' | 'checking';

export function stateOf({ kind }: MarkedAddress): MarkState {
  return kind === 'unconfirmed' || kind === 'checking' ? kind : 'blocked';
}

/** A listed address and one of its places. */
export type Finding = { readonly verdict: MarkedAddress; readonly place: Place };

/** Sends one message of the catalogue (`messaging/send.ts`). */
export type Send = <N extends MessageName>(name: N, request: MessageRequest<N>) => Promise<MessageReply<N>>;

type AddressBookParts = {
  readonly send: Send;
  readonly time: Pick<IdleTime, 'after'>;
  /** False while nobody can see the frame: then unconfirmed addresses wait for the next {@link AddressBook.wake}. */
  readonly isShown: () => boolean;
  readonly mark: (finding: Finding) => void;
  readonly unmark: (content: string) => void;
  /** Called when nothing is to be asked any more: marks were switched off, or the extension is gone. */
  readonly ended: () => void;
};

type Counts = { readonly found: number; readonly blocked: number };

type Entry = {
  /** `new`, `asked` until the answer comes, then `clear`, `refused` (no address at all) or the verdict that marks it. */
  state: 'new' | 'asked' | 'clear' | 'refused' | MarkedAddress;
  /** Where it was seen while its mark may still change. */
  places: Place[];
};

/** Maximum addresses remembered: a page can invent any number. */
const MAX_REMEMBERED = 5_000;
/** Maximum places kept for one address; a page that repeats it more often before its verdict gets this many marks. */
const MAX_PLACES = 200;
/** Characters at the end of an address that people compare. */
const END_LENGTH = 4;
/** Maximum addresses in one message of the catalogue, and of new ones among them. */
const MAX_ASSETS = 500;
const MAX_NEW = 400;
/** Milliseconds for which new addresses are collected, so that one part of a page causes one message, and between two messages. */
const INTERVAL_MS = 100;
/** Milliseconds until unconfirmed addresses are asked about again for the first time; each attempt without news doubles it. */
const CONFIRM_DELAY_MS = 15_000;
/** Milliseconds before the first retry of a failed message; the last follows half a minute to a minute later. */
const RETRY_DELAY_MS = 1_000;
const MAX_RETRIES = 5;
/** Milliseconds until changed counts are reported. */
const REPORT_DELAY_MS = 500;

/**
 * The addresses of a frame, and what is known of each. Asks the background about new ones and again about those that
 * nobody has confirmed, marks the listed ones, and reports how many there are. Sends one message of each kind at a time,
 * and none while there is nothing new.
 */
export class AddressBook {
  readonly #parts: AddressBookParts;
  readonly #entries = new Map<string, Entry>();
  readonly #asking: Task;
  readonly #confirming: Task;
  readonly #reporting: Task;
  /** The addresses seen since the view began. */
  #found = new Set<string>();
  #reported: Counts = { found: 0, blocked: 0 };
  /** Attempts in a row without news about unconfirmed addresses, and messages in a row that failed. */
  #attempts = 0;
  #failures = 0;
  #hasEnded = false;

  constructor(parts: AddressBookParts) {
    this.#parts = parts;
    this.#asking = new Task(parts.time, () => this.#ask());
    this.#confirming = new Task(parts.time, () => this.#confirm());
    this.#reporting = new Task(parts.time, () => this.#report());
  }

  /** Records where an address stands, and marks it if it is known to be listed. */
  add({ candidate, place }: Sighting): void {
    const { content, mayRunOn } = candidate;
    const entry = this.#entries.get(content) ?? this.#remember(content);
    const { state } = entry;
    if (state === 'refused') return;
    const verdict = typeof state === 'string' ? null : state;
    if ((!mayRunOn || verdict) && this.#found.size < MAX_REMEMBERED) this.#found.add(content);
    if (state !== 'clear' && verdict?.kind !== 'blocked' && entry.places.length < MAX_PLACES) entry.places.push(place);
    if (verdict) this.#parts.mark({ verdict, place });
  }

  /** Call when the document has been read, and when the frame is shown again. */
  wake(): void {
    const isNew = this.#contents('new').length > 0;
    if (isNew) this.#asking.plan(INTERVAL_MS);
    if (this.#open().length > 0) this.#confirming.plan(0);
    // Counts without their answers would only be corrected a moment later.
    if (!isNew && this.#contents('asked').length === 0) this.#planReport();
  }

  /** Starts another view of the same document: counts start again, answers stay. */
  beginView(): void {
    this.#found = new Set();
  }

  /** Forgets the clear addresses: the list may hold them by now. */
  forgetClear(): void {
    for (const content of this.#contents('clear')) this.#entries.delete(content);
  }

  /** Asks again about marked addresses, and takes the marks of those away that are not listed any more. */
  async review(): Promise<void> {
    await this.#askAgain(this.#marked().filter(({ kind }) => kind !== 'checking'));
  }

  /** Call when the background has forgotten the counts. */
  reportAgain(): void {
    this.#reported = { found: 0, blocked: 0 };
    this.#planReport();
  }

  end(): void {
    this.#hasEnded = true;
    for (const task of [this.#asking, this.#confirming, this.#reporting]) task.end();
  }

  #remember(content: string): Entry {
    const entry: Entry = { state: 'new', places: [] };
    this.#entries.set(content, entry);
    if (this.#entries.size > MAX_REMEMBERED) {
      const [oldest] = this.#entries.keys();
      this.#entries.delete(oldest!);
    }
    return entry;
  }

  #contents(state: Entry['state']): string[] {
    return [...this.#entries].flatMap(([content, entry]) => (entry.state === state ? content : []));
  }

  #marked(): MarkedAddress[] {
    return [...this.#entries.values()].flatMap(({ state }) => (typeof state === 'string' ? [] : state));
  }

  /** Marked addresses whose verdict is not final: still being checked, or not confirmable. */
  #open(): MarkedAddress[] {
    return this.#marked().filter(({ kind }) => kind !== 'blocked');
  }

  /** Asks about new addresses. @returns the milliseconds until the next question, or null where there is none */
  async #ask(): Promise<number | null> {
    const asked = this.#contents('new').slice(0, MAX_NEW);
    if (asked.length === 0) return null;
    const alike = this.#alike(asked).slice(0, MAX_ASSETS - asked.length);
    for (const content of asked) this.#turn(content, 'asked');
    const reply = await this.#check([...alike, ...asked]);
    if (this.#hasEnded) return null;
    if (reply === null) {
      for (const content of asked) this.#turn(content, 'new');
      this.#failures = (this.#failures + 1) % (MAX_RETRIES + 1);
      return this.#failures > 0 ? retryDelay(this.#failures, RETRY_DELAY_MS, Math.random()) : null;
    }
    this.#failures = 0;
    const verdicts = new Map(reply.marked.map((verdict) => [verdict.asset.content, verdict]));
    const refused = new Set(reply.refused);
    for (const content of asked) this.#record(content, refused.has(content) ? 'refused' : verdicts.get(content));
    this.#attempts = 0;
    if (this.#open().length > 0) this.#confirming.plan(0);
    this.#planReport();
    return this.#contents('new').length > 0 ? INTERVAL_MS : null;
  }

  /** Known addresses that end as one of these does, which people may confuse: the worker remembers none. */
  #alike(contents: readonly string[]): string[] {
    const endOf = (content: string) => content.slice(-END_LENGTH).toLowerCase();
    const ends = new Set(contents.map(endOf));
    return [...this.#entries].flatMap(([content, { state }]) =>
      (state === 'clear' || typeof state !== 'string') && ends.has(endOf(content)) ? content : [],
    );
  }

  /** Asks for verdicts on addresses that are being checked or were not confirmed. @returns as {@link AddressBook.#ask} does */
  async #confirm(): Promise<number | null> {
    const open = this.#open();
    if (open.length === 0 || !this.#parts.isShown()) return null;
    const hasNews = await this.#askAgain(open, true);
    if (this.#hasEnded) return null;
    this.#attempts = hasNews ? 0 : this.#attempts + 1;
    return hasNews ? INTERVAL_MS : retryDelay(this.#attempts, CONFIRM_DELAY_MS, Math.random());
  }

  /**
   * Asks about marked addresses, and changes the marks of those about which there is news.
   * @param confirms whether the service is asked; else only those that are not listed any more are news
   */
  async #askAgain(marked: readonly MarkedAddress[], confirms = false): Promise<boolean> {
    const asked = marked.slice(0, MAX_ASSETS);
    const contents = asked.map(({ asset }) => asset.content);
    const reply = asked.length > 0 ? await this.#check(contents, confirms) : null;
    if (reply === null || this.#hasEnded) return false;
    const verdicts = new Map(reply.marked.map((verdict) => [verdict.asset.content, verdict]));
    const news = asked.filter(({ asset, kind }) => {
      const verdict = verdicts.get(asset.content);
      return confirms ? verdict?.kind !== kind : verdict === undefined;
    });
    for (const { asset } of news) {
      this.#parts.unmark(asset.content);
      this.#record(asset.content, verdicts.get(asset.content));
    }
    if (news.length > 0) this.#planReport();
    return news.length > 0;
  }

  #turn(content: string, state: 'new' | 'asked'): void {
    const entry = this.#entries.get(content);
    if (entry) entry.state = state;
  }

  /** Records an answer about an address and marks its places; undefined says that it is clear. */
  #record(content: string, answer: MarkedAddress | 'refused' | undefined): void {
    const entry = this.#entries.get(content);
    if (!entry) return;
    const { places } = entry;
    entry.state = answer ?? 'clear';
    if (answer === 'refused') this.#found.delete(content);
    const verdict = typeof entry.state === 'string' ? null : entry.state;
    if (verdict === null || verdict.kind === 'blocked') entry.places = [];
    if (verdict === null) return;
    this.#found.add(content);
    for (const place of places) this.#parts.mark({ verdict, place });
  }

  get #counts(): Counts {
    let blocked = 0;
    for (const content of this.#found) {
      const state = this.#entries.get(content)?.state;
      if (state !== undefined && typeof state !== 'string' && state.kind !== 'checking') blocked += 1;
    }
    return { found: this.#found.size, blocked };
  }

  #planReport(): void {
    if (this.#hasNews(this.#counts)) this.#reporting.plan(REPORT_DELAY_MS);
  }

  #hasNews({ found, blocked }: Counts): boolean {
    return found !== this.#reported.found || blocked !== this.#reported.blocked;
  }

  async #report(): Promise<null> {
    const counts = this.#counts;
    if (!this.#hasNews(counts)) return null;
    try {
      await this.#parts.send('pageFindings', counts);
      this.#reported = counts;
    } catch {
      // The next change reports the counts again; a lost count is no reason to disturb the page.
    }
    return null;
  }

  /** The reply, or null where there is none; ends everything where the protection is off or the extension is gone. */
  async #check(contents: readonly string[], confirms = false): Promise<MessageReply<'assetsCheck'> | null> {
    try {
      const assets = contents.map((content) => ({ type: 'ADDRESS' as const, content }));
      const reply = await this.#parts.send('assetsCheck', { assets, confirms });
      if (!reply.enabled && !this.#hasEnded) this.#parts.ended();
      return reply;
    } catch (error) {
      if (error instanceof Error && error.name === 'ExtensionGone') this.#parts.ended();
      return null;
    }
  }
}

/** A piece of work that is planned or runs at most once at a time, and says when it is to run again. */
class Task {
  readonly #time: AddressBookParts['time'];
  readonly #work: () => Promise<number | null>;
  #cancel: (() => void) | null = null;
  #hasEnded = false;
  #isRunning = false;
  /** The delay of what was planned while the work ran. */
  #next: number | null = null;

  constructor(time: AddressBookParts['time'], work: () => Promise<number | null>) {
    this.#time = time;
    this.#work = work;
  }

  /** Runs the work after a delay, unless it is planned or running already. */
  plan(delay: number): void {
    if (this.#hasEnded || this.#cancel !== null) return;
    if (this.#isRunning) {
      this.#next = delay;
      return;
    }
    this.#cancel = this.#time.after(() => {
      this.#cancel = null;
      void this.#run();
    }, delay);
  }

  end(): void {
    this.#hasEnded = true;
    this.#cancel?.();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#next = null;
    const delay = (await this.#work()) ?? this.#next;
    this.#isRunning = false;
    if (delay !== null) this.plan(delay);
  }
}
