import type { Records } from '../storage/records.ts';
import type { Settings } from './catalogue.ts';

/** Where the settings of a person lie. Both reject as the browser's storage does. */
export type SettingsRecord = {
  /** What was stored, undefined where nothing was; unknown until it is parsed. */
  read(): Promise<unknown>;
  /** Stores these and leaves the others as they are, also those that only another version knows. */
  merge(changes: Partial<Settings>): Promise<void>;
};

type EarlierArea = {
  get(keys: string[]): Promise<Record<string, unknown>>;
  remove(keys: string[]): Promise<void>;
};

/** Name of the record, here and in `storage.local` of earlier versions. */
const SETTINGS = 'settings';
/** What earlier versions had in `storage.local`; the record of the organization is fetched again. */
const EARLIER = [SETTINGS, 'organization'];
/** True once what earlier versions stored was looked for. */
const TAKEN_OVER = 'settings-taken-over';

/**
 * The settings of a profile. Earlier versions had them in `storage.local`, where a taken-over renderer reads and writes: a record there is
 * taken over once, and one that is found there later is not believed.
 */
export class ProfileRecord implements SettingsRecord {
  readonly #records: Pick<Records, 'read' | 'write'>;
  readonly #earlier: EarlierArea;
  #taking: Promise<unknown> | null = null;

  constructor(records: Pick<Records, 'read' | 'write'>, earlier: EarlierArea) {
    this.#records = records;
    this.#earlier = earlier;
  }

  async read(): Promise<unknown> {
    const [stored, takenOver] = await this.#records.read(SETTINGS, TAKEN_OVER);
    return takenOver === true ? stored : this.#takeOver();
  }

  async merge(changes: Partial<Settings>): Promise<void> {
    await this.#records.write({ [SETTINGS]: merged(await this.read(), changes) });
  }

  /**
   * Removes what lies in `storage.local` once it was taken over: at every start, because a worker may die in between. Rejects as the
   * browser's storage does.
   */
  async clearEarlier(): Promise<void> {
    await this.read();
    const left = Object.keys(await this.#earlier.get(EARLIER));
    if (left.length > 0) await this.#earlier.remove(left);
  }

  /** The record and the mark are written together, so that no death loses the one or leaves the other to be asked again. */
  #takeOver(): Promise<unknown> {
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null;
    });
    return this.#taking;
  }

  async #take(): Promise<unknown> {
    const { [SETTINGS]: earlier } = await this.#earlier.get([SETTINGS]);
    await this.#records.write({ ...(earlier === undefined ? {} : { [SETTINGS]: earlier }), [TAKEN_OVER]: true });
    return earlier;
  }
}

/** A stored record with changes; one that is no record is replaced. */
export const merged = (stored: unknown, changes: object): Record<string, unknown> => ({
  ...(typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {}),
  ...changes,
});
