import { type Signal, signal } from '@preact/signals';
import { namedBy } from '../../asset/index.ts';
import type { DraftStore } from '../../reporting/draft.ts';
import type { ReportDraft } from '../../reporting/entry.ts';
import { problemOf } from '../ask.ts';
import { type Addition, added, type Reach, type Reaches, reachOf } from './content.ts';

/** A report while it is written. Every change is kept at once, because a popup closes without warning. */
export class ReportInProgress {
  readonly draft: Signal<ReportDraft>;
  /** Why the last addition was not taken; null where it was. */
  readonly additionProblem: Signal<Addition['problem']> = signal(null);
  /** What can be reported as a whole site or as one page of it. */
  readonly reaches: Signal<Reaches> = signal(new Map());
  /** Why the draft cannot be kept; null where it is. */
  readonly storageProblem: Signal<string | null> = signal(null);
  readonly #drafts: Pick<DraftStore, 'read' | 'save'>;
  readonly #subject: string;
  #touched = false;

  /** @param url address of the page to report; null where the person names everything */
  constructor(drafts: Pick<DraftStore, 'read' | 'save'>, url: string | null) {
    const page = url === null ? null : namedBy(url);
    this.#drafts = drafts;
    this.#subject = page?.content ?? '';
    this.#remember([page && reachOf(page)]);
    this.draft = signal({ contents: page ? [page.content] : [], title: '', description: '', contactInfo: '' });
  }

  /** Takes up what was written about the same page before. */
  async restore(): Promise<void> {
    try {
      const saved = await this.#drafts.read('report', this.#subject);
      if (!saved || this.#touched) return;
      this.draft.value = saved;
      this.#remember(saved.contents.map(namedBy).map((named) => named && reachOf(named)));
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

  /**
   * Adds what a text names; what it says beside that goes into the description, for a person to read. False, with the reason in
   * {@link additionProblem}, where nothing was added.
   */
  add(text: string): boolean {
    const { contents, reaches, rest, problem } = added(this.draft.value.contents, text);
    this.additionProblem.value = problem;
    if (problem !== null) return false;
    this.#remember(reaches);
    this.change({ contents: [...contents] });
    this.describe(rest);
    return true;
  }

  /** Adds a text to the description, under what stands there. */
  describe(text: string): void {
    const { description } = this.draft.value;
    if (text !== '') this.change({ description: description === '' ? text : `${description}\n${text}` });
  }

  /** Puts a page in the place of its site, or the site in the place of the page. */
  choose(held: string, wanted: string): void {
    this.change({ contents: this.draft.value.contents.map((content) => (content === held ? wanted : content)) });
  }

  remove(content: string): void {
    this.change({ contents: this.draft.value.contents.filter((other) => other !== content) });
  }

  #remember(reaches: readonly (Reach | null)[]): void {
    const known = new Map(this.reaches.value);
    for (const reach of reaches) {
      if (!reach) continue;
      known.set(reach.site, reach);
      known.set(reach.page, reach);
    }
    this.reaches.value = known;
  }
}
