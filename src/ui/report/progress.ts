import { type Signal, signal } from '@preact/signals';
import { MAX_ATTACHMENTS, MAX_FILE_BYTES, mediaTypeOf } from '../../api/report/attachment.ts';
import { type Addition, added, namedBy, onPlatform, type Reach, type Reaches, reachOf } from '../../asset/index.ts';
import type { AssetType } from '../../asset/type.ts';
import type { DraftStore } from '../../reporting/draft/draft.ts';
import { MAX_CONTENTS, MAX_DESCRIPTION, type ReportDraft } from '../../reporting/entry.ts';
import { type Ask, problemOf, within } from '../page/ask.ts';
import { DRAFT_TIMEOUT_MS } from '../submission/draft.ts';

const EMPTY: ReportDraft = {
  contents: [],
  title: '',
  description: '',
  contactInfo: '',
  scamKind: '',
  mentions: [],
  files: [],
};

type Drafts = Pick<DraftStore, 'read' | 'save'> & { readonly files: Pick<DraftStore['files'], 'add'> };

/** A report while it is written. Every change is kept at once, because a popup closes without warning. */
export class ReportInProgress {
  readonly draft: Signal<ReportDraft>;
  /** Why the last addition failed; null if it did not. */
  readonly additionProblem: Signal<Addition['problem']> = signal(null);
  /** Those of the contents that the list on this device has already. */
  readonly listed: Signal<ReadonlySet<string>> = signal(new Set());
  /** What can be reported as a whole site or as one page of it. */
  readonly reaches: Signal<Reaches> = signal(new Map());
  /** Why the draft cannot be kept; null where it is. */
  readonly storageProblem: Signal<string | null> = signal(null);
  readonly #drafts: Drafts;
  readonly #subject: string;
  readonly #ask: Ask;

  /** @param url address of the page to report; null where the person names everything */
  private constructor(drafts: Drafts, url: string | null, ask: Ask) {
    const page = url === null ? null : namedBy(url);
    this.#drafts = drafts;
    this.#ask = ask;
    this.#subject = page?.content ?? '';
    this.#remember([page && reachOf(page)]);
    this.draft = signal({ ...EMPTY, contents: page ? [page.content] : [] });
  }

  /**
   * A report with the draft about the same page. There is none before the draft was read: a letter written by then would
   * be saved over it.
   */
  static async open(drafts: Drafts, url: string | null, ask: Ask): Promise<ReportInProgress> {
    const report = new ReportInProgress(drafts, url, ask);
    try {
      const saved = await within(DRAFT_TIMEOUT_MS, drafts.read('report', report.#subject));
      if (saved) {
        report.draft.value = saved;
        report.#remember(saved.contents.map(namedBy).map((named) => named && reachOf(named)));
      }
    } catch (error) {
      report.storageProblem.value = problemOf(error);
    }
    void report.#lookUp();
    return report;
  }

  change(part: Partial<ReportDraft>): void {
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
   * Adds what a text names; sentences around that go into the description, for a person to read, and what names nothing goes along as
   * text. False, with the reason in {@link additionProblem}, where nothing was added.
   */
  add(text: string): boolean {
    const { contents, mentions, reaches, rest, problem } = added(this.draft.value, text, MAX_CONTENTS);
    this.additionProblem.value = problem;
    if (problem !== null) return false;
    this.#remember(reaches);
    this.change({ contents: [...contents], mentions: [...mentions] });
    this.describe(rest);
    void this.#lookUp();
    return true;
  }

  /** Says on which platform the names are that were given without one. A name that the platform cannot have stays a text. */
  namePlatform(platform: AssetType): void {
    const { contents, mentions } = onPlatform(this.draft.value, platform);
    this.change({ contents: [...contents], mentions: [...mentions] });
    void this.#lookUp();
  }

  removeMention(text: string): void {
    this.change({ mentions: this.draft.value.mentions.filter((other) => other !== text) });
  }

  /** Adds a text to the description, under what stands there, as far as the service takes it. */
  describe(text: string): void {
    const { description } = this.draft.value;
    const both = description === '' ? text : `${description}\n${text}`;
    if (text !== '') this.change({ description: both.slice(0, MAX_DESCRIPTION) });
  }

  /** Puts a page in the place of its site, or the site in the place of the page. */
  choose(held: string, wanted: string): void {
    this.change({ contents: this.draft.value.contents.map((content) => (content === held ? wanted : content)) });
    void this.#lookUp();
  }

  /** Attaches a file; why not, where the service would not take it. */
  async attach(name: string, bytes: Uint8Array): Promise<'empty' | 'large' | 'kind' | 'many' | 'storage' | null> {
    if (this.draft.value.files.length >= MAX_ATTACHMENTS) return 'many';
    if (bytes.byteLength === 0) return 'empty';
    if (bytes.byteLength > MAX_FILE_BYTES) return 'large';
    const type = mediaTypeOf(bytes, name);
    if (type === null) return 'kind';
    try {
      const file = await this.#drafts.files.add(name.slice(-255), type, bytes);
      this.change({ files: [...this.draft.value.files, file] });
      return null;
    } catch (error) {
      this.storageProblem.value = problemOf(error);
      return 'storage';
    }
  }

  /** Its bytes are deleted by the next sweep. */
  detach(id: string): void {
    this.change({ files: this.draft.value.files.filter((file) => file.id !== id) });
  }

  /** Adds one content as it is, or removes it. */
  pick(content: string, isOn: boolean): void {
    const { contents } = this.draft.value;
    const isFull = isOn && contents.length >= MAX_CONTENTS;
    this.additionProblem.value = isFull ? 'full' : null;
    if (!isOn) this.remove(content);
    else if (!isFull) this.change({ contents: [...contents, content] });
    void this.#lookUp();
  }

  remove(content: string): void {
    this.change({ contents: this.draft.value.contents.filter((other) => other !== content) });
  }

  /** A hint only: without an answer nothing is shown, and sending does not wait for it. */
  async #lookUp(): Promise<void> {
    const { contents } = this.draft.value;
    if (contents.length === 0) return;
    const { listed } = await this.#ask('contentsLookup', { contents }).catch(() => ({ listed: [] }));
    this.listed.value = new Set(listed);
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
