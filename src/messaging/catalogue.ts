import * as z from 'zod/mini';
import { SCAM_KINDS } from '../api/report/scam-kind.ts';
import { ASSET_TYPES } from '../asset/type.ts';
import { sentRequest } from '../protection/activity/sent-request.ts';
import { weekCounts } from '../protection/activity/statistics.ts';
import { ALLOWANCE_SCOPES, allowance } from '../protection/allowance/allowance.ts';
import { health } from '../protection/health/health.ts';
import { LOOKALIKE_ANSWERS, lookalikeSite, MUTED } from '../protection/notice/notice.ts';
import { PAUSE_LENGTHS, pause } from '../protection/pause/pause.ts';
import { shownVerdict, VERDICT_KINDS, verdict } from '../protection/verdict/verdict.ts';
import {
  walletAnswer,
  walletDecision,
  walletParties,
  walletRequest,
  walletState,
} from '../protection/wallet/decision.ts';
import { STOPPED_FILES } from '../protection/warning/address.ts';
import { disputeDraft, outboxCounts, outboxEntry, reportDraft, WAIT_CAUSES } from '../reporting/entry.ts';
import { STANDINGS as REPORT_STANDINGS } from '../reporting/outcome/standing.ts';
import {
  allowedEntry,
  FAILURE_POLICIES,
  OPEN_LISTED,
  OPEN_LONGEST,
  personalSettings,
  settingsView,
} from '../settings/catalogue.ts';
import { serviceOutcome } from '../settings/service/service-problem.ts';

const url = z.string().check(z.maxLength(65_536));
const asset = z.object({ type: z.enum(ASSET_TYPES), content: z.string().check(z.maxLength(4096)) });
const shownAssets = z.object({
  assets: z.array(asset).check(z.maxLength(500)),
  /** Whether the service is asked about those that look listed; answered after that. */
  confirms: z.boolean(),
});
const host = z.string().check(z.maxLength(253));
const checkedAssets = z.object({ enabled: z.boolean(), marked: z.array(shownVerdict), refused: z.array(z.string()) });
/** One word that looks like an address, or nothing. */
const word = z.string().check(z.maxLength(160));
const kind = z.object({ kind: z.enum(VERDICT_KINDS) });

/** Who may send a message: a content script in a page, or a page of the extension itself in the top frame. */
export type Sender = 'content' | 'page';

const fromContent = <Q extends z.ZodMiniType, R extends z.ZodMiniType>(request: Q, reply: R) =>
  ({ from: 'content', request, reply }) as const;
const fromPage = <Q extends z.ZodMiniType, R extends z.ZodMiniType>(request: Q, reply: R) =>
  ({ from: 'page', request, reply }) as const;

const nothing = z.object({});
/** `damaged` are stored rows that do not parse as entries, each as text. */
const outboxState = z.object({
  entries: z.array(outboxEntry),
  damaged: z.array(z.object({ key: z.string(), foundAt: z.number(), rest: z.string() })),
});
const done = z.object({ done: z.literal(true) });
/** The content of a page: the addresses of its links and forms, and its text. */
export const pageThings = z.object({ links: z.array(url), forms: z.array(url), text: z.string() });
/** Maximum length of an address in a browser; a `data:` address of a picture contains the picture. */
const MAX_SOURCE = 2_097_152;
/** What a warning is about. The browser's own rules pass on an address of any length. */
const target = z.string().check(z.maxLength(MAX_SOURCE));
/** What a person asked to report: its page, and what they pointed at, or a picture whose QR code is read first. */
export const reportSubject = z.object({
  url: z.nullable(url),
  text: z.string().check(z.maxLength(65_536)),
  picture: z.optional(
    z.object({ tabId: z.int(), frameId: z.int(), source: z.string().check(z.maxLength(MAX_SOURCE)) }),
  ),
});

/**
 * Every message between contexts: its sender, request and reply. The router in the background checks the sender before
 * the payload. No reply to a content script carries more than a verdict.
 */
