import type { Endpoint } from '../../api/client.ts';
import type { StorageFailure } from '../../storage/failure.ts';
import { Sequence } from '../../storage/sequence.ts';
import { type DamagedRow, ReportingDatabase } from '../database.ts';
import { dropDraftsOf, fingerprint } from '../draft/draft.ts';
import { checkItem, UnfinishedItem } from '../draft/request.ts';
import {
  isWaiting,
  MAX_ANSWER_LENGTH,
  newEntry,
  type OutboxCounts,
  type OutboxEntry,
  type OutboxItem,
  outboxItem,
  type Reply,
  type SentState,
  type WaitingReply,
} from '../entry.ts';
import { AttachedFiles } from '../files.ts';
import { Follower, followAt } from '../outcome/follower.ts';
import { type Standing, standingOf, withNews } from '../outcome/standing.ts';
import { deliver, type MaySend } from './delivery.ts';
import { Sender } from './sender.ts';
import { EntryTable } from './table.ts';

export type OutboxDependencies = {
  /** Where to send, or null while there is no key. */
  readonly endpoint: () => Promise<Endpoint | null>;
  /** What the organization allows to be sent. Default: everything. */
  readonly maySend?: () => Promise<MaySend>;
  readonly database?: ReportingDatabase;
  /** Sends one entry. Default: to the service. */
  readonly deliver?: typeof deliver;
  /** Milliseconds since epoch. */
  readonly now?: () => number;
  /** 0 to 1. */
  readonly random?: () => number;
  /** Keeps two contexts from sending at once, in browsers that have it. */
  readonly locks?: Pick<LockManager, 'request'> | undefined;
};

/** Minimum time between two refreshes of an entry that a person looks at, in ms, and of all open entries. */
const MIN_REFRESH_INTERVAL_MS = 5_000;
const MIN_REFRESH_ALL_INTERVAL_MS = 60_000;
/** Time that an open form has to show a refusal of the first attempt before it counts as news, in ms. */
const FORM_TIME_MS = 5_000;

/**
 * Reports and disputes on their way. An entry is on disk before anything is sent and stays until the service has
 * accepted or refused it. Its id is the idempotency key of every attempt, so that it arrives once even when the worker
 * dies between the service's answer and the note of it.
 */
export class Outbox {
  readonly #database: ReportingDatabase;
  readonly #table: EntryTable;
  readonly #sender: Sender;
  readonly #now: () => number;
  readonly #locks: Pick<LockManager, 'request'> | undefined;
  readonly #submissions = new Sequence();
  #run: Promise<void> | null = null;
  #again = false;

