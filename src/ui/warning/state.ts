import { type Signal, signal } from '@preact/signals';
import type { MessageReply } from '../../messaging/catalogue.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { type Ask, within } from '../page/ask.ts';
import { mayOpenByItself, type TabMemory } from './navigation/open-target.ts';

/**
 * Why a site that may be opened waits for a press.
 *
 * - `writing`: the person was writing on this page when it could be opened
 * - `loops`: the site came back to the warning too often
 * - `unasked`: nothing was stopped in this tab: the warning was opened again, or by another page
 * - `lifted`: the site left the list while the person read that it is a scam
 * - `opened`: it was opened before, and no page came: it answers slowly, with a file, or with nothing
 */
type ManualOpenReason = 'writing' | 'loops' | 'unasked' | 'lifted' | 'opened';
type Described = MessageReply<'warningDescribe'>;

/**
 * What the warning page knows about its target.
 *
 * - `checking`: the answer is under way
 * - `stopped`: blocked, or a match that could not be confirmed, or that no list is there to check
 * - `openable`: it may be opened, but only by a press
 * - `opening`: it may be opened and is being opened
 * - `silent`: nobody answered, so it stays closed
 */
export type Situation =
  | { readonly kind: 'checking' }
  | ({ readonly kind: 'stopped' } & Described)
  | { readonly kind: 'openable'; readonly reason: ManualOpenReason; readonly dispute?: OutboxEntry | undefined }
  | { readonly kind: 'opening' }
  | { readonly kind: 'silent'; readonly error: unknown };

/** `silent`: the last question had no answer. `released`: nothing stands against opening the site any more. */
export type Change = 'silent' | 'released';

export type WarningStateOptions = {
  readonly url: string;
  readonly ask: Ask;
  /** Opens a web address in place of the warning. */
  readonly open: (url: string) => void;
  readonly memory: TabMemory;
  /** Milliseconds since epoch. */
  readonly now: () => number;
};

/** The local verdict needs no network: longer than this, in ms, and the worker is stuck. */
const LOCAL_VERDICT_TIMEOUT_MS = 5_000;
/** The confirmation has a limit of its own; this one, in ms, is for a worker that died over it. */
const CONFIRMATION_TIMEOUT_MS = 20_000;

/** Asks what to show about the target of a warning, and opens it when it turns out that nothing stands against it. */
export class WarningState {
  readonly situation: Signal<Situation> = signal({ kind: 'checking' });
  /** What has changed since the situation that is still shown; null where nothing has. */
  readonly change: Signal<Change | null> = signal(null);
  /** True while the person is writing here: then what they write in stays. */
  occupied = false;
  readonly #options: WarningStateOptions;
  #run = 0;
  /** Why the site is stopped, as last answered; null where it is not. */
  #stopped: Extract<Situation, { readonly kind: 'stopped' }> | null = null;
  /** True once the site could be opened while the person was writing: then it does not open in front of them. */
  #hasWritten = false;
  /** True once a person read that the site is listed: then it does not open in front of them. */
  #wasShown = false;
  /** True once the target was opened: again by itself it would fetch a file twice, or start a slow answer again. */
  #isOpened = false;
  #wasLoaded = false;

  constructor(options: WarningStateOptions) {
    this.#options = options;
  }

  /** Whether a document of the target was committed in this tab, as far as it is known. */
  get wasLoaded(): boolean {
    return this.#wasLoaded;
  }

  /**
   * Asks. What is shown stays until there is an answer, unless nothing was shown yet. Why a site is stopped stays also
   * where there is none, and where the site may be opened while the person is writing.
   */
  async ask(): Promise<void> {
    this.#run += 1;
    const run = this.#run;
    const show = (situation: () => Situation, change: Change | null = null) => {
      if (run !== this.#run) return;
      this.situation.value = situation();
      this.change.value = change;
    };
    try {
      let described = await this.#describe(false, LOCAL_VERDICT_TIMEOUT_MS);
      if (described.verdict.kind === 'checking') described = await this.#describe(true, CONFIRMATION_TIMEOUT_MS);
      if (described.verdict.kind === 'checking') throw new Error('The confirmation did not come to an end');
      const stopped = this.#stopped;
      if (stopped && this.occupied && !isStopped(described)) {
        this.#hasWritten = true;
        return show(() => stopped, 'released');
      }
      show(() => this.#situationOf(described));
    } catch (error) {
      const stopped = this.#stopped;
      show(() => stopped ?? { kind: 'silent', error }, stopped && 'silent');
    }
  }

  /** Forgets a failed confirmation and asks again. Why a site is stopped stays until there is an answer. */
  async retry(): Promise<void> {
    const { ask, url } = this.#options;
    this.#run += 1;
    if (this.#stopped) await within(LOCAL_VERDICT_TIMEOUT_MS, ask('warningRetry', { url })).catch(() => undefined);
    else this.situation.value = { kind: 'checking' };
    await this.ask();
  }

  /** Opens the target, because nothing stands against it any more. Does nothing while it is being opened. */
  open(): void {
    if (this.situation.value.kind !== 'opening') this.situation.value = this.#open();
  }

  #open(): Situation {
    this.#isOpened = true;
    this.#options.open(this.#options.url);
    return { kind: 'opening' };
  }

  async #describe(waits: boolean, ms: number): Promise<Described> {
    const { ask, url } = this.#options;
    return within(ms, ask('warningDescribe', { url, waits }));
  }

  #situationOf(described: Described): Situation {
    const { kind } = described.verdict;
    this.#wasLoaded = described.wasStopped && described.loaded;
    if (kind === 'blocked') this.#wasShown = true;
    this.#stopped = isStopped(described) ? { kind: 'stopped', ...described } : null;
    if (this.#stopped) return this.#stopped;
    const reason = this.#manualReason(described);
    return reason === null ? this.#open() : { kind: 'openable', reason, dispute: described.dispute };
  }

  /** Why the target waits for a press; null where it may be opened at once. */
  #manualReason({ verdict, wasStopped }: Described): ManualOpenReason | null {
    const { url, memory, now } = this.#options;
    if (this.#isOpened) return 'opened';
    if (this.#hasWritten) return 'writing';
    if (verdict.kind === 'clear' && this.#wasShown) return 'lifted';
    if (!wasStopped) return 'unasked';
    return mayOpenByItself(memory, url, now()) ? null : 'loops';
  }
}

const isStopped = ({ verdict: { kind }, policy }: Described): boolean =>
  kind === 'blocked' || ((kind === 'unconfirmed' || kind === 'unknown') && policy !== 'open');
