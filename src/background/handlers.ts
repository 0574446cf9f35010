import { browser } from 'wxt/browser';
import { openReport } from '../browser-ui/report-menu.ts';
import { injectScanner, showMarks } from '../injection/marks.ts';
import { lookalikeAnswered } from '../injection/notice.ts';
import { contentOfPage } from '../injection/page-things.ts';
import { hasWalletScripts, injectWalletReader, offerWalletCheck } from '../injection/wallet.ts';
import { i18n } from '../language/i18n.ts';
import type { Handlers, MessageSource } from '../messaging/router.ts';
import { testHost } from '../protection/health/test-host.ts';
import type { Muted } from '../protection/notice/notice.ts';
import { checkedContents, listedContents } from '../protection/verdict/listed-contents.ts';
import { stepsPath } from '../protection/warning/address.ts';
import type { OutboxEntry, OutboxItem } from '../reporting/entry.ts';
import type { Outbox } from '../reporting/outbox/outbox.ts';
import { checkReporting, checkSwitchedOn } from '../reporting/outbox/reporting-rule.ts';
import { submissionAbout } from '../reporting/outcome/reported.ts';
import { rehearseReport } from '../reporting/rehearsal.ts';
import { chooseService } from '../settings/service/service.ts';
import type { Background } from './background.ts';
import { outboxStateOf, overviewOf } from './overview.ts';
import { onPauseChanged, writePause } from './pause.ts';
import { isInPrivate, isPrivatePage } from './private-window.ts';

