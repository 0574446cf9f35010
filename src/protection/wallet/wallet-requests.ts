import * as z from 'zod/mini';
import { type Address, addressOf } from '../../asset/address/address.ts';
import type { Asset } from '../../asset/type.ts';
import { registrableOf } from '../../asset/url/host/registrable.ts';
import { Sequence } from '../../storage/sequence.ts';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import type { CopiedAddresses } from '../notice/copied-addresses.ts';
import { webHost } from '../warning/address.ts';
import { type Asker, NotPossible } from '../warning/answers.ts';
import type { ProtectionWorker } from '../worker.ts';
import { type WalletAnswer, type WalletRequest, walletAnswer, walletDecision } from './decision.ts';

/** Milliseconds after which a page hears that an answer takes longer: a call waits for 1.5 s by itself. */
const PATIENCE_MS = 500;
/** Decisions remembered, for a question that is asked again. */
const MAX_DECISIONS = 20;

const decision = z.extend(walletDecision, { id: z.string(), tabId: z.int(), windowId: z.int(), answer: walletAnswer });
type Decision = z.infer<typeof decision>;

export type WalletRequestsParts = {
  readonly worker: Pick<ProtectionWorker, 'ready' | 'protection' | 'settings' | 'settingsOn'>;
  readonly copied: Pick<CopiedAddresses, 'paid' | 'buckets' | 'resembled'>;
  readonly session: SessionArea;
  readonly windows: {
    /** Opens the decision with this id over the window of a tab. @returns the id of the window */
    open(id: string, tabId: number): Promise<number>;
    focus(windowId: number): Promise<unknown>;
    close(windowId: number): Promise<unknown>;
  };
  /** Whether nothing from a tab may be remembered. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
  /** Called for each request that waits for a person because it names what is listed. */
  readonly onStopped: (tabId: number) => void;
};

