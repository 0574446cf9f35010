import { speakLanguage } from '../language/chosen.ts';
import { LANGUAGE_IN_FORCE } from '../language/follow.ts';
import { BROWSER_LANGUAGE } from '../settings/catalogue.ts';

type NotedArea = {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
};

export type WorkerLanguageParts = {
  /** The language that the settings in force name. */
  readonly inForce: () => Promise<string>;
  /** Where it is noted for the pages of the extension; null in private windows, where the profile's worker does that. */
  readonly noted: NotedArea | null;
  /** Another language is in force than what is shown was said in. */
  readonly onChanged: () => Promise<void>;
};

/** The language in which this worker speaks, and in which it has the pages speak. */
export class WorkerLanguage {
  readonly #parts: WorkerLanguageParts;
  #spoken: string | null = null;
  #speaking: Promise<void> | null = null;

  constructor(parts: WorkerLanguageParts) {
    this.#parts = parts;
  }

  /** Settles when the texts of the language in force are there. Never rejects. */
  ready(): Promise<void> {
    this.#speaking ??= this.#speak();
    return this.#speaking;
  }

  /** What says something in the language in force. */
  said<Subject extends unknown[], Words>(say: (...subject: Subject) => Words): (...subject: Subject) => Promise<Words> {
    return async (...subject) => {
      await this.ready();
      return say(...subject);
    };
  }

  /** Every start, and whenever settings were stored: worker and pages speak the language in force. Never rejects. */
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

  /** @returns what was noted before */
  async #note(area: NotedArea, language: string): Promise<unknown> {
    const { [LANGUAGE_IN_FORCE]: before = BROWSER_LANGUAGE } = await area.get(LANGUAGE_IN_FORCE);
    if (before === language) return before;
    if (language === BROWSER_LANGUAGE) await area.remove(LANGUAGE_IN_FORCE);
    else await area.set({ [LANGUAGE_IN_FORCE]: language });
    return before;
  }
}