  constructor({
    endpoint,
    maySend = async () => ({ reports: true, contact: true }),
    database,
    now,
    random,
    deliver: send = deliver,
    ...rest
  }: OutboxDependencies) {
    this.#now = now ?? Date.now;
    const own = database ?? new ReportingDatabase();
    this.#database = own;
    this.#table = new EntryTable(own, this.#now);
    const parts = { table: this.#table, endpoint, maySend, now: this.#now, random: random ?? Math.random };
    const files = new AttachedFiles(own, this.#now);
    this.#sender = new Sender({ ...parts, files, deliver: send, follower: new Follower(parts) });
    this.#locks = 'locks' in rest ? rest.locks : globalThis.navigator?.locks;
  }

  /** Why the last access to the database failed; null if it did not. */
  get storeProblem(): StorageFailure | null {
    return this.#database.problem;
  }

  /**
   * Stores an item durably, removes its draft and returns its entry; nothing is sent yet. If there is an entry with this
   * id, or the same item is already waiting, returns that entry instead of storing it twice.
   * @param id the id of the entry
   * @param isPrivate whether it comes from a private window of a browser with one database for all windows
   * @throws UnfinishedItem when it cannot be sent as it is
   * @throws StorageFailure when it could not be stored
   */
  submit(item: OutboxItem, id: string = crypto.randomUUID(), isPrivate = false): Promise<OutboxEntry> {
    return this.#submissions.run(() => this.#submit(item, id, isPrivate));
  }

  /** Every entry, newest first. */
  list(): Promise<OutboxEntry[]> {
    return this.#table.all();
  }

  /**
   * Sends due entries, one at a time, and asks about the outcome of sent ones where that is due. Concurrent calls share
   * one run, which looks again before it ends. A failed entry holds its reason and its next time.
   * @throws StorageFailure when entries cannot be read or written; they are sent later with the same key
   */
  send(): Promise<void> {
    this.#again = true;
    this.#run ??= this.#runs();
    return this.#run;
  }

  /**
   * Sends every waiting entry now, whatever its next time. Called by a person, at start and when the connection
   * returns.
   */
  async retry(): Promise<void> {
    const now = this.#now();
    await this.#table.changeWhere(
      ({ state, nextAttemptAt }) => state.kind === 'waiting' && nextAttemptAt > now,
      (entry) => ({ ...entry, nextAttemptAt: now }),
    );
    await this.#retryReplies(now);
    await this.send();
  }

  /** Asks for the outcome of one entry now, for a person who looks at it. Does nothing where it was asked within the last five seconds. */
  async refresh(id: string): Promise<void> {
    const now = this.#now();
    const [asking] = await this.#table.change([id], (entry) => askedNow(entry, now, MIN_REFRESH_INTERVAL_MS));
    if (asking) await this.send();
  }

  /** Asks for the outcome of every open entry that was not asked about within the last minute. */
  async refreshAll(): Promise<void> {
    const now = this.#now();
    const open = (await this.list()).filter((entry) => OPEN.includes(standingOf(entry))).map(({ id }) => id);
    const asking = await this.#table.change(open, (entry) => askedNow(entry, now, MIN_REFRESH_ALL_INTERVAL_MS));
    if (asking.length > 0) await this.send();
  }

  /**
   * Makes entries due whose contents entered or left the list: that decision is about them too, or undoes theirs.
   * @param countListed how many of some contents are on the list
   * @returns whether there are any
   */
  async compareWithList(countListed: (contents: readonly string[]) => number): Promise<boolean> {
    const now = this.#now();
    const asking = (await this.list()).filter((entry) => askedNow(entry, now, 0) !== null).map(({ id }) => id);
    const changed = await this.#table.change(asking, (entry) => {
      const state = entry.state as SentState;
      const contents = entry.item.kind === 'report' ? entry.item.draft.contents : [entry.item.draft.content];
      const listedCount = countListed(contents);
      const isListedAtFirst = entry.item.kind === 'dispute' || state.isAddition === true;
      if (listedCount === (state.listedCount ?? (isListedAtFirst ? contents.length : 0))) return null;
      return askedNow({ ...entry, state: { ...state, listedCount } }, now, 0);
    });
    return changed.length > 0;
  }

  /**
   * Stores the answer to a question of the reviewers durably; {@link send} sends it. Does nothing where an answer with
   * this id is stored.
   * @throws UnfinishedItem where this question is not open any more, or the answer is empty or too long
   * @throws StorageFailure when it could not be stored
   */
  async answer(id: string, question: string, written: string, replyId: string = crypto.randomUUID()): Promise<void> {
    const text = written.trim();
    if (text === '') throw new UnfinishedItem('wrong.answer');
    if (text.length > MAX_ANSWER_LENGTH) throw new UnfinishedItem('tooLong.answer');
    const now = this.#now();
    const [answered] = await this.#table.change([id], (entry) => {
      const { state } = entry;
      if (repliesOf(entry).some((reply) => reply.id === replyId)) return entry;
      if (state.kind !== 'sent' || standingOf(entry) !== 'asked' || state.review?.question !== question) return null;
      const waiting = { kind: 'waiting', attempts: 0, nextAttemptAt: now } as const;
      const reply = { id: replyId, question, text, writtenAt: now, state: waiting };
      return { ...entry, state: { ...state, replies: [...(state.replies ?? []), reply] } };
    });
    if (!answered) throw new UnfinishedItem('notAsked');
  }

  /**
   * Makes a report wait again without the file that kept it from being sent; {@link send} sends it. It replaces the
   * refused entry in one transaction, under a new id, because the service may know the old one with another body. Does
   * nothing where there is no such file, as after a second press.
   * @throws StorageFailure when it could not be stored
   */
  async sendWithoutFile(id: string): Promise<void> {
    const withoutFile = ({ hasNews: _, ...entry }: OutboxEntry): OutboxEntry | null => {
      const { item, state } = entry;
      if (item.kind !== 'report' || state.kind !== 'refused' || state.failedFile === undefined) return null;
      const files = item.draft.files.filter((file) => file.id !== state.failedFile);
      const sendable = { kind: 'report', draft: { ...item.draft, files } } as const;
      return { ...entry, ...newEntry(crypto.randomUUID(), sendable, entry.createdAt, this.#now()) };
    };
    await this.#submissions.run(() => this.#table.change([id], withoutFile));
  }

  /** Marks these entries as seen by the person. */
  async seen(ids: readonly string[]): Promise<void> {
    await this.#table.change(ids, ({ hasNews, ...entry }) => (hasNews ? entry : null));
  }

  /** Deletes everything that is not waiting to be sent: sent, refused and unreadable entries. An unsent answer keeps its entry. */
  async erase(): Promise<void> {
    const isDone = (entry: OutboxEntry) => entry.state.kind !== 'waiting' && !repliesOf(entry).some(isWaiting);
    const done = (await this.list()).filter(isDone).map(({ id }) => id);
    await this.#table.remove([...done, ...(await this.damaged()).map(({ key }) => key)]);
  }

  /** Deletes an entry. If it is being sent right now, it may still arrive. */
  async discard(id: string): Promise<void> {
    await this.#table.remove([id]);
  }

  /** Called when the last private window was closed. What still waits stays on the disk, because it should arrive. */
  async forgetPrivate(): Promise<void> {
    this.#table.forgetPrivate();
  }

  async counts(): Promise<OutboxCounts> {
    const entries = await this.list();
    const isKnown = (entry: OutboxEntry) => standingOf(entry) === 'known';
    const count = (kind: OutboxEntry['state']['kind']) =>
      entries.filter((entry) => (isKnown(entry) ? 'sent' : entry.state.kind) === kind).length;
    const damaged = (await this.damaged()).length;
    const news = withNews(entries).filter((entry) => this.#newsAt(entry) === null).length;
    return { sent: count('sent'), waiting: count('waiting'), refused: count('refused'), damaged, news };
  }

  /** Rows that do not parse as entries: kept unchanged, never dropped. */
  damaged(): Promise<DamagedRow[]> {
    return this.#table.damaged();
  }

  /** When {@link send} has something to do next, or there will be news to tell (ms since epoch), or null. */
  async nextAttemptAt(): Promise<number | null> {
    const times = (await this.list()).flatMap((entry) => {
      const at = entry.state.kind === 'waiting' ? entry.nextAttemptAt : (this.#newsAt(entry) ?? followAt(entry));
      return at === null ? [] : [at];
    });
    return times.length === 0 ? null : Math.min(...times);
  }

  /** When a refusal becomes news (ms since epoch): its form may be about to show it. Null where it is, or there is none. */
  #newsAt({ state, attempts, hasNews }: OutboxEntry): number | null {
    const isNew = state.kind === 'refused' && attempts === 1 && hasNews === true;
    return isNew && Math.abs(this.#now() - state.at) < FORM_TIME_MS ? state.at + FORM_TIME_MS : null;
  }

  /** Makes waiting answers due, whatever their next time. */
  async #retryReplies(now: number): Promise<void> {
    const isLater = (reply: Reply): reply is WaitingReply => isWaiting(reply) && reply.state.nextAttemptAt > now;
    await this.#table.changeWhere(
      (entry) => repliesOf(entry).some(isLater),
      (entry) => {
        const replies = repliesOf(entry).map((reply) =>
          isLater(reply) ? { ...reply, state: { ...reply.state, nextAttemptAt: now } } : reply,
        );
        return { ...entry, state: { ...(entry.state as SentState), replies } };
      },
    );
  }

  async #submit(written: OutboxItem, id: string, isPrivate: boolean): Promise<OutboxEntry> {
    checkItem(written);
    const item = outboxItem.parse(written);
    const same = fingerprint(item.kind, item.draft);
    const entries = await this.list();
    const now = this.#now();
    const twin = entries.find(
      ({ id: other, state, item: { kind, draft } }) =>
        other === id || (state.kind === 'waiting' && fingerprint(kind, draft) === same),
    );
    if (twin) return twin;
    const entry = { ...newEntry(id, item, now, now), ...(isPrivate ? { isPrivate } : {}) };
    await this.#table.add(entry, (transaction) => dropDraftsOf(item, transaction));
    return entry;
  }

  async #runs(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        await (this.#locks ? this.#locks.request('wary-outbox', () => this.#sender.run()) : this.#sender.run());
      }
    } finally {
      this.#run = null;
    }
  }
}

const OPEN: readonly Standing[] = ['received', 'review', 'asked', 'merged', 'added'];

/** The entry, due to be asked about; null where an answer goes first, or it was asked about within the last `intervalMs`. */
function askedNow(entry: OutboxEntry, now: number, intervalMs: number): OutboxEntry | null {
  const { state } = entry;
  if (state.kind !== 'sent' || state.receipt === undefined || standingOf(entry) === 'answering') return null;
  const { review } = state;
  if (review && Math.abs(now - review.askedAt) < intervalMs) return null;
  const { isGone: _, ...known } = review ?? { askedAt: state.at };
  return { ...entry, state: { ...state, review: { ...known, nextAt: now } } };
}

const repliesOf = ({ state }: OutboxEntry): readonly Reply[] => (state.kind === 'sent' ? (state.replies ?? []) : []);