/** Decides which requests to wallets wait for a person, and remembers what they decided. All others go on. */
export function walletRequests({ worker, copied, session, windows, isPrivate, onStopped }: WalletRequestsParts) {
  const place = inSession(session, 'wallet-decisions');
  const decisions = new StoredState<Decision[]>({ place, schema: z.array(decision), initial: [] });
  /** Requests are judged, windows opened, and given up, one after the other. */
  const turns = new Sequence();

  /** What waits for a person, also in a window that is being opened. */
  async function waiting(isMeant: (each: Decision) => boolean): Promise<Decision[]> {
    await turns.run(() => decisions.load());
    return decisions.value.filter((each) => each.answer === 'wait' && isMeant(each));
  }

  async function end(ended: readonly Decision[], isSent: boolean): Promise<void> {
    if (ended.length === 0) return;
    const answered = (each: Decision): Decision => ({ ...each, answer: isSent && each.maySend ? 'go' : 'refuse' });
    await decisions.change((all) => all.map((each) => (ended.includes(each) ? answered(each) : each)));
    await Promise.all(ended.map(({ windowId }) => windows.close(windowId)));
  }

  /** What a decision is about. @throws NotPossible once it was made */
  async function describe(id: string): Promise<Decision> {
    const [found] = await waiting((each) => each.id === id);
    if (!found) throw new NotPossible('This request no longer waits');
    return found;
  }

  const gone = async ({ windowId, tabId }: { readonly windowId?: number; readonly tabId?: number }): Promise<void> =>
    end(await waiting((each) => each.windowId === windowId || each.tabId === tabId), false);

  type Reason = Pick<Decision, 'cause' | 'named' | 'verdict' | 'used'>;
  async function listed(parties: readonly Asset[], tabId: number): Promise<Reason | null> {
    const verdicts = await worker.protection.resolveParties(parties, tabId);
    const blocked = verdicts.find(({ kind }) => kind === 'blocked');
    // Silence and a spent budget are no verdicts.
    const verdict = blocked ?? verdicts.find(({ kind }) => kind === 'unconfirmed' || kind === 'checking');
    return verdict ? { cause: blocked ? 'listed' : 'unconfirmed', named: verdict.asset.content, verdict } : null;
  }

  async function reasonToWait({ kind, parties }: WalletRequest, tabId: number, asker: Asker): Promise<Reason | null> {
    const reason = await listed(parties, tabId);
    if (reason) return reason;
    const site = registrableOf(siteOf(asker));
    const other = parties.find(({ type, content }) => type === 'URL' && registrableOf(content) !== site);
    if (kind === 'sign-in-elsewhere' && asker.frameId === 0 && other)
      return { cause: 'elsewhere', named: other.content };
    if (await isPrivate(tabId)) return null;
    const alike = await copied.resembled(addressesOf(parties));
    return alike && { cause: 'alike', named: alike.second, used: alike.first };
  }

  /** A tab has one window at a time, however often its page asks. */
  async function ask(request: WalletRequest, tabId: number, asker: Asker): Promise<WalletAnswer> {
    const { id, kind } = request;
    await decisions.load();
    const before = decisions.value.find((each) => each.id === id);
    if (before) return before.answer;
    const reason = await reasonToWait(request, tabId, asker);
    if (!reason) return 'go';
    const open = decisions.value.find((each) => each.tabId === tabId && each.answer === 'wait');
    if (open) await windows.focus(open.windowId);
    if (open) return 'refuse';
    const { sendListed, failurePolicy } = worker.settings;
    const maySend = !reason.verdict || (sendListed && (reason.cause === 'listed' || failurePolicy !== 'closed'));
    if (reason.verdict) onStopped(tabId);
    const windowId = await windows.open(id, tabId);
    const added: Decision = { id, tabId, windowId, site: siteOf(asker), kind, ...reason, maySend, answer: 'wait' };
    await decisions.change((all) => [...all.slice(-MAX_DECISIONS), added]);
    return 'wait';
  }

  return {
    describe,

    /** Whether a request goes on to the wallet. One for which a window was opened waits until the person has decided. */
    async answer(request: WalletRequest, asker: Asker): Promise<{ answer: WalletAnswer }> {
      const tabId = asker.tab?.id;
      await worker.ready;
      if (!worker.settingsOn(asker.tab?.url).checkWallets || tabId === undefined) return { answer: 'go' };
      const late = new Promise<'wait'>((resolve) => setTimeout(resolve, PATIENCE_MS, 'wait'));
      return { answer: await Promise.race([turns.run(() => ask(request, tabId, asker)), late]) };
    },

    /** Requests that named these went on. @returns `endsBucketOf` each address that was copied or paid in this session */
    async used(parties: readonly Asset[], { tab }: Asker): Promise<{ buckets: number[] }> {
      await worker.ready;
      const { checkWallets } = worker.settingsOn(tab?.url);
      if (!checkWallets || tab?.id === undefined || (await isPrivate(tab.id))) return { buckets: [] };
      if (parties.length > 0) await copied.paid(addressesOf(parties));
      return { buckets: await copied.buckets() };
    },

    /** Whether a request that names this would wait for the person, because it is listed or may be. */
    async isListed(party: Asset): Promise<boolean> {
      await worker.ready;
      return (await listed([party], -1)) !== null;
    },

    /** The person has decided. @throws NotPossible once they had */
    decide: async (id: string, isSent: boolean): Promise<void> => end([await describe(id)], isSent),

    /** A window was closed, or a tab shows another page: what waits there is not sent. */
    gone,

    /** A tab was closed: nobody asks again, and what its pages wanted is forgotten. */
    async closed(tabId: number): Promise<void> {
      await gone({ tabId });
      await decisions.change((all) =>
        all.some((each) => each.tabId === tabId) ? all.filter((each) => each.tabId !== tabId) : all,
      );
    },
  };
}

const addressesOf = (parties: readonly Asset[]): Address[] =>
  parties.flatMap(({ type, content }) => (type === 'ADDRESS' ? (addressOf(content) ?? []) : []));

/** The host of the page that asks; of a document without an address of its own, that of the page in its tab. */
const siteOf = ({ url, tab }: Asker): string => webHost(url) || webHost(tab?.url);
