import type { MessageName, MessageReply, MessageRequest } from '../../messaging/catalogue.ts';
import { retryDelay } from '../../storage/back-off.ts';
import type { IdleTime } from '../document/frame-time.ts';
import type { Change, Counts, Ledger, MarkedAddress } from './ledger.ts';

/** Sends one message of the catalogue (`messaging/send.ts`). */
export type Send = <N extends MessageName>(name: N, request: MessageRequest<N>) => Promise<MessageReply<N>>;

type AddressCheckOptions = {
  readonly ledger: Ledger;
  readonly send: Send;
  readonly time: Pick<IdleTime, 'after' | 'now'>;
  /** False while nobody can see the frame: then open addresses wait for the next {@link AddressCheck.wake}. */
  readonly isShown: () => boolean;
  /** Called with an answer: new marks, and removed marks of addresses that were being checked. */
  readonly changed: (change: Change) => void;
  /**
   * Called when nothing is to be asked any more: the person or a policy switched this protection off, or the extension
   * is gone.
   */
  readonly ended: () => void;
};

/** Maximum addresses in one message of the catalogue. */
const MAX_ASSETS = 500;
/** Milliseconds for which new addresses are collected, so that one part of a page causes one message. */
const COLLECT_DELAY_MS = 80;
const INTERVAL_MS = 250;
/** How many addresses a frame may ask about at once, and how many more per second: a page can invent any number. */
const MAX_BURST = 2_000;
const MAX_PER_SECOND = 50;
/** Milliseconds until open addresses are asked about again for the first time; each attempt without news doubles it. */
const SETTLE_DELAY_MS = 15_000;
/** Delay before the first retry of a failed message, in ms; the last retry follows half a minute to a minute later. */
const RETRY_DELAY_MS = 1_000;
const MAX_RETRIES = 5;

/** Milliseconds until changed counts are reported, and between two reports: a page may change them at any rate. */
const REPORT_DELAY_MS = 300;
const REPORT_INTERVAL_MS = 1_000;

type Assets = MessageRequest<'assetsCheck'>['assets'];

/**
 * Asks the background about waiting addresses: one message of each kind at a time, none while there is nothing new. Also
 * reports how many addresses the frame holds, only when the counts changed, and at a limited rate.
 */
export class AddressCheck {
  readonly #options: AddressCheckOptions;
  #cancel: (() => void) | null = null;
  #cancelSettling: (() => void) | null = null;
  #cancelReport: (() => void) | null = null;
  #busy = false;
  #settling = false;
  /** Attempts without news about open addresses. */
  #vain = 0;
  #failures = 0;
  #ended = false;
  #allowed = MAX_BURST;
  #allowedAt = 0;
  #reported: Counts = { found: 0, blocked: 0 };
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(options: AddressCheckOptions) {
    this.#options = options;
  }

