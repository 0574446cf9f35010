import { MAX_ATTACHMENTS, mediaTypeOf } from '../../../api/report/attachment.ts';
import type { StoredFile } from '../../feature/report/attachment.ts';
import { Failure } from '../../http/failure.ts';
import type { Words } from '../../language/words.ts';
import type { Html } from '../page/page.ts';
import { ATTACHED } from '../page/report/form.ts';
import type { SentFile } from './multipart.ts';

type AttachedDeps = {
  /** Stores a file as the operation `attachmentUpload` does. @throws Failure TOO_MANY_REQUESTS */
  readonly store: (file: File) => Promise<StoredFile>;
  /** Those of some files that are stored and were sent to the same portal. */
  readonly find: (ids: readonly string[]) => Promise<readonly StoredFile[]>;
  /** Why no file may be taken now, or null. Asked once, at the first file. */
  readonly bar: () => Html | null;
};

/** The files of one sent form: those that came with an earlier one of the same report, and those that come with this one. */
export class AttachedFiles {
  readonly #deps: AttachedDeps;
  readonly #words: Words;
  readonly #stored: StoredFile[] = [];
  readonly #problems: Html[] = [];
  #bar: Html | null | undefined;

  constructor(deps: AttachedDeps, words: Words) {
    this.#deps = deps;
    this.#words = words;
  }

  /** Stores a file that arrives. One that the service would not take is left out, and named in {@link problems}. */
  async take({ name, bytes }: SentFile, before: URLSearchParams): Promise<void> {
    const problem = this.#problemOf(name, bytes, before.getAll(ATTACHED).length);
    if (problem !== null) {
      this.#problems.push(problem);
      return;
    }
    try {
      this.#stored.push(await this.#deps.store(new File([bytes!], name)));
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      const wait = error.detail.retryAfterSeconds;
      const reason =
        wait === undefined ? this.#words.t('refusal.other') : this.#words.t('portal.error.quota', { count: wait });
      this.#problems.push(this.#words.t('refusal.line', { asset: name, reason }));
    }
  }

  /** What was not attached, each by its name with the reason. */
  get problems(): readonly Html[] {
    return this.#problems;
  }

  /** All files of the report. @param kept values of the fields that take the earlier ones along */
  async all(kept: readonly string[]): Promise<readonly StoredFile[]> {
    const wanted = new Map(
      kept.slice(0, MAX_ATTACHMENTS).map((value) => {
        const [id = '', ...name] = value.split(' ');
        return [id, name.join(' ')] as const;
      }),
    );
    const found = wanted.size === 0 ? [] : await this.#deps.find([...wanted.keys()]);
    for (const [id, name] of wanted)
      if (!found.some((file) => file.id === id))
        this.#problems.push(this.#words.t('refusal.missingFile', { file: name }));
    // In the order in which they were attached.
    const earlier = [...wanted.keys()].flatMap((id) => found.find((file) => file.id === id) ?? []);
    return [...earlier, ...this.#stored];
  }

  #problemOf(name: string, bytes: SentFile['bytes'], kept: number): Html | null {
    const words = this.#words;
    if (kept + this.#stored.length >= MAX_ATTACHMENTS)
      return words.t('refusal.line', { asset: name, reason: words.t('report.fileProblem.many') });
    if (bytes === null) return words.t('report.fileProblem.large', { name });
    if (bytes.byteLength === 0) return words.t('report.fileProblem.empty', { name });
    if (mediaTypeOf(bytes, name) === null) return words.t('report.fileProblem.kind', { name });
    if (this.#bar === undefined) this.#bar = this.#deps.bar();
    return this.#bar && words.t('refusal.line', { asset: name, reason: this.#bar });
  }
}