export const MESSAGES = {
  /** The guard asks about its own document. Answered at once; `checking` means that `guardResolve` follows. */
  guardCheck: fromContent(z.object({ url }), kind),
  /**
   * The guard has covered its document, or the document is in use. Answered when the service has answered, at the latest
   * after its time limit. `hits` are the prefixes of its address that the guard found in the shards.
   */
  guardResolve: fromContent(
    z.object({ url, hits: z.array(z.int()).check(z.maxLength(100)), isInUse: z.boolean() }),
    kind,
  ),
  /** What a covered document says while it waits for its verdict, in the language in force. */
  guardWaiting: fromContent(nothing, z.object({ words: z.string() })),
  /** Something in this document looks like an address: answered when the scanner was injected, or is switched off. */
  addressSighted: fromContent(nothing, done),
  /** Number of distinct assets in this frame, and of blocked ones among them. */
  pageFindings: fromContent(z.object({ found: z.int(), blocked: z.int() }), done),
  /** The scanner asks about possible addresses as the page spells them; the reply has those to mark, and those that are none. */
  assetsCheck: fromContent(shownAssets, checkedAssets),
  /** The scanner asks which of the hosts to which the page links have an entry, and of which this device itself knows that it is theirs. */
  linksCheck: fromContent(
    z.object({ hosts: z.array(host).check(z.maxLength(200)) }),
    z.object({ listed: z.array(z.object({ host, isKnown: z.boolean() })) }),
  ),
  /** From a card on a page: the person wants no marks on this tab's site. */
  marksOff: fromContent(nothing, done),
  /**
   * The person copied: the selected text, or what stands beside the copy button, and what the page itself put on the
   * clipboard; empty if it does not look like an address.
   */
  clipboardCopied: fromContent(z.object({ selected: word, clipboard: word, byButton: z.boolean() }), done),
  /** The person pasted a possible address. */
  clipboardPasted: fromContent(z.object({ text: word }), done),
  /** The person's answer to the notice that this page imitates a brand's page. */
  lookalikeAnswer: fromContent(z.object({ answer: z.enum(LOOKALIKE_ANSWERS) }), done),
  /** From the strip on a page that the person opened in spite of its warning: stops it again. */
  siteStop: fromContent(nothing, done),
  /** From a card on a page: opens the extension's own page to dispute this asset. */
  assetDispute: fromContent(z.object({ asset }), done),
  /** From a card on a page: opens the panel beside the page, or a tab, to report this asset. */
  assetReport: fromContent(z.object({ asset }), done),
  /** From a card on a page: opens the extension's own page with the steps after a scam. */
  stepsOpen: fromContent(z.object({ scam: z.enum(SCAM_KINDS) }), done),

  /** A wallet has announced itself to this page. */
  walletSeen: fromContent(nothing, done),
  /** The person wants wallet requests to be looked at: their answer to the offer. */
  walletWanted: fromContent(nothing, done),
  /** Asks for the script that reads requests. Answered when it is in the document. */
  walletReader: fromContent(nothing, done),
  /** Whether a request goes on to the wallet; asked again while a person decides. */
  walletRequest: fromContent(walletRequest, z.object({ answer: walletAnswer })),
  /** Requests that named these went on. Answers 16 bits of a hash of each address that was copied or paid in this session. */
  walletUsed: fromContent(z.object({ parties: walletParties }), z.object({ buckets: z.array(z.int()) })),
  walletDescribe: fromPage(z.object({ id: z.string() }), walletDecision),
  walletDecide: fromPage(z.object({ id: z.string(), isSent: z.boolean() }), done),

  /** The warning page asks what to show about an address; with `waits` the reply comes after a pending confirmation. */
  warningDescribe: fromPage(
    z.object({ url: target, waits: z.boolean() }),
    z.object({
      verdict,
      policy: z.enum(FAILURE_POLICIES),
      /** Whether it was stopped in this tab. */
      wasStopped: z.boolean(),
      /** False if no document of the site was loaded in this tab. */
      loaded: z.boolean(),
      /** A file of the site that may have been saved, or was stopped; absent where there was none. */
      file: z.optional(z.enum(STOPPED_FILES)),
      /** Name of the organization that chose the policy for the person; null if the person chose it. */
      managedBy: z.nullable(z.string()),
      /** Who may open it, and for how long at most; `by` is the name of the organization that decided this, null without a policy. */
      opening: z.object({ who: z.enum(OPEN_LISTED), longest: z.enum(OPEN_LONGEST), by: z.nullable(z.string()) }),
      /** What the site imitates; null if it imitates nothing known. */
      lookalike: z.nullable(lookalikeSite),
      /** The person's newest dispute of it; absent without one. */
      dispute: z.optional(outboxEntry),
    }),
  ),
  /** Stores the allowance and writes its rule before the reply, so that the page navigates only then. */
  warningProceed: fromPage(
    z.object({
      url: target,
      scope: z.enum(ALLOWANCE_SCOPES),
      /** The reason in the person's words. */
      reason: z.optional(z.string().check(z.maxLength(500))),
    }),
    done,
  ),
  /** Deletes a failed confirmation and asks again. */
  warningRetry: fromPage(z.object({ url: target }), done),

  /** Everything that the popup shows about a tab. */
  popupOverview: fromPage(
    z.object({ tabId: z.int() }),
    z.object({
      /** The address the tab shows or was stopped from; null if it is not a web page. */
      url: z.nullable(z.string()),
      verdict: z.nullable(verdict),
      /** The organization to which it officially belongs, by the brand or by proof; null without one. */
      official: z.nullable(z.string()),
      /** What the site imitates; null if it imitates nothing known. */
      lookalike: z.nullable(lookalikeSite),
      /** The person's allowance for it in this tab; null if there is none. */
      allowance: z.nullable(allowance),
      /** The organization's entry that allows it, with its name (null without one); null without an entry. */
      allowed: z.nullable(z.object({ entry: allowedEntry, by: z.nullable(z.string()) })),
      /** The person's newest report of it; null if there is none. */
      reported: z.nullable(z.object({ id: z.string(), at: z.number(), standing: z.enum(REPORT_STANDINGS) })),
      findings: z.object({ found: z.int(), blocked: z.int() }),
      /** The person's pause in force there; null without one. */
      pause: z.nullable(pause),
      /** Whether the person may pause the protection there. */
      mayPause: z.boolean(),
      /** The person wants no marks on this site. */
      isUnmarked: z.boolean(),
      /** What is known of the wallets of the page; null without any. */
      wallets: z.nullable(walletState),
      health,
      organization: z.object({
        name: z.string(),
        avatarUrl: z.nullable(z.string()),
        portal: z.nullable(z.object({ url: z.string(), kind: z.enum(['portal', 'report-form']) })),
      }),
      outbox: outboxCounts,
    }),
  ),
  /** Scrolls the page of a tab to the next marked address and highlights all of them; returns how many. */
  marksShow: fromPage(z.object({ tabId: z.int() }), z.object({ shown: z.int() })),
  healthRead: fromPage(nothing, health),
  /** Polls now; answered when the poll has ended, successfully or not. */
  listSync: fromPage(nothing, health),

  /** Which of these contents are already on this device's list; sends no request. */
  contentsLookup: fromPage(
    z.object({ contents: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(100)) }),
    z.object({ listed: z.array(z.string()) }),
  ),
  /** The verdicts on these contents, in order, null where one names nothing. The service is asked only about listed ones. */
  contentsCheck: fromPage(
    z.object({ contents: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(100)) }),
    z.object({ verdicts: z.array(z.nullable(verdict)) }),
  ),
  /** The content of the page in a tab, for the person who reports it. */
  pageThings: fromPage(z.object({ tabId: z.int() }), pageThings),
  /** Takes the subject of the report requested in a window, once; called by that window's panel. */
  reportSubject: fromPage(z.object({ windowId: z.int() }), z.object({ subject: z.nullable(reportSubject) })),
  /** A page of the extension passes the subject of a report to the panel of its window, and opens the panel itself. */
  reportHandOver: fromPage(z.object({ windowId: z.int(), subject: reportSubject }), done),
  /** Stores the report in the outbox and returns its entry; it is sent in the background. */
  reportSubmit: fromPage(reportDraft, outboxEntry),
  disputeSubmit: fromPage(disputeDraft, outboxEntry),
  outboxList: fromPage(nothing, outboxState),
  /** Sends every waiting entry now. */
  outboxSend: fromPage(nothing, outboxState),
  outboxDiscard: fromPage(z.object({ id: z.string() }), done),
  /** Deletes everything in the outbox that is not waiting to be sent. */
  outboxErase: fromPage(nothing, done),
  /** Asks the service now for the outcome of one entry, or of all open ones; answered when it is known or could not be fetched. */
  outboxRefresh: fromPage(z.object({ id: z.optional(z.string()) }), outboxState),
  /** Sends a report again, without the file that is no longer on the device. */
  outboxSendWithoutFile: fromPage(z.object({ id: z.string() }), outboxState),
  /** Stores the answer to the reviewers' question; it is sent in the background. */
  outboxAnswer: fromPage(
    z.object({ id: z.string(), question: z.string(), text: z.string().check(z.maxLength(10_000)) }),
    outboxState,
  ),
  outboxSeen: fromPage(z.object({ ids: z.array(z.string()) }), done),

  allowancesList: fromPage(nothing, z.object({ allowances: z.array(allowance) })),
  allowanceRevoke: fromPage(z.object({ id: z.string() }), done),
  /** Stores allowances: changed, just revoked, or of a file. `stored` tells for each whether the settings allow it. */
  allowancesPut: fromPage(
    z.object({ allowances: z.array(allowance).check(z.maxLength(1_000)) }),
    z.object({ stored: z.array(z.boolean()) }),
  ),

  /** Pauses the protection on the site that a tab shows, or everywhere. */
  pauseWrite: fromPage(z.object({ tabId: z.int(), length: z.enum(PAUSE_LENGTHS) }), done),
  /** The sites on which the person wants no notices, no marks, or no protection. */
  mutedSitesList: fromPage(z.object({ of: z.enum(MUTED) }), z.object({ hosts: z.array(z.string()) })),
  /** Takes the choice of a host back, or with null the one of every site. */
  mutedSiteRestore: fromPage(z.object({ of: z.enum(MUTED), host: z.nullable(z.string()) }), done),
  /** Switches marks on again for the site that a tab shows; they come when a page is loaded. */
  marksOn: fromPage(z.object({ tabId: z.int() }), done),

  trafficRead: fromPage(nothing, z.object({ requests: z.array(sentRequest) })),
  trafficForget: fromPage(nothing, done),

  /** The counts of the last weeks, oldest first. */
  statisticsRead: fromPage(nothing, z.object({ weeks: z.array(weekCounts) })),
  statisticsReset: fromPage(nothing, done),

  /** Lists a host and an address, created for this test only, while it runs. */
  selfTestBegin: fromPage(nothing, z.object({ host: z.string(), address: z.string() })),
  /** The reply that `assetsCheck` would give to a web page for the test's address. */
  selfTestCheck: fromPage(shownAssets, checkedAssets),
  /** Whether a request that pays the test's address would wait for the person. */
  selfTestWallet: fromPage(z.object({ address: word }), z.object({ isPaused: z.boolean() })),
  /** Runs a report up to its request, without sending it. `bytes` is the size of its body. */
  selfTestReport: fromPage(
    nothing,
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('ready'),
        request: z.object({ method: z.string(), url: z.string(), bytes: z.int() }),
      }),
      z.object({ kind: z.literal('waiting'), cause: z.enum(WAIT_CAUSES) }),
    ]),
  ),
  selfTestEnd: fromPage(nothing, done),

  /** The settings in force, without the key itself. */
  settingsRead: fromPage(nothing, settingsView),
  settingsWrite: fromPage(z.partial(personalSettings), done),
  /** Asks the service whether this address and key work, and stores them only if they do; null means the brand's value. */
  serviceWrite: fromPage(
    z.object({ serviceUrl: z.nullable(z.string()), apiKey: z.nullable(z.string()) }),
    serviceOutcome,
  ),
} as const;

export type MessageName = keyof typeof MESSAGES;
export type MessageRequest<N extends MessageName> = z.input<(typeof MESSAGES)[N]['request']>;
/** The request as its handler receives it. */
export type MessageReceived<N extends MessageName> = z.output<(typeof MESSAGES)[N]['request']>;
export type MessageReply<N extends MessageName> = z.output<(typeof MESSAGES)[N]['reply']>;