  /** Call when the ledger may hold new questions, and when the frame is shown again. */
  wake(): void {
    if (this.#options.ledger.waiting > 0) this.#plan(COLLECT_DELAY_MS);
    this.#planSettling(0);
  }

  /** Call when the counts of the ledger may have changed. */
  wakeReport(): void {
    const { ledger, time } = this.#options;
    if (this.#ended || this.#cancelReport !== null || !this.#hasNews(ledger.counts)) return;
    this.#cancelReport = time.after(
      () => {
        this.#cancelReport = null;
        void this.#report();
      },
      Math.max(REPORT_DELAY_MS, this.#reportedAt + REPORT_INTERVAL_MS - time.now()),
    );
  }

  /** Call when the background has forgotten the counts. */
  reportAgain(): void {
    this.#reported = { found: 0, blocked: 0 };
    this.wakeReport();
  }

  end(): void {
    this.#ended = true;
    for (const cancel of [this.#cancel, this.#cancelSettling, this.#cancelReport]) cancel?.();
  }

  /**
   * Asks again about blocked addresses; returns the contents of those that are no longer blocked. Without a reply
   * nothing changes.
   */
  async review(verdicts: readonly MarkedAddress[]): Promise<string[]> {
    const asked = verdicts.slice(0, MAX_ASSETS).map((verdict) => verdict.asset);
    const reply = await this.#ask(asked);
    if (reply === null) return [];
    const still = new Set(reply.marked.map((verdict) => verdict.asset.content));
    return asked.filter((asset) => !still.has(asset.content)).map((asset) => asset.content);
  }

  #hasNews({ found, blocked }: Counts): boolean {
    return found !== this.#reported.found || blocked !== this.#reported.blocked;
  }

  async #report(): Promise<void> {
    const { ledger, send, time } = this.#options;
    const { counts } = ledger;
    if (!this.#hasNews(counts)) return;
    this.#reportedAt = time.now();
    try {
      await send('pageFindings', counts);
      this.#reported = counts;
    } catch {
      // The next change reports the counts again; a lost count is no reason to disturb the page.
    }
  }

  #plan(delay: number): void {
    if (this.#ended || this.#busy || this.#cancel !== null) return;
    this.#cancel = this.#options.time.after(
      () => {
        this.#cancel = null;
        void this.#run();
      },
      Math.max(delay, this.#untilAllowed()),
    );
  }

  /** Milliseconds until this frame may ask about another address. */
  #untilAllowed(): number {
    const now = this.#options.time.now();
    this.#allowed = Math.min(MAX_BURST, this.#allowed + ((now - this.#allowedAt) * MAX_PER_SECOND) / 1_000);
    this.#allowedAt = now;
    return this.#allowed >= 1 ? 0 : ((1 - this.#allowed) * 1_000) / MAX_PER_SECOND;
  }

  async #run(): Promise<void> {
    const { ledger, changed } = this.#options;
    const questions = ledger.take(Math.max(1, Math.min(MAX_ASSETS, Math.floor(this.#allowed))));
    if (questions.length === 0) return;
    this.#allowed -= questions.length;
    this.#busy = true;
    const contents = questions.map(({ content }) => content);
    const alike = ledger.alike(questions).slice(0, MAX_ASSETS - contents.length);
    const reply = await this.#ask([...alike, ...contents].map((content) => ({ type: 'ADDRESS' as const, content })));
    this.#busy = false;
    if (this.#ended) return;
    if (reply === null) {
      ledger.restore(questions);
      this.#failures = (this.#failures + 1) % (MAX_RETRIES + 1);
      if (this.#failures > 0) this.#plan(retryDelay(this.#failures, RETRY_DELAY_MS, Math.random()));
      return;
    }
    this.#failures = 0;
    changed({ gone: [], findings: ledger.settle(questions, reply.marked, reply.refused) });
    if (ledger.waiting > 0) this.#plan(INTERVAL_MS);
    this.#vain = 0;
    this.#planSettling(0);
  }

  #planSettling(delay: number): void {
    const { ledger, time, isShown } = this.#options;
    if (this.#ended || !isShown() || this.#settling || this.#cancelSettling !== null || ledger.open.length === 0)
      return;
    this.#cancelSettling = time.after(() => {
      this.#cancelSettling = null;
      if (isShown()) void this.#settle();
    }, delay);
  }

  /** Asks for verdicts on the open addresses. */
  async #settle(): Promise<void> {
    const { ledger, send, changed, ended } = this.#options;
    this.#settling = true;
    const assets = ledger.open.slice(0, MAX_ASSETS).map(({ asset }) => asset);
    const reply = await send('assetsSettle', { assets }).catch((error: unknown) => {
      if (isGone(error)) ended();
      return { settled: [] };
    });
    this.#settling = false;
    if (this.#ended) return;
    const change = ledger.decide(reply.settled);
    if (change.gone.length > 0) changed(change);
    this.#vain = change.gone.length > 0 ? 0 : this.#vain + 1;
    this.#planSettling(this.#vain === 0 ? INTERVAL_MS : retryDelay(this.#vain, SETTLE_DELAY_MS, Math.random()));
  }

  /** The reply, or null where there is none; ends the check where it must end. */
  async #ask(assets: Assets): Promise<MessageReply<'assetsCheck'> | null> {
    const { send, ended } = this.#options;
    try {
      const reply = await send('assetsCheck', { assets });
      if (!reply.enabled && !this.#ended) ended();
      return reply;
    } catch (error) {
      if (isGone(error)) ended();
      return null;
    }
  }
}

const isGone = (error: unknown): boolean => error instanceof Error && error.name === 'ExtensionGone';
