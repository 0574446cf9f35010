import type { ListSync, SyncTrigger } from '../blocklist/sync/sync.ts';
import type { ProtectionWorker } from '../protection/worker.ts';
import type { Outbox } from '../reporting/outbox/outbox.ts';
import { MINUTE } from '../storage/duration.ts';

/** All alarms: the next poll of the list, the next attempt to send, the end of the next allowance. */
export const ALARMS = { poll: 'poll', outbox: 'outbox', allowances: 'allowances' } as const;

type AlarmPort = {
  create(name: string, when: { when: number }): unknown;
  clear(name: string): Promise<unknown>;
};
export type ScheduleParts = {
  readonly alarms: AlarmPort;
  readonly sync: Pick<ListSync, 'run' | 'state'>;
  readonly outbox: Pick<Outbox, 'send' | 'retry' | 'refresh' | 'refreshAll' | 'nextAttemptAt'>;
  readonly allowances: Pick<ProtectionWorker, 'ready' | 'nextAllowanceEnd' | 'endAllowances'>;
  /** Called after each poll with the time of the next one, in ms since epoch; null if there will be none. */
  readonly onPolled: (dueAt: number | null) => void;
  /** Called after a run of the outbox, which also asks about outcomes. */
  readonly onOutboxSent: () => void;
  /** Whether somebody uses this computer now. */
  readonly isInUse: () => Promise<boolean>;
  readonly now: () => number;
};

/**
 * Schedules the work that nobody asks for. Alarms are created again at every start, and a minute ahead before each piece of
 * work, so that neither the death of a worker nor a lost alarm ends them.
 */
export class Schedule {
  readonly #parts: ScheduleParts;
  /** In ms since epoch; null if no poll is planned or none has ended in this worker. */
  #nextPollAt: number | null = null;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  /** Runs at every start of the worker: does what is due and sets every alarm. */
  async onWorkerStart(): Promise<void> {
    await Promise.all([this.poll('start'), this.sendOutbox(), this.onAllowancesChanged()]);
  }

  async onAlarm(alarm: string): Promise<void> {
    // Nobody needs a newer list while nobody is there; who comes back ends this, and so does a page that opens.
    if (alarm === ALARMS.poll && (await this.#parts.isInUse())) await this.poll('alarm');
    if (alarm === ALARMS.outbox) await this.sendOutbox();
    if (alarm !== ALARMS.allowances) return;
    await this.#parts.allowances.endAllowances();
    await this.onAllowancesChanged();
  }

  /** A page was opened: polls if that is due, because no alarm does it while nobody is there. */
  async onPageOpened(): Promise<void> {
    if (this.#nextPollAt !== null && this.#parts.now() >= this.#nextPollAt) await this.poll('use');
  }

  /** Somebody came back to this computer, or nobody uses it any more. */
  async onUseChanged(isInUse: boolean): Promise<void> {
    if (isInUse) await this.poll('use');
    else await this.#parts.alarms.clear(ALARMS.poll);
  }

  /** The network is back, or the browser was started: waiting work is tried at once. */
  async onOnline(): Promise<void> {
    await Promise.all([this.poll('online'), this.sendOutbox(true)]);
  }

  /** The service or key changed: it may accept what was refused before. */
  async onServiceChanged(): Promise<void> {
    await Promise.all([this.poll('person'), this.sendOutbox(true)]);
  }

  /** A person wants to know the outcome of a sent entry, or of all of them. */
  async refreshOutbox(id?: string): Promise<void> {
    const { outbox } = this.#parts;
    await (id === undefined ? outbox.refreshAll() : outbox.refresh(id));
    await this.#scheduleOutbox();
  }

  async onAllowancesChanged(): Promise<void> {
    const { allowances } = this.#parts;
    await allowances.ready;
    await this.#set(ALARMS.allowances, allowances.nextAllowanceEnd);
  }

  /** Polls the list. */
  async poll(trigger: SyncTrigger): Promise<void> {
    const { sync, alarms, now } = this.#parts;
    alarms.create(ALARMS.poll, { when: now() + MINUTE });
    const { nextAttemptAt } = await sync.run(trigger);
    this.#nextPollAt = nextAttemptAt;
    await this.#set(ALARMS.poll, (await this.#parts.isInUse()) ? nextAttemptAt : null);
    this.#parts.onPolled(nextAttemptAt);
  }

  /** Sends what is due in the outbox; `all` also tries entries with a later time. */
  async sendOutbox(all = false): Promise<void> {
    const { outbox, alarms, now } = this.#parts;
    const before = await outbox.nextAttemptAt();
    if (before !== null) alarms.create(ALARMS.outbox, { when: Math.max(before, now() + MINUTE) });
    await (all ? outbox.retry() : outbox.send());
    await this.#scheduleOutbox();
  }

  async #scheduleOutbox(): Promise<void> {
    this.#parts.onOutboxSent();
    await this.#set(ALARMS.outbox, await this.#parts.outbox.nextAttemptAt());
  }

  async #set(alarm: string, when: number | null): Promise<void> {
    if (when === null) await this.#parts.alarms.clear(alarm);
    else this.#parts.alarms.create(alarm, { when });
  }
}
