import type { FailurePolicy } from '../../settings/catalogue.ts';
import { type AllowanceScope, objectionTo } from '../allowance/allowance.ts';
import type { Cause } from '../confirmation/cause.ts';
import type { StoppedFrame } from '../navigation/frame-removal.ts';
import { GUARD_TIMEOUT_MS } from '../navigation/navigation.ts';
import { stops } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { ProtectionWorker } from '../worker.ts';
import { isWeb } from './address.ts';
import type { Step, TakenStep } from './back-steps.ts';
import type { Initiator } from './initiator.ts';

/** The sender of a message, as reported by the browser. */
export type Asker = {
  readonly url?: string | undefined;
  readonly frameId?: number | undefined;
  readonly documentId?: string | undefined;
  readonly tab?: { readonly id?: number | undefined; readonly url?: string | undefined } | undefined;
};

/** A document to judge. `isHeld` means that nothing of it has run, nor will before the answer. */
type JudgedDocument = { readonly url: string; readonly isHeld: boolean };
/** A guard's question, with the prefixes of its address that it found in the shards. */
type GuardQuestion = JudgedDocument & { readonly hits: readonly number[] };

/** The request is not possible; the message says why. */
export class NotPossible extends Error {
  override readonly name = 'NotPossible';
}

/** Why a listed site is not opened, by the objection of the organization's policy. */
const OBJECTIONS = {
  nobody: 'Your organization does not let listed sites be opened',
  reason: 'Your organization lets a listed site be opened only by who writes down why',
  scope: 'Your organization does not let a listed site be opened for so long',
} as const;

/** Answers to the questions of guards and the warning page. */
export class Answers {
  readonly #worker: ProtectionWorker;
  readonly #freshList: () => Promise<void>;
  readonly #removeFrame: (frame: StoppedFrame) => void;

  /**
   * @param freshList settles when the list is as recent as currently possible
   * @param removeFrame removes a frame that was told to leave and may stay
   */
  constructor(
    worker: ProtectionWorker,
    freshList: () => Promise<void>,
    removeFrame: (frame: StoppedFrame) => void = () => undefined,
  ) {
    this.#worker = worker;
    this.#freshList = freshList;
    this.#removeFrame = removeFrame;
  }

