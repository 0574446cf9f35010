import type { ListSync } from '../blocklist/index.ts';
import type { ProtectionWorker } from '../protection/worker.ts';
import type { Outbox } from '../reporting/outbox.ts';

/** Every alarm: the next poll of the list, the next attempt to send, the end of the next allowance. */
export const ALARMS = { poll: 'poll', outbox: 'outbox', allowances: 'allowances' } as const;

type AlarmPort = {
  create(name: string, when: { when: number }): unknown;
  clear(name: string): Promise<unknown>;
};
export type ScheduleParts = {
  readonly alarms: AlarmPort;
  readonly sync: Pick<ListSync, 'run' | 'state'>;
  readonly outbox: Pick<Outbox, 'send' | 'retry' | 'refresh' | 'nextAttemptAt'>;
  readonly allowances: Pick<ProtectionWorker, 'ready' | 'nextAllowanceEnd' | 'endAllowances'>;
  /** Told after each look at the list when the next poll is due, in ms since epoch; null where there will be none. */
  readonly noteDue: (dueAt: number | null) => void;
  /** Told after the outbox was sent and what was sent was asked about. */
  readonly noteSent: () => void;
  readonly now: () => number;
};

/** Milliseconds after which a poll is tried again when the worker died in the middle of one. */
const SAFETY = 60_000;

/**
 * When something is done without anyone asking. Alarms are created again at every wake and before each piece of work, so that
 * neither a death in the middle nor an alarm that the browser forgot ends them.
 */
export class Schedule {
  readonly #parts: ScheduleParts;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  /** Every start of the worker: whatever is due is done, and every alarm stands. */
  async woke(): Promise<void> {
    await Promise.all([this.#poll('start'), this.#send(false), this.allowancesChanged()]);
  }

  async rang(alarm: string): Promise<void> {
    if (alarm === ALARMS.poll) await this.#poll('alarm');
    if (alarm === ALARMS.outbox) await this.#send(false);
    if (alarm === ALARMS.allowances) await this.#expire();
  }

  /** The network is back, or the browser was started: what waits need not wait longer. */
  async connected(): Promise<void> {
    await Promise.all([this.#poll('online'), this.#send(true)]);
  }

  /** Another service or key: what it refused before it may take now. */
  async serviceChanged(): Promise<void> {
    await Promise.all([this.#poll('person'), this.#send(true)]);
  }

  /** A person wants the list polled now. */
  async polled(): Promise<void> {
    await this.#poll('person');
  }

  /** Something new waits in the outbox; `all` also tries what waits for a later time. */
  async outboxChanged(all = false): Promise<void> {
    await this.#send(all);
  }

  /** A person wants to know what became of something that was sent. */
  async outboxAsked(id: string): Promise<void> {
    await this.#parts.outbox.refresh(id);
    await this.#wakeForOutbox();
  }

  async allowancesChanged(): Promise<void> {
    const { allowances, alarms } = this.#parts;
    await allowances.ready;
    const when = allowances.nextAllowanceEnd;
    if (when === null) await alarms.clear(ALARMS.allowances);
    else alarms.create(ALARMS.allowances, { when });
  }

  async #poll(trigger: 'alarm' | 'start' | 'online' | 'person'): Promise<void> {
    const { sync, alarms, now } = this.#parts;
    alarms.create(ALARMS.poll, { when: now() + SAFETY });
    const { nextAttemptAt } = await sync.run(trigger);
    if (nextAttemptAt === null) await alarms.clear(ALARMS.poll);
    else alarms.create(ALARMS.poll, { when: nextAttemptAt });
    this.#parts.noteDue(nextAttemptAt);
  }

  async #send(all: boolean): Promise<void> {
    const { outbox, alarms, now } = this.#parts;
    const before = await outbox.nextAttemptAt();
    if (before !== null) alarms.create(ALARMS.outbox, { when: Math.max(before, now() + SAFETY) });
    await (all ? outbox.retry() : outbox.send());
    await this.#wakeForOutbox();
  }

  async #wakeForOutbox(): Promise<void> {
    const { outbox, alarms, noteSent } = this.#parts;
    noteSent();
    const when = await outbox.nextAttemptAt();
    if (when === null) await alarms.clear(ALARMS.outbox);
    else alarms.create(ALARMS.outbox, { when });
  }

  async #expire(): Promise<void> {
    await this.#parts.allowances.endAllowances();
    await this.allowancesChanged();
  }
}
