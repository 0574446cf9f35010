import type { FailurePolicy } from '../../settings/catalogue.ts';
import { type AllowanceScope, objectionTo } from '../allowance/allowance.ts';
import type { Cause } from '../confirmation/cause.ts';
import { stops } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { ProtectionWorker } from '../worker.ts';
import { isWeb, type StoppedFile } from './address.ts';
import { isSameDocument } from './short-address.ts';

/** The sender of a message, as reported by the browser. */
export type Asker = {
  readonly url?: string | undefined;
  readonly frameId?: number | undefined;
  readonly documentId?: string | undefined;
  readonly tab?: { readonly id?: number | undefined; readonly url?: string | undefined } | undefined;
};

/**
 * A guard's question, with the prefixes of its address that it found in the shards. `isInUse` where a person may be using
 * the document, because it was shown under another address.
 */
type GuardQuestion = { readonly url: string; readonly hits: readonly number[]; readonly isInUse: boolean };

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
export const answersOf = (worker: ProtectionWorker) => ({
  /** The verdict on an address about which the shards say nothing, without asking the service. */
  guardCheck: async (request: { url: string }, asker: Asker): Promise<Pick<Verdict, 'kind'>> => {
    const url = ownAddress(request.url, asker);
    await worker.ready;
    return { kind: worker.verdict(url, asker.tab?.id)?.kind ?? 'clear' };
  },

  /** The verdict on a covered document. A tab is taken to the warning; a frame goes by itself, or its tab does. */
  guardResolve: async (request: GuardQuestion, asker: Asker): Promise<Pick<Verdict, 'kind'>> => {
    const url = ownAddress(request.url, asker);
    const { tab, frameId, documentId } = asker;
    const { tabs, navigation, protection } = worker;
    await worker.ready;
    if (!protection.report(url, request.hits, tab?.id)) return { kind: 'checking' };
    const settling = worker.resolve(url, tab?.id, causeOf(worker, url, asker));
    if (tab?.id === undefined) return { kind: (await settling)?.kind ?? 'clear' };
    const tabId = tab.id;
    const ending = settling.then((verdict) => {
      const mustEnd = request.isInUse ? verdict?.kind === 'blocked' : stops(verdict);
      return frameId === 0 && mustEnd ? tabs.stop(tabId, url) : undefined;
    });
    // Until the tab has left: what plays goes on while a page resists.
    if (frameId === 0 && !request.isInUse) void tabs.muteDuring(tabId, ending);
    const verdict = await settling;
    if (verdict && frameId !== 0 && frameId !== undefined)
      void navigation.endFrame({ tabId, frameId, documentId, url });
    return { kind: verdict?.kind ?? 'clear' };
  },

  /** A verdict that lets the page return to its address is given only once no browser rule would send it back. */
  warningDescribe: async (
    request: { url: string; waits: boolean },
    asker: Asker,
  ): Promise<{ verdict: Verdict; policy: FailurePolicy; wasStopped: boolean; loaded: boolean; file?: StoppedFile }> => {
    await worker.ready;
    const { url, waits } = request;
    const tabId = asker.tab?.id;
    const verdict = waits ? await worker.resolve(url, tabId) : worker.verdict(url, tabId);
    if (!verdict) throw new NotPossible('Only http and https addresses can be judged');
    if (!stops(verdict) && verdict.kind !== 'checking') await worker.protection.release(url, verdict);
    const stop = worker.tabs.stopIn(tabId, url);
    const { failurePolicy: policy } = worker.settings;
    const file = stop?.file ?? (stop?.loaded ? 'saved' : undefined);
    return { verdict, policy, wasStopped: stop !== null, loaded: stop?.loaded ?? true, ...(file ? { file } : {}) };
  },

  /** @throws NotPossible when a policy does not let the person open it, or not like this */
  warningProceed: async (
    request: { url: string; scope: AllowanceScope; reason?: string | undefined },
    asker: Asker,
  ): Promise<void> => {
    await worker.ready;
    const { url, scope, reason } = request;
    const tabId = asker.tab?.id;
    const verdict = await worker.resolve(url, tabId);
    if (!verdict) throw new NotPossible('Only http and https addresses can be opened');
    if ((verdict.kind === 'unconfirmed' || verdict.kind === 'unknown') && worker.settings.failurePolicy === 'closed')
      throw new NotPossible('This site could not be confirmed, and your settings do not let it open until it is');
    if (stops(verdict) && verdict.expression !== undefined) {
      const objection = objectionTo({ scope, reason }, worker.settings);
      if (objection !== null) throw new NotPossible(OBJECTIONS[objection]);
      await worker.allowances.grant(verdict.expression, scope, tabId, reason?.trim());
    }
    await worker.protection.release(url, worker.verdict(url, tabId) ?? verdict);
  },

  warningRetry: async (request: { url: string }): Promise<void> => {
    await worker.ready;
    await worker.protection.retry(request.url);
  },
});

/** A page can take addresses of its own by itself, as often as it likes. */
function causeOf({ tabs }: ProtectionWorker, url: string, { tab, frameId }: Asker): Cause {
  if (frameId !== 0) return 'frame';
  const document = tab?.id === undefined ? null : tabs.documentIn(tab.id);
  return document === null || isSameDocument(document, url) ? 'navigation' : 'move';
}

/** The address that a guard asks about. A page may ask only about itself: the browser's host of the document counts. */
function ownAddress(asked: string, { url }: Asker): string {
  if (url === undefined || !isWeb(url)) return asked;
  return hostOf(asked) === hostOf(url) ? asked : url;
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);
