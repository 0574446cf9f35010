import { speakLanguage } from './chosen.ts';
import { LANGUAGE_IN_FORCE } from './follow.ts';
import { BROWSER_LANGUAGE } from './name.ts';

type NotedArea = {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
};

export type WorkerLanguageParts = {
  /** The language in the settings in force. */
  readonly inForce: () => Promise<string>;
  /**
   * Storage of the language for the extension's pages; null in private windows, where the profile's worker stores it.
   */
  readonly noted: NotedArea | null;
  /** The language in force differs from that of the shown texts. */
  readonly onChanged: () => Promise<void>;
};

/** The language of this worker's texts and of the texts in pages. */
export class WorkerLanguage {
  readonly #parts: WorkerLanguageParts;
  #spoken: string | null = null;
  #speaking: Promise<void> | null = null;

  constructor(parts: WorkerLanguageParts) {
    this.#parts = parts;
  }

  /** Resolves when the texts of the language in force are loaded. Never rejects. */
  ready(): Promise<void> {
    this.#speaking ??= this.#speak();
    return this.#speaking;
  }

  /** Wraps a function so that it runs in the language in force. */
  said<Subject extends unknown[], Words>(say: (...subject: Subject) => Words): (...subject: Subject) => Promise<Words> {
    return async (...subject) => {
      await this.ready();
      return say(...subject);
    };
  }

  /**
   * Runs at every start and when settings were stored: switches worker and pages to the language in force. Never
   * rejects.
   */
  async follow(): Promise<void> {
    const before = this.#spoken;
    this.#speaking = this.#speak();
    await this.#speaking;
    if (this.#spoken === null) return;
    try {
      const shown = this.#parts.noted ? await this.#note(this.#parts.noted, this.#spoken) : before;
      if (shown !== null && shown !== this.#spoken) await this.#parts.onChanged();
    } catch (error) {
      console.warn('What is shown could not be brought into the language in force', error);
    }
  }

  async #speak(): Promise<void> {
    try {
      const language = await this.#parts.inForce();
      if (language !== this.#spoken) await speakLanguage(language);
      this.#spoken = language;
    } catch (error) {
      console.warn('The language in force could not be read', error);
    }
  }

  /** @returns the value stored before */
  async #note(area: NotedArea, language: string): Promise<unknown> {
    const { [LANGUAGE_IN_FORCE]: before = BROWSER_LANGUAGE } = await area.get(LANGUAGE_IN_FORCE);
    if (before === language) return before;
    if (language === BROWSER_LANGUAGE) await area.remove(LANGUAGE_IN_FORCE);
    else await area.set({ [LANGUAGE_IN_FORCE]: language });
    return before;
  }
}
