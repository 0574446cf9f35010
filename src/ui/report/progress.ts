import { type Signal, signal } from '@preact/signals';
import {
  MAX_ATTACHMENTS,
  MAX_FILE_BYTES,
  mediaTypeOf,
  type RefusedKind,
  refusedKind,
} from '../../api/report/attachment.ts';
import {
  type Addition,
  type Adjustment,
  added,
  adjustmentsOf,
  namedBy,
  onPlatform,
  type Reach,
  type Reaches,
  reachOf,
} from '../../asset/index.ts';
import type { AssetType } from '../../asset/type.ts';
import type { DraftStore } from '../../reporting/draft/draft.ts';
import { MAX_CONTENTS, type ReportDraft } from '../../reporting/entry.ts';
import { type Ask, problemOf } from '../page/ask.ts';
import { Draft } from '../submission/draft.ts';

const EMPTY: ReportDraft = {
  contents: [],
  title: '',
  description: '',
  contactInfo: '',
  scamKind: '',
  mentions: [],
  files: [],
};

type Drafts = Pick<DraftStore, 'read' | 'save' | 'discard'> & { readonly files: Pick<DraftStore['files'], 'add'> };

/** A report while it is written: its draft, and what is known of what it names. */
export class ReportInProgress extends Draft<'report'> {
  /** Why the last addition failed; null if it did not. */
  readonly additionProblem: Signal<Addition['problem']> = signal(null);
  /** Those of the contents that the list on this device has already. */
  readonly listed: Signal<ReadonlySet<string>> = signal(new Set());
  /** What can be reported as a whole site or as one page of it. */
  readonly reaches: Signal<Reaches> = signal(new Map());
  /** What was left out of contents that were not taken as they were written. */
  readonly adjusted: Signal<ReadonlyMap<string, Adjustment>> = signal(new Map());
  readonly #files: Drafts['files'];
  readonly #ask: Ask;

  /** @param url address of the page to report; null where the person names everything */
  constructor(drafts: Drafts, url: string | null, ask: Ask) {
    const page = url === null ? null : namedBy(url);
    super(drafts, 'report', page?.content ?? '', { ...EMPTY, contents: page ? [page.content] : [] });
    this.#files = drafts.files;
    this.#ask = ask;
    this.#remember([page && reachOf(page)]);
    this.adjusted.value = adjustmentsOf(page ? [page] : []);
  }

  override async restore(): Promise<void> {
    await super.restore();
    this.#remember(this.fields.value.contents.map(namedBy).map((named) => named && reachOf(named)));
    void this.#lookUp();
  }

  /**
   * Adds what a text names; sentences around that go into the description, for a person to read, and what names nothing goes along as
   * text. False, with the reason in {@link additionProblem}, where nothing was added.
   */
  add(text: string): boolean {
    const { contents, mentions, reaches, adjusted, rest, problem } = added(this.fields.value, text, MAX_CONTENTS);
    this.additionProblem.value = problem;
    if (problem !== null) return false;
    this.#remember(reaches);
    this.adjusted.value = new Map([...this.adjusted.value, ...adjusted]);
    this.change({ contents: [...contents], mentions: [...mentions] });
    this.describe(rest);
    void this.#lookUp();
    return true;
  }

  /** Says on which platform the names are that were given without one. A name that the platform cannot have stays a text. */
  namePlatform(platform: AssetType): void {
    const { contents, mentions } = onPlatform(this.fields.value, platform);
    this.change({ contents: [...contents], mentions: [...mentions] });
    void this.#lookUp();
  }

  removeMention(text: string): void {
    this.change({ mentions: this.fields.value.mentions.filter((other) => other !== text) });
  }

  /** Adds a text to the description, under what stands there. */
  describe(text: string): void {
    const { description } = this.fields.value;
    if (text !== '') this.change({ description: description === '' ? text : `${description}\n${text}` });
  }

  /** Puts a page in the place of its site, or the site in the place of the page. */
  choose(before: string, wanted: string): void {
    this.change({ contents: this.fields.value.contents.map((content) => (content === before ? wanted : content)) });
    void this.#lookUp();
  }

  /** Attaches a file; why not, where the service would not take it. */
  async attach(name: string, bytes: Uint8Array): Promise<'empty' | 'large' | 'many' | 'storage' | RefusedKind | null> {
    if (this.fields.value.files.length >= MAX_ATTACHMENTS) return 'many';
    if (bytes.byteLength === 0) return 'empty';
    const type = mediaTypeOf(bytes, name);
    const kind = type === null ? refusedKind(bytes, name) : 'kind';
    if (kind !== 'kind') return kind;
    if (bytes.byteLength > MAX_FILE_BYTES) return 'large';
    if (type === null) return kind;
    try {
      const file = await this.#files.add(name.slice(-255), type, bytes);
      this.change({ files: [...this.fields.value.files, file] });
      return null;
    } catch (error) {
      this.storageProblem.value = problemOf(error);
      return 'storage';
    }
  }

  /** Its bytes are deleted by the next sweep. */
  detach(id: string): void {
    this.change({ files: this.fields.value.files.filter((file) => file.id !== id) });
  }

  /** Adds one content as it is, or removes it. */
  pick(content: string, isOn: boolean): void {
    const { contents } = this.fields.value;
    const isFull = isOn && contents.length >= MAX_CONTENTS;
    this.additionProblem.value = isFull ? 'full' : null;
    if (!isOn) this.remove(content);
    else if (!isFull) this.change({ contents: [...contents, content] });
    void this.#lookUp();
  }

  remove(content: string): void {
    this.change({ contents: this.fields.value.contents.filter((other) => other !== content) });
  }

  /** A hint only: without an answer nothing is shown, and sending does not wait for it. */
  async #lookUp(): Promise<void> {
    const { contents } = this.fields.value;
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
