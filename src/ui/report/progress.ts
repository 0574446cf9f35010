import { type Signal, signal } from '@preact/signals';
import type { DraftStore } from '../../reporting/draft.ts';
import type { ReportDraft } from '../../reporting/entry.ts';
import { problemOf } from '../ask.ts';
import { type Addition, added, reportable } from './content.ts';

/** A report while it is written. Every change is kept at once, because a popup closes without warning. */
export class ReportInProgress {
  readonly draft: Signal<ReportDraft>;
  /** Why the last addition was not taken; null where it was. */
  readonly additionProblem: Signal<Addition['problem']> = signal(null);
  /** Why the draft cannot be kept; null where it is. */
  readonly storageProblem: Signal<string | null> = signal(null);
  readonly #drafts: Pick<DraftStore, 'read' | 'save'>;
  readonly #subject: string;
  #touched = false;

  /** @param url address of the page to report; null where the person names everything */
  constructor(drafts: Pick<DraftStore, 'read' | 'save'>, url: string | null) {
    const page = url === null ? null : reportable(url);
    this.#drafts = drafts;
    this.#subject = page?.content ?? '';
    this.draft = signal({ contents: page ? [page.content] : [], title: '', description: '', contactInfo: '' });
  }

  /** Takes up what was written about the same page before. */
  async restore(): Promise<void> {
    try {
      const saved = await this.#drafts.read('report', this.#subject);
      if (saved && !this.#touched) this.draft.value = saved;
    } catch (error) {
      this.storageProblem.value = problemOf(error);
    }
  }

  change(part: Partial<ReportDraft>): void {
    this.#touched = true;
    this.draft.value = { ...this.draft.value, ...part };
    this.#drafts.save('report', this.#subject, this.draft.value).then(
      () => {
        this.storageProblem.value = null;
      },
      (error: unknown) => {
        this.storageProblem.value = problemOf(error);
      },
    );
  }

  /** Adds what a text names. False, with the reason in {@link additionProblem}, where nothing was added. */
  add(text: string): boolean {
    const { contents, problem } = added(this.draft.value.contents, text);
    this.additionProblem.value = problem;
    if (problem === null) this.change({ contents: [...contents] });
    return problem === null;
  }

  remove(content: string): void {
    this.change({ contents: this.draft.value.contents.filter((other) => other !== content) });
  }
}
