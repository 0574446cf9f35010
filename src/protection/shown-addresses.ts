import type { Asset } from '../asset/type.ts';
import type { Asker } from './answers.ts';
import type { Verdict } from './verdict/verdict.ts';
import type { ProtectionWorker } from './worker.ts';

/** Addresses that are judged in one turn. */
const PART = 25;
/**
 * Milliseconds after which an address that was asked about is told, or twice as many, and so on. A question has a shorter limit of its
 * own: what this person has met before is told no sooner than what was asked just now.
 */
const TICK = 2_500;
/** Ticks after which what is still open is left for the next time. */
const MAX_TICKS = 4;

type Question = { readonly assets: readonly Asset[] };

/** Answers to the scanners of pages, about the addresses that they show. */
export class ShownAddresses {
  readonly #worker: ProtectionWorker;
  readonly #turn: (tabId: number) => Promise<void>;

  /** @param turn settles when it is the turn of a short piece of work for a tab */
  constructor(worker: ProtectionWorker, turn: (tabId: number) => Promise<void>) {
    this.#worker = worker;
    this.#turn = turn;
  }

  /** What the list says at once; `checking` is settled by the other message. */
  readonly assetsCheck = async (
    { assets }: Question,
    { tab }: Asker,
  ): Promise<{ enabled: boolean; marked: Verdict[] }> => {
    await this.#worker.ready;
    const { protection, settings } = this.#worker;
    const tabId = tab?.id ?? -1;
    const marked: Verdict[] = [];
    for (let from = 0; from < assets.length && settings.protectAddresses; from += PART) {
      await this.#turn(tabId);
      const verdicts = assets.slice(from, from + PART).map((asset) => protection.shownVerdict(asset, tabId));
      marked.push(...verdicts.filter(isMarked));
    }
    return { enabled: settings.protectAddresses, marked };
  };

  /** Leaves out those whose turn it is not yet. */
  readonly assetsSettle = async ({ assets }: Question, { tab }: Asker): Promise<{ settled: Verdict[] }> => {
    await this.#worker.ready;
    const tabId = tab?.id ?? -1;
    let isDone = false;
    const settling = this.#worker.protection.settleShown(assets, tabId).finally(() => {
      isDone = true;
    });
    for (let tick = 0; tick < MAX_TICKS && (tick === 0 || !isDone); tick += 1) await pause(TICK);
    if (!isDone) return { settled: [] };
    return { settled: (await settling).filter(({ kind }) => kind !== 'checking') };
  };
}

const isMarked = ({ kind }: Verdict): boolean => kind === 'blocked' || kind === 'unconfirmed' || kind === 'checking';

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