  readonly guardCheck = async (request: GuardQuestion, asker: Asker): Promise<Pick<Verdict, 'kind'>> => {
    const url = ownAddress(request.url, asker);
    await this.#worker.ready;
    if (!this.#worker.protection.report(url, request.hits, asker.tab?.id)) return { kind: 'checking' };
    const known = this.#worker.verdict(url, asker.tab?.id)?.kind;
    if (known === 'clear' || known === 'unknown') await this.#freshList();
    const verdict = this.#worker.verdict(url, asker.tab?.id);
    if (verdict?.kind === 'checking') void this.checkFrame({ ...request, url }, asker);
    return this.#forGuard({ ...request, url }, verdict, asker);
  };

  /**
   * Checks a frame whose address looks listed. The frame is removed if the address is listed, even if its guard never
   * asks again: a busy document keeps its guard from asking.
   */
  async checkFrame(question: JudgedDocument, asker: Asker): Promise<void> {
    const { url } = question;
    const { tab, frameId } = asker;
    if (tab?.id === undefined || !frameId || !isWeb(url)) return;
    await this.#worker.ready;
    this.#forGuard(question, await this.#worker.settle(url, tab.id, 'frame'), asker);
  }

  readonly guardSettle = async (request: GuardQuestion, asker: Asker): Promise<Pick<Verdict, 'kind'>> => {
    const url = ownAddress(request.url, asker);
    await this.#worker.ready;
    if (!this.#worker.protection.report(url, request.hits, asker.tab?.id)) return { kind: 'checking' };
    const verdict = await this.#worker.settle(url, asker.tab?.id, this.#causeOf(url, asker));
    return this.#forGuard({ ...request, url }, verdict, asker);
  };

  /** A verdict that lets the page return to its address is given only once no browser rule would send it back. */
  readonly warningDescribe = async (
    request: { url: string; settle: boolean },
    asker: Asker,
  ): Promise<{ verdict: Verdict; policy: FailurePolicy; initiator: Initiator | null; loaded: boolean }> => {
    await this.#worker.ready;
    const { url, settle } = request;
    const tabId = asker.tab?.id;
    const verdict = settle ? await this.#worker.settle(url, tabId) : this.#worker.verdict(url, tabId);
    if (!verdict) throw new NotPossible('Only http and https addresses can be judged');
    if (!stops(verdict) && verdict.kind !== 'checking') await this.#worker.protection.release(url, verdict);
    const initiator = this.#worker.stopped.initiator(tabId, url);
    const loaded = this.#worker.stopped.loaded(tabId, url);
    return { verdict, policy: this.#worker.settings.failurePolicy, initiator, loaded };
  };

  /** @throws NotPossible when a policy does not let the person open it, or not like this */
  readonly warningProceed = async (
    request: { url: string; scope: AllowanceScope; reason?: string | undefined },
    asker: Asker,
  ): Promise<void> => {
    await this.#worker.ready;
    const { url, scope, reason } = request;
    const tabId = asker.tab?.id;
    const verdict = await this.#worker.settle(url, tabId);
    if (!verdict) throw new NotPossible('Only http and https addresses can be opened');
    if (
      (verdict.kind === 'unconfirmed' || verdict.kind === 'unknown') &&
      this.#worker.settings.failurePolicy === 'closed'
    )
      throw new NotPossible('This site could not be confirmed, and your settings do not let it open until it is');
    if (stops(verdict) && verdict.expression !== undefined) {
      const objection = objectionTo({ scope, reason }, this.#worker.settings);
      if (objection !== null) throw new NotPossible(OBJECTIONS[objection]);
      await this.#worker.allowances.grant(verdict.expression, scope, tabId, reason?.trim());
    }
    await this.#worker.protection.release(url, this.#worker.verdict(url, tabId) ?? verdict);
  };

  readonly warningRetry = async (request: { url: string }): Promise<void> => {
    await this.#worker.ready;
    await this.#worker.protection.retry(request.url);
  };

  readonly warningStep = (request: { url: string } & Step, { tab }: Asker): void => {
    if (tab?.id !== undefined) this.#worker.backSteps.add(tab.id, request.url, request);
  };

  readonly warningLanded = async (request: { url: string }, { tab }: Asker): Promise<{ step: TakenStep | null }> => {
    await this.#worker.ready;
    if (tab?.id === undefined) return { step: null };
    const initiator = this.#worker.stopped.initiator(tab.id, request.url);
    return { step: this.#worker.backSteps.stepTo(tab.id, request.url, initiator) };
  };

  #causeOf(url: string, { tab, frameId }: Asker): Cause {
    if (frameId !== 0) return 'frame';
    const { navigation, visited } = this.#worker;
    if (tab?.id === undefined) return 'navigation';
    return navigation.hasChangedAddress(tab.id, url, visited.loadedIn(tab.id)) ? 'move' : 'navigation';
  }

  /**
   * The guard leaves the page by itself. If it does not, the tab is taken to the warning page from here, or the frame
   * is removed from its page.
   */
  #forGuard(
    { url, isHeld }: JudgedDocument,
    verdict: Verdict | null,
    { tab, frameId, documentId }: Asker,
  ): Pick<Verdict, 'kind'> {
    if (verdict && stops(verdict) && tab?.id !== undefined) {
      if (frameId === 0) {
        this.#worker.navigation.recordStop(tab.id, url);
        void this.#worker.navigation.stopIfListed(tab.id, url, GUARD_TIMEOUT_MS, { isRunning: !isHeld });
      } else if (frameId !== undefined) this.#removeFrame({ tabId: tab.id, frameId, documentId, url, isHeld });
    }
    return { kind: verdict?.kind ?? 'clear' };
  }
}

/**
 * The address that a guard asks about. A page may ask only about itself: if the browser knows another host for the
 * document, that host counts.
 */
function ownAddress(asked: string, { url }: Asker): string {
  if (url === undefined || !isWeb(url)) return asked;
  return hostOf(asked) === hostOf(url) ? asked : url;
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);
