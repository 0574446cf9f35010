import { MAX_ATTACHMENTS, mediaTypeOf, refusedKind } from '../../api/report/attachment.ts';
import type { StoredFile } from '../feature/report/attachment.ts';
import { Failure } from '../http/failure.ts';
import type { SentFile } from '../http/request/form.ts';
import type { Html, Words } from '../page/words.ts';
import { ATTACHED } from './report/form.ts';

type AttachedDeps = {
  /** Stores a file as the operation `attachmentUpload` does. @throws Failure PAYLOAD_TOO_LARGE when there is no room */
  readonly store: (file: File, before: URLSearchParams) => Promise<StoredFile>;
  /** The given files that are stored and were sent to the same portal. */
  readonly find: (ids: readonly string[]) => Promise<readonly StoredFile[]>;
  /** Counts a file of this size; why it may not be accepted, or null. */
  readonly bar: (bytes: number) => Html | null;
};

/** The files of one submitted form: those from earlier submissions of the same report, and new ones. */
export class AttachedFiles {
  readonly #deps: AttachedDeps;
  readonly #words: Words;
  readonly #stored: Promise<StoredFile | null>[] = [];
  /** The name of each file that was not attached, with the reason; complete after {@link all}. */
  readonly problems: Html[] = [];

  constructor(deps: AttachedDeps, words: Words) {
    this.#deps = deps;
    this.#words = words;
  }

  /**
   * Stores an arriving file while the rest of the form is read: a sender that had to wait for the database would be cut
   * off. A file that the service would refuse is left out and listed in {@link problems}.
   */
  take({ name, bytes }: SentFile, before: URLSearchParams): void {
    const problem = this.#problemOf(name, bytes, before.getAll(ATTACHED).length);
    if (problem !== null) {
      this.problems.push(problem);
      return;
    }
    const storing = this.#store(new File([bytes!], name), before);
    // A failure is thrown by {@link all}.
    storing.catch(() => undefined);
    this.#stored.push(storing);
  }

  /** Null if there is no room; the reason is then among the problems. */
  async #store(file: File, before: URLSearchParams): Promise<StoredFile | null> {
    try {
      return await this.#deps.store(file, before);
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      const words = this.#words;
      const reason = words.t(error.code === 'PAYLOAD_TOO_LARGE' ? 'portal.error.noRoom' : 'refusal.other');
      this.problems.push(words.t('refusal.line', { asset: file.name, reason }));
      return null;
    }
  }

  /** All files of the report. @param kept values of the fields that carry the earlier files */
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
        this.problems.push(this.#words.t('refusal.missingFile', { file: name }));
    // In the order of attachment.
    const earlier = [...wanted.keys()].flatMap((id) => found.find((file) => file.id === id) ?? []);
    const stored = await Promise.all(this.#stored);
    return [...earlier, ...stored.filter((file) => file !== null)];
  }

  #problemOf(name: string, bytes: SentFile['bytes'], kept: number): Html | null {
    const words = this.#words;
    if (kept + this.#stored.length >= MAX_ATTACHMENTS)
      return words.t('refusal.line', { asset: name, reason: words.t('report.fileProblem.many') });
    const kind = refusedKind(bytes, name);
    if (bytes === null) return words.t(`report.fileProblem.${kind === 'kind' ? 'large' : kind}`, { name });
    if (bytes.byteLength === 0) return words.t('report.fileProblem.empty', { name });
    if (mediaTypeOf(bytes, name) === null) return words.t(`report.fileProblem.${kind}`, { name });
    const bar = this.#deps.bar(bytes.byteLength);
    return bar && words.t('refusal.line', { asset: name, reason: bar });
  }
}
