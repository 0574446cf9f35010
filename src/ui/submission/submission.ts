import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { holdsSecret } from '../../api/report/secret.js';
import { DraftStore } from '../../reporting/draft/draft.ts';
import type { DisputeDraft, OutboxEntry, ReportDraft } from '../../reporting/entry.ts';
import { type Ask, problemOf, useAsk } from '../page/ask.ts';

export type SubmissionState =
  | { readonly kind: 'writing'; readonly problem: string | null }
  /** It holds a recovery phrase or a private key, so nothing was sent. */
  | { readonly kind: 'secret' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'stored'; readonly entry: OutboxEntry };

const POLL_INTERVAL_MS = 500;
/** A first attempt that takes longer than this, in ms, is shown as waiting: the form need not stay open for it. */
const SENDING_TIMEOUT_MS = 3_000;

/** One report or dispute from "send" to what became of it. Nothing is stored when it fails: the form still holds all. */
export class Submission {
  readonly state: Signal<SubmissionState> = signal({ kind: 'writing', problem: null });
  readonly #ask: Ask;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  report(draft: ReportDraft): Promise<void> {
    const { title, description, contactInfo, mentions } = draft;
    return this.#submit([title, description, contactInfo, ...mentions], () => this.#ask('reportSubmit', draft));
  }

  dispute(draft: DisputeDraft): Promise<void> {
    const { content, description, email } = draft;
    return this.#submit([content, description, email], () => this.#ask('disputeSubmit', draft));
  }

  /**
   * Back to the form, with what was written. A refused entry that is corrected is taken out of the outbox first.
   * @param keep keeps its words as a draft again, which the entry replaced; resolves to whether they are kept
   */
  async edit(keep: () => Promise<boolean>): Promise<void> {
    const { value } = this.state;
    clearTimeout(this.#timer);
    if (value.kind === 'stored' && value.entry.state.kind === 'refused' && (await keep()))
      await this.#ask('outboxDiscard', { id: value.entry.id }).catch(() => undefined);
    this.state.value = { kind: 'writing', problem: null };
  }

  /** Ends following the entry; it goes on its way without this page. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** @param texts what would leave the device: with a recovery phrase or a private key in it, nothing does */
  async #submit(texts: readonly string[], send: () => Promise<OutboxEntry>): Promise<void> {
    if (this.state.value.kind === 'sending') return;
    if (texts.some(holdsSecret)) {
      this.state.value = { kind: 'secret' };
      return;
    }
    this.state.value = { kind: 'sending' };
    try {
      this.#follow(await send());
    } catch (error) {
      this.state.value = { kind: 'writing', problem: problemOf(error) };
    }
  }

  #follow(entry: OutboxEntry, start = Date.now()): void {
    const { state } = entry;
    const isFirstTry = state.kind === 'waiting' && !state.cause && Date.now() - start < SENDING_TIMEOUT_MS;
    if (!isFirstTry) this.state.value = { kind: 'stored', entry };
    if (entry.hasNews) void this.#ask('outboxSeen', { ids: [entry.id] }).catch(() => undefined);
    if (state.kind !== 'waiting' || this.#isStopped) return;
    this.#timer = setTimeout(async () => {
      const entries = await this.#ask('outboxList', {}).then(
        (reply) => reply.entries,
        () => [],
      );
      if (this.state.value.kind === 'writing' || this.#isStopped) return;
      this.#follow(entries.find(({ id }) => id === entry.id) ?? entry, start);
    }, POLL_INTERVAL_MS);
  }
}

/** The drafts and the submission of one form. The drafts' database is opened at once. */
export function useSubmission(): { readonly drafts: DraftStore; readonly submission: Submission } {
  const ask = useAsk();
  const parts = useMemo(() => ({ drafts: new DraftStore(), submission: new Submission(ask) }), [ask]);
  useEffect(() => {
    // The form reports a database that cannot be opened at the first letter that it cannot save.
    parts.drafts.ready().catch(() => undefined);
    return () => parts.submission.stop();
  }, [parts]);
  return parts;
}
