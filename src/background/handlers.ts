import { browser } from 'wxt/browser';
import type { Handlers } from '../messaging/router.ts';
import { chooseService } from '../settings/service.ts';
import type { Background } from './background.ts';
import { lookalikeAnswered } from './notice/lookalike-notice.ts';
import { outboxStateOf, overviewOf } from './overview.ts';
import { IS_PRIVATE, isPrivateTab } from './private-window.ts';
import { bringScanner } from './scanner-injection.ts';

const DONE = { done: true } as const;

/** Who answers each message. */
export function handlersOf(background: Background): Handlers {
  const { answers, addresses, worker, findings, schedule, outbox, settings } = background;
  return {
    guardCheck: answers.guardCheck,
    guardSettle: answers.guardSettle,
    formLeaving: () => {
      worker.navigation.formLeaving();
      return DONE;
    },
    linkAhead: ({ url, act }, { tab }) => {
      if (tab?.id === undefined) return DONE;
      worker.backSteps.acted(tab.id);
      void worker.linkCheck.look(url, tab.id, act);
      return DONE;
    },
    personPresent: (_, { tab }) => {
      if (tab?.id !== undefined) worker.backSteps.acted(tab.id);
      return DONE;
    },
    addressSighted: async (_, source) => {
      await worker.ready;
      const enabled = worker.settings.protectAddresses;
      if (enabled) await bringScanner(source);
      return { enabled };
    },
    pageFindings: async (found, { tab, frameId }) => {
      if (tab?.id !== undefined) await findings.record(tab.id, frameId ?? 0, found);
      return DONE;
    },
    warningDescribe: async (request, source) => ({
      ...(await answers.warningDescribe(request, source)),
      lookalike: background.lookalikes.imitated(request.url),
    }),
    assetsCheck: addresses.assetsCheck,
    assetsSettle: addresses.assetsSettle,
    clipboardCopied: async (request, source) => {
      await background.addressNotices.copied(request, source);
      return DONE;
    },
    clipboardPasted: async ({ text }, source) => {
      await background.addressNotices.pasted(text, source);
      return DONE;
    },
    lookalikeAnswer: async ({ answer }, { url, tab, frameId }) => {
      if (url !== undefined && tab?.id !== undefined && frameId === 0)
        await lookalikeAnswered(background, answer, { url, tabId: tab.id });
      return DONE;
    },
    assetDispute: async ({ asset }) => {
      const address = browser.runtime.getURL('/popup.html' as '/');
      const content = encodeURIComponent(asset.content);
      await browser.tabs.create({ url: `${address}?view=dispute&content=${content}` });
      return DONE;
    },
    warningProceed: async (request, source) => {
      // What outlives the tab would lie on the disk, or stop nothing once the windows are closed.
      const isPrivate = IS_PRIVATE || (source.tab?.id !== undefined && (await isPrivateTab(source.tab.id)));
      const scope = isPrivate ? 'tab' : request.scope;
      const done = await answers.warningProceed({ ...request, scope }, source);
      await schedule.allowancesChanged();
      return done;
    },
    warningRetry: answers.warningRetry,
    warningStep: answers.warningStep,
    warningLanded: answers.warningLanded,
    allowancesList: answers.allowancesList,
    allowanceRevoke: async (request) => {
      const done = await answers.allowanceRevoke(request);
      await schedule.allowancesChanged();
      return done;
    },
    popupOverview: ({ tabId }) => overviewOf(background, tabId),
    healthRead: () => background.health(),
    listSync: async () => {
      await schedule.polled();
      return background.health();
    },
    reportSubmit: async (draft) => {
      const entry = await outbox.submit({ kind: 'report', draft });
      void schedule.outboxChanged();
      return entry;
    },
    disputeSubmit: async (draft) => {
      const entry = await outbox.submit({ kind: 'dispute', draft });
      void schedule.outboxChanged();
      return entry;
    },
    outboxList: () => outboxStateOf(outbox),
    outboxSend: async () => {
      await schedule.outboxChanged(true);
      return outboxStateOf(outbox);
    },
    outboxDiscard: async ({ id }) => {
      await outbox.discard(id);
      return DONE;
    },
    mutedSitesList: async () => ({ hosts: [...(await background.mutedSites.list())] }),
    mutedSiteRestore: async ({ host }) => {
      await background.mutedSites.restore(host);
      return DONE;
    },
    settingsRead: () => settings.view(),
    settingsWrite: async (changes) => {
      await settings.write(changes);
      return DONE;
    },
    serviceWrite: (choice) => chooseService(settings, choice),
  };
}
