import * as z from 'zod/mini';
import { type Address, addressOf } from '../../asset/address/address.ts';
import { registrableOf } from '../../asset/url/host/registrable.ts';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import type { CopiedAddresses } from '../notice/copied-addresses.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { isWeb } from '../warning/address.ts';
import { type Asker, NotPossible } from '../warning/answers.ts';
import type { ProtectionWorker } from '../worker.ts';
import { type WalletAnswer, type WalletDecision, type WalletRequest, walletDecision } from './decision.ts';

/** Milliseconds after which the page asks again, so that a worker that ended meanwhile is woken. */
const TURN_MS = 20_000;
/** Decisions remembered after they were made, for a question that is asked again. */
const MAX_DECISIONS = 20;
/** Addresses of one request that are remembered as paid. */
const MAX_PAID = 20;

const decisions = z.record(
  z.string(),
  z.object({
    tabId: z.int(),
    windowId: z.int(),
    shown: walletDecision,
    outcome: z.enum(['open', 'go', 'refuse']),
  }),
);
type Decisions = z.infer<typeof decisions>;

/** The windows in which a person decides. */
export type DecisionWindows = {
  /** Opens the decision with this id over the window of a tab. @returns the id of the window */
  open(id: string, tabId: number): Promise<number>;
  focus(windowId: number): Promise<unknown>;
  close(windowId: number): Promise<unknown>;
};

type WalletRequestsParts = {
  readonly worker: Pick<ProtectionWorker, 'ready' | 'protection' | 'settings'>;
  readonly copied: Pick<CopiedAddresses, 'paid' | 'resembled'>;
  readonly session: SessionArea;
  readonly windows: DecisionWindows;
  /** Whether nothing from a tab may be remembered. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
  /** Called for each request that waits for a person because it names what is listed. */
  readonly onStopped: (tabId: number) => void;
};

/**
 * Decides which requests to wallets wait for a person, and remembers what they decided. A request that names nobody
 * who is listed or resembles an address of this session goes on.
 */
export class WalletRequests {
  readonly #parts: WalletRequestsParts;
  readonly #decisions: StoredState<Decisions>;
  readonly #missed: StoredState<number[]>;
  /** What waits for its window, by tab: a worker that ends then opens it again when it is asked again. */
  readonly #opening = new Map<number, { readonly id: string; readonly shown: WalletDecision }>();
  /** Called when a decision was made. */
  readonly #waiting = new Map<string, () => void>();

