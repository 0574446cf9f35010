import { type Signal, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { type DraftKind, type DraftOf, type DraftStore, fingerprint } from '../../reporting/draft/draft.ts';
import { problemOf, within } from '../page/ask.ts';

/** Reading a draft takes milliseconds. After this time, in ms, a form is shown without one. */
const READ_TIMEOUT_MS = 1_000;

/** What a person writes in a form. Every change is kept at once, because a popup closes without warning. */
export class Draft<K extends DraftKind> {
  readonly fields: Signal<DraftOf<K>>;
  /** Why it cannot be kept, as a sentence; null where it is. */
  readonly storageProblem: Signal<string | null> = signal(null);
  readonly #store: Pick<DraftStore, 'read' | 'save' | 'discard'>;
  readonly #kind: K;
  readonly #subject: string;
  readonly #empty: DraftOf<K>;
  #others: BroadcastChannel | null = null;
  #isSent = false;

  /** @param subject what it is about @param empty the fields where nothing was written */
  constructor(store: Pick<DraftStore, 'read' | 'save' | 'discard'>, kind: K, subject: string, empty: DraftOf<K>) {
    this.#store = store;
    this.#kind = kind;
    this.#subject = subject;
    this.#empty = empty;
    this.fields = signal(empty);
  }

  /**
   * Reads what was kept, also by another form about the same, which may have sent or deleted it. Until it was read first no
   * form is shown: a letter written by then would be saved over it. What is written meanwhile, or could not be kept, stays.
   * Never rejects.
   */
  async restore(): Promise<void> {
    if (this.#isSent || this.storageProblem.value !== null) return;
    const before = this.fields.value;
    try {
      const kept = await within(READ_TIMEOUT_MS, this.#store.read(this.#kind, this.#subject));
      if (this.fields.value === before) this.fields.value = kept ?? this.#empty;
    } catch (error) {
      this.storageProblem.value = problemOf(error);
    }
  }

  change(part: Partial<DraftOf<K>>): void {
    this.fields.value = { ...this.fields.value, ...part };
    void this.keep();
  }

  /** Keeps what is written now. Never rejects. @returns whether it is kept */
  async keep(): Promise<boolean> {
    this.#isSent = false;
    try {
      await this.#store.save(this.#kind, this.#subject, this.fields.value);
      this.storageProblem.value = null;
      this.#others?.postMessage(null);
      return true;
    } catch (error) {
      this.storageProblem.value = problemOf(error);
      return false;
    }
  }

  /** Empties other forms about the same, which would send it again. This one keeps it: a refused one can be corrected. */
  sent(): void {
    this.#isSent = true;
    this.#others?.postMessage(null);
  }

  /** Shows from now on what is written in another form about the same: in the popup, a panel or another window. @returns ends it */
  follow(): () => void {
    const others = new BroadcastChannel(`draft ${this.#kind} ${this.#subject}`);
    others.onmessage = () => void this.restore();
    this.#others = others;
    return () => {
      this.#others = null;
      others.close();
    };
  }

  /** Whether the person wrote anything. */
  get isWritten(): boolean {
    return fingerprint(this.#kind, this.fields.value) !== fingerprint(this.#kind, this.#empty);
  }

  /** Deletes it from the device. Rejects as the database does; then it is still there. */
  async discard(): Promise<void> {
    await this.#store.discard(this.#kind, this.#subject);
    this.fields.value = this.#empty;
    this.#others?.postMessage(null);
  }
}

/** The draft of a form; null until it was read. */
export function useDraft<D extends Pick<Draft<DraftKind>, 'restore' | 'follow'>>(make: () => D): D | null {
  const [draft, setDraft] = useState<D | null>(null);
  useEffect(() => {
    let isOver = false;
    const made = make();
    const end = made.follow();
    void made.restore().then(() => !isOver && setDraft(made));
    return () => {
      isOver = true;
      end();
    };
  }, []);
  return draft;
}