/** The handler of each message. */
export function handlersOf(background: Background): Handlers {
  const { answers, addresses, allowedSites, siteMarks, worker, findings, schedule, outbox, settings, walletRequests } =
    background;
  const submit = async (id: string, item: OutboxItem, contact: string, { tab }: MessageSource) => {
    checkReporting(await settings.read(), contact);
    const entry = await outbox.submit(item, id, await isPrivatePage(tab));
    void schedule.sendOutbox();
    return entry;
  };
  const thenShow = async (work: Promise<void>) => {
    await work;
    void background.showState();
  };
  return {
    guardCheck: answers.guardCheck,
    guardResolve: answers.guardResolve,
    guardWaiting: async () => {
      await background.language.ready();
      return { words: i18n.t('guard.waiting') };
    },
    addressSighted: async (_, source) => {
      await worker.ready;
      if (!worker.settingsOn(source.tab?.url).protectAddresses || (await siteMarks.isOff(source.tab))) return;
      await background.language.ready();
      await injectScanner(source);
    },
    pageFindings: async (found, { tab, frameId }) => {
      if (tab?.id !== undefined) await findings.record(tab.id, frameId ?? 0, found);
    },
    warningDescribe: async (request, source) => {
      const described = await answers.warningDescribe(request, source);
      const { managedBy, failurePolicy, openListed, openLongest } = await settings.view();
      const isGoverned = [openListed, openLongest].some(({ origin }) => origin === 'policy');
      const dispute = submissionAbout(await disputesOf(outbox), 'dispute', request.url);
      return {
        ...described,
        ...(dispute === null ? {} : { dispute }),
        lookalike: background.lookalikes.imitated(request.url),
        managedBy: failurePolicy.origin === 'policy' ? (managedBy ?? '') : null,
        opening: { who: openListed.value, longest: openLongest.value, by: isGoverned ? (managedBy ?? '') : null },
      };
    },
    assetsCheck: addresses.assetsCheck,
    linksCheck: addresses.linksCheck,
    marksOff: async (_, { tab }) => {
      if (tab) await siteMarks.turnOff(tab);
    },
    // A worker that one of these wakes knows only then whether notices are on.
    clipboardCopied: async (request, source) => {
      await worker.ready;
      await background.addressNotices.copied(request, source);
    },
    clipboardPasted: async ({ text }, source) => {
      await worker.ready;
      await background.addressNotices.pasted(text, source);
    },
    lookalikeAnswer: async ({ answer }, { url, tab, frameId }, id) => {
      if (url === undefined || tab?.id === undefined || frameId !== 0) return;
      // The browser opens a panel only in answer to a press, so nothing is waited for.
      if (answer === 'report') await openReport(background.reportSubjects, tab.windowId, { url, text: '' }, id);
      else await lookalikeAnswered(background, answer, { url, tabId: tab.id });
    },
    walletSeen: async (_, source) => {
      const isDecided = async () => (await settings.effective()).checkWallets.origin !== 'default';
      if (!(await isInPrivate(source.tab?.id))) await offerWalletCheck(source, isDecided, background.language);
    },
    walletWanted: () => settings.write({ checkWallets: true }),
    walletReader: (_, source) => injectWalletReader(source),
    walletRequest: (request, source) => walletRequests.answer(request, source),
    walletUsed: ({ parties }, source) => walletRequests.used(parties, source),
    walletDescribe: ({ id }) => walletRequests.describe(id),
    walletDecide: ({ id, isSent }) => walletRequests.decide(id, isSent),
    siteStop: async (_, { url, tab, frameId }) => {
      if (url === undefined || tab?.id === undefined || frameId !== 0) return;
      await worker.ready;
      const allowance = worker.protection.allowanceOf(url, tab.id);
      if (allowance) await allowedSites.revoke(allowance.id);
    },
    assetDispute: ({ asset }) => openTab(`/popup.html?view=dispute&content=${encodeURIComponent(asset.content)}`),
    assetReport: async ({ asset }, { tab }, id) => {
      const subject = { url: null, text: asset.content };
      await openReport(background.reportSubjects, tab?.windowId, subject, id);
    },
    stepsOpen: ({ scam }) => openTab(stepsPath(scam)),
    warningProceed: async (request, source) => {
      // An allowance that outlives the tab would be on disk, or have no effect once the windows are closed.
      const scope = (await isInPrivate(source.tab?.id)) ? 'tab' : request.scope;
      await answers.warningProceed({ ...request, scope }, source);
      await schedule.onAllowancesChanged();
    },
    warningRetry: answers.warningRetry,
    allowancesList: async () => ({ allowances: await allowedSites.list() }),
    allowanceRevoke: ({ id }) => allowedSites.revoke(id),
    allowancesPut: async ({ allowances }) => ({ stored: await allowedSites.put(allowances) }),
    popupOverview: ({ tabId }) => overviewOf(background, tabId),
    marksShow: async ({ tabId }) => ({ shown: await showMarks(tabId, await findings.framesOf(tabId)) }),
    healthRead: () => background.health(),
    listSync: async () => {
      await schedule.poll('person');
      return background.health();
    },
    contentsLookup: async ({ contents }) => {
      await worker.ready;
      return { listed: listedContents(worker.protection, contents) };
    },
    contentsCheck: async ({ contents }) => {
      await worker.ready;
      return { verdicts: await checkedContents(worker.protection, contents) };
    },
    pageThings: ({ tabId }) => contentOfPage(tabId),
    reportSubject: async ({ windowId }, _, id) => ({ subject: await background.reportSubjects.take(windowId, id) }),
    reportHandOver: ({ windowId, subject }, _, id) => background.reportSubjects.put(windowId, subject, id),
    reportSubmit: (draft, source, id) => submit(id, { kind: 'report', draft }, draft.contactInfo, source),
    disputeSubmit: (draft, source, id) => submit(id, { kind: 'dispute', draft }, draft.email, source),
    outboxList: () => outboxStateOf(outbox),
    outboxSend: async () => {
      await schedule.sendOutbox(true);
      return outboxStateOf(outbox);
    },
    outboxDiscard: ({ id }) => thenShow(outbox.discard(id)),
    outboxErase: () => thenShow(outbox.erase()),
    outboxRefresh: async ({ id }) => {
      await schedule.refreshOutbox(id);
      return outboxStateOf(outbox);
    },
    outboxSendWithoutFile: async ({ id }) => {
      checkSwitchedOn(await settings.read());
      await outbox.sendWithoutFile(id);
      void schedule.sendOutbox();
      return outboxStateOf(outbox);
    },
    outboxAnswer: async ({ id, question, text }, _, messageId) => {
      checkSwitchedOn(await settings.read());
      await outbox.answer(id, question, text, messageId);
      void schedule.sendOutbox();
      return outboxStateOf(outbox);
    },
    outboxSeen: ({ ids }) => thenShow(outbox.seen(ids)),
    pauseWrite: ({ tabId, length }) => writePause(background, tabId, length),
    mutedSitesList: async ({ of }) => ({ hosts: await choicesOf(background, of).hosts() }),
    mutedSiteRestore: async ({ of, host }) => {
      await choicesOf(background, of).remove(host);
      if (of === 'protection') await onPauseChanged(background);
    },
    marksOn: async ({ tabId }) => siteMarks.turnOn(await browser.tabs.get(tabId)),
    trafficRead: async () => ({ requests: await background.traffic.all() }),
    trafficForget: async () => {
      await Promise.all([background.traffic.forget(), worker.forgetConfirmed()]);
    },
    statisticsRead: async () => ({ weeks: await background.statistics.weeks() }),
    statisticsReset: () => background.statistics.reset(),
    selfTestBegin: async () => {
      await worker.ready;
      return worker.selfTest.begin();
    },
    selfTestCheck: addresses.assetsCheck,
    selfTestWallet: async ({ address }) => ({
      isPaused: (await hasWalletScripts()) && (await walletRequests.isListed({ type: 'ADDRESS', content: address })),
    }),
    selfTestReport: () => rehearseReport(`http://${testHost('report')}/`, () => settings.endpoint()),
    selfTestEnd: () => worker.selfTest.end(),
    settingsRead: () => settings.view(),
    settingsWrite: (changes) => settings.write(changes),
    serviceWrite: (choice) => chooseService(settings, choice),
  };
}

async function openTab(path: string): Promise<void> {
  const url = browser.runtime.getURL(path as '/');
  const open = (await browser.tabs.query({})).find((tab) => [tab.url, tab.pendingUrl].includes(url));
  if (open?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(open.id, { active: true });
}

/** What was sent from here; nothing where it cannot be read, because the warning must be shown all the same. */
const disputesOf = (outbox: Outbox): Promise<readonly OutboxEntry[]> =>
  outbox.list().catch((error: unknown) => {
    console.warn('The warning says nothing of a dispute: the outbox could not be read', error);
    return [];
  });

const choicesOf = ({ pauses, siteMarks, mutedSites }: Background, of: Muted) =>
  ({ protection: pauses, marks: siteMarks.unmarked, notices: mutedSites })[of];