  constructor(parts: WalletRequestsParts) {
    this.#parts = parts;
    const { session } = parts;
    this.#decisions = new StoredState({
      place: inSession(session, 'wallet-decisions'),
      schema: decisions,
      initial: {},
    });
    const schema = z.array(z.int());
    this.#missed = new StoredState<number[]>({ place: inSession(session, 'wallet-missed'), schema, initial: [] });
  }

  /** Whether a request goes on to the wallet. One for which a window was opened is answered when the person has decided. */
  async answer(request: WalletRequest, asker: Asker): Promise<{ answer: WalletAnswer }> {
    const { worker } = this.#parts;
    const tabId = asker.tab?.id;
    await Promise.all([worker.ready, this.#decisions.load()]);
    if (!worker.settings.checkWallets || tabId === undefined) return { answer: 'go' };
    if (this.#decisions.value[request.id]) return { answer: await this.#decided(request.id) };
    const site = siteOf(asker);
    const cause = await this.#causeToWait(request, tabId, site, asker.frameId === 0);
    if (cause === null) {
      await this.#remember(request, tabId);
      return { answer: 'go' };
    }
    return { answer: await this.#ask(request, tabId, { site, cause }) };
  }

  /** Whether one of these is listed, or may be. */
  async isListed(parties: WalletRequest['parties'], tabId: number): Promise<boolean> {
    await this.#parts.worker.ready;
    return (await this.#listed(parties, tabId)) !== undefined;
  }

  /** What a decision is about. @throws NotPossible once it was made */
  async describe(id: string): Promise<WalletDecision> {
    await this.#decisions.load();
    const found = this.#decisions.value[id];
    const shown = found ? found.outcome === 'open' && found.shown : this.#openingOf(id);
    if (!shown) throw new NotPossible('This request no longer waits');
    return shown;
  }

  /** The person has decided. */
  async decide(id: string, isSent: boolean): Promise<void> {
    const { maySend, cause } = await this.describe(id);
    const isGoing = isSent && maySend;
    // It is not asked about again.
    if (isGoing && cause.kind === 'alike') await this.#parts.copied.paid(addressesOf([addressAsset(cause.second)]));
    await this.#end(id, isGoing ? 'go' : 'refuse');
  }

  /** A window was closed: what waits there is not sent. */
  async windowClosed(windowId: number): Promise<void> {
    await this.#endAll((decision) => decision.windowId === windowId);
  }

  /** A tab was closed or shows another page: nothing of it waits any more. */
  async forgetTab(tabId: number): Promise<void> {
    await this.#endAll((decision) => decision.tabId === tabId);
    await this.#missed.change((tabs) => (tabs.includes(tabId) ? tabs.filter((each) => each !== tabId) : tabs));
  }

  /** A request of a tab went on without an answer. */
  async missed({ tab }: Asker): Promise<void> {
    await this.#missed.change((tabs) => (tab?.id === undefined || tabs.includes(tab.id) ? tabs : [...tabs, tab.id]));
  }

  /** Whether a request of the page in a tab went on without an answer. */
  async hasMissed(tabId: number): Promise<boolean> {
    await this.#missed.load();
    return this.#missed.value.includes(tabId);
  }

  async #causeToWait(
    { kind, parties }: WalletRequest,
    tabId: number,
    site: string,
    isTop: boolean,
  ): Promise<WalletDecision['cause'] | null> {
    const verdict = await this.#listed(parties, tabId);
    if (verdict) return { kind: 'listed', verdict };
    const other = parties.find(({ type, content }) => type === 'URL' && registrableOf(content) !== registrableOf(site));
    if (kind === 'sign-in-elsewhere' && isTop && other) return { kind: 'elsewhere', host: other.content };
    if (await this.#parts.isPrivate(tabId)) return null;
    const alike = await this.#parts.copied.resembled(addressesOf(parties));
    return alike && { kind: 'alike', first: alike.first, second: alike.second };
  }

  async #listed(parties: WalletRequest['parties'], tabId: number): Promise<Verdict | undefined> {
    const verdicts = await this.#parts.worker.protection.settleParties(parties, tabId);
    return verdicts.find(isBlocked) ?? verdicts.find(isUncertain);
  }

  /** A tab has one window at a time, however often its page asks. */
  async #ask(
    { id, kind }: WalletRequest,
    tabId: number,
    { site, cause }: Pick<WalletDecision, 'site' | 'cause'>,
  ): Promise<WalletAnswer> {
    const { windows, worker, onStopped } = this.#parts;
    const open = Object.values(this.#decisions.value).find((each) => each.tabId === tabId && each.outcome === 'open');
    if (open) await windows.focus(open.windowId);
    if (open || this.#opening.has(tabId)) return 'refuse';
    if (cause.kind === 'listed') onStopped(tabId);
    const { sendListed, failurePolicy } = worker.settings;
    const isBarred = cause.kind === 'listed' && cause.verdict.kind !== 'blocked' && failurePolicy === 'closed';
    const maySend = cause.kind !== 'listed' || (sendListed && !isBarred);
    const shown: WalletDecision = { site, kind, cause, maySend };
    this.#opening.set(tabId, { id, shown });
    try {
      const windowId = await windows.open(id, tabId);
      const decision = { tabId, windowId, shown, outcome: 'open' as const };
      await this.#decisions.change((all) => withoutOldest({ ...all, [id]: decision }));
      return 'wait';
    } finally {
      this.#opening.delete(tabId);
    }
  }

  #openingOf(id: string): WalletDecision | undefined {
    return [...this.#opening.values()].find((each) => each.id === id)?.shown;
  }

  async #decided(id: string): Promise<WalletAnswer> {
    const outcome = () => this.#decisions.value[id]?.outcome ?? 'refuse';
    if (outcome() === 'open')
      await new Promise<void>((resolve) => {
        this.#waiting.set(id, resolve);
        setTimeout(resolve, TURN_MS);
      });
    const made = outcome();
    return made === 'open' ? 'wait' : made;
  }

  async #endAll(isMeant: (decision: Decisions[string]) => boolean): Promise<void> {
    await this.#decisions.load();
    const ended = Object.entries(this.#decisions.value).filter(([, each]) => each.outcome === 'open' && isMeant(each));
    await Promise.all(ended.map(([id]) => this.#end(id, 'refuse')));
  }

  async #end(id: string, outcome: 'go' | 'refuse'): Promise<void> {
    const { windowId } = this.#decisions.value[id]!;
    await this.#decisions.change((all) => ({ ...all, [id]: { ...all[id]!, outcome } }));
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
    await this.#parts.windows.close(windowId);
  }

  async #remember({ parties }: WalletRequest, tabId: number): Promise<void> {
    const addresses = addressesOf(parties).slice(0, MAX_PAID);
    if (addresses.length > 0 && !(await this.#parts.isPrivate(tabId))) void this.#parts.copied.paid(addresses);
  }
}

const isBlocked = ({ kind }: Verdict): boolean => kind === 'blocked';
/** Silence and a spent budget are no verdicts. */
const isUncertain = ({ kind }: Verdict): boolean => kind === 'unconfirmed' || kind === 'checking';

const addressAsset = (content: string) => ({ type: 'ADDRESS' as const, content });
const addressesOf = (parties: WalletRequest['parties']): Address[] =>
  parties.flatMap(({ type, content }) => (type === 'ADDRESS' ? (addressOf(content) ?? []) : []));

/** The host of the page that asks; of a document without an address of its own, that of the page in its tab. */
function siteOf({ url, tab }: Asker): string {
  const asked = [url, tab?.url].find((each) => each !== undefined && isWeb(each));
  return asked === undefined ? '' : new URL(asked).hostname;
}

/** The oldest come first; open ones stay. */
function withoutOldest(all: Decisions): Decisions {
  const made = Object.entries(all).filter(([, { outcome }]) => outcome !== 'open');
  if (made.length <= MAX_DECISIONS) return all;
  const { [made[0]![0]]: _, ...others } = all;
  return others;
}
