import * as z from 'zod/mini';
import { SCAM_KINDS } from '../api/report/scam-kind.ts';
import { ASSET_TYPES } from '../asset/type.ts';
import { sentRequests } from '../protection/activity/sent-request.ts';
import { weekCounts } from '../protection/activity/statistics.ts';
import {
  ALLOWANCE_CHANGES,
  ALLOWANCE_SCOPES,
  allowance,
  MAX_REASON,
  MERGE_OUTCOMES,
  portableAllowance,
} from '../protection/allowance/allowance.ts';
import { health } from '../protection/health/health.ts';
import { INITIATORS } from '../protection/navigation/initiator.ts';
import { LOOKALIKE_ANSWERS, lookalikeSite, MUTED } from '../protection/notice/notice.ts';
import { shownVerdict, VERDICT_KINDS, verdict } from '../protection/verdict/verdict.ts';
import { disputeDraft, outboxEntry, reportDraft } from '../reporting/entry.ts';
import { STANDINGS as REPORT_STANDINGS } from '../reporting/outcome/standing.ts';
import {
  allowedEntry,
  FAILURE_POLICIES,
  OPEN_LISTED,
  OPEN_LONGEST,
  personalSettings,
  settingsView,
} from '../settings/catalogue.ts';
import { serviceProblem } from '../settings/service-problem.ts';

const url = z.string().check(z.maxLength(65_536));
const aboutUrl = z.object({ url });
/** `isHeld` says that nothing of the document has run, and nothing will before it is answered. */
const aboutDocument = z.object({ url, isHeld: z.boolean() });
const asset = z.object({ type: z.enum(ASSET_TYPES), content: z.string().check(z.maxLength(4096)) });
const shownAssets = z.object({ assets: z.array(asset).check(z.maxLength(500)) });
/** One word that looks like an address, or nothing. */
const word = z.string().check(z.maxLength(160));
/** Where an address begins and ends, as `0x1234…abcd`. */
const SHORTENED = /^[0-9A-Za-z]{4,40}…[0-9A-Za-z]{2,40}$/;
const kind = z.object({ kind: z.enum(VERDICT_KINDS) });

/** Who may send a message: a content script in a page, or a page of the extension itself in the top frame. */
export type Sender = 'content' | 'page';

/** A message of a content script. */
const fromContent = <Q extends z.ZodMiniType, R extends z.ZodMiniType>(request: Q, reply: R) =>
  ({ from: 'content', request, reply }) as const;
/** A message of a page of the extension. */
const fromPage = <Q extends z.ZodMiniType, R extends z.ZodMiniType>(request: Q, reply: R) =>
  ({ from: 'page', request, reply }) as const;

const nothing = z.object({});
/** `damaged` are stored rows that could not be read as entries: what is left of each, as text. */
const outboxState = z.object({
  entries: z.array(outboxEntry),
  damaged: z.array(z.object({ key: z.string(), foundAt: z.number(), rest: z.string() })),
});
const done = z.object({ done: z.literal(true) });
const stored = z.object({ stored: z.boolean() });
const imported = z.object({ allowances: z.array(portableAllowance).check(z.maxLength(1_000)) });
const mergeOutcomes = z.object({ outcomes: z.array(z.enum(MERGE_OUTCOMES)) });
/** What stands on a page: where its links and forms lead, and what it says. */
export const pageThings = z.object({ links: z.array(url), forms: z.array(url), text: z.string() });
/** The longest address that a browser names for a picture, which may be the picture itself. */
const MAX_SOURCE = 2_097_152;
/** What a person asked to report: the page it is about, and what they pointed at, or the picture whose QR code they want checked first. */
export const reportSubject = z.object({
  url: z.nullable(url),
  text: z.string().check(z.maxLength(65_536)),
  picture: z.optional(
    z.object({ tabId: z.int(), frameId: z.int(), source: z.string().check(z.maxLength(MAX_SOURCE)) }),
  ),
});

/**
 * Every message between contexts: who may send it, what it carries, what comes back. The router in the background
 * checks the sender before the payload. No reply to a content script carries more than a verdict.
 */
export const MESSAGES = {
  /** The guard asks about its own document. Answers at once; `checking` means ask `guardSettle`. */
  guardCheck: fromContent(aboutDocument, kind),
  /** Answers when the confirmation is settled, at the latest after its time limit. */
  guardSettle: fromContent(aboutDocument, kind),
  /** A form is about to be sent from this page: what follows must not be interrupted before its method is known. */
  formLeaving: fromContent(nothing, done),
  /** A link may be followed in a moment: the background judges it and answers at once. */
  linkAhead: fromContent(z.object({ url, act: z.enum(['press', 'hover']) }), done),
  /** The person is using a page: the worker stays awake for them, and does nothing else. */
  personPresent: fromContent(nothing, done),
  /** Something in this document looks like an address: asks for the scanner. Answers when it has come, or that nobody wants it. */
  addressSighted: fromContent(nothing, z.object({ enabled: z.boolean() })),
  /** How many distinct assets this frame holds, and how many of them are blocked. */
  pageFindings: fromContent(z.object({ found: z.int(), blocked: z.int() }), done),
  /**
   * The scanner asks about what looks like an address, as the page spells it; answers with what is marked, under the same spelling, and
   * with what is no address. `checking` means ask `assetsSettle`.
   */
  assetsCheck: fromContent(
    shownAssets,
    z.object({ enabled: z.boolean(), marked: z.array(shownVerdict), refused: z.array(z.string()) }),
  ),
  /** Answers on a tick, with those of the assets that are settled by then. */
  assetsSettle: fromContent(shownAssets, z.object({ settled: z.array(shownVerdict) })),
  /** A card on a page: the person wants no marks on the site of this tab. */
  marksOff: fromContent(nothing, done),
  /** The person copied: what they selected, and what the page put on the clipboard itself; empty for what looks like no address. */
  clipboardCopied: fromContent(z.object({ selected: word, clipboard: word }), done),
  /** The person pasted what looks like an address. */
  clipboardPasted: fromContent(z.object({ text: word }), done),
  /** The page shows a shortened address on what copies or opens another one. */
  addressDisagrees: fromContent(z.object({ shown: z.string().check(z.regex(SHORTENED)), content: word }), done),
  /** What the person answered to the notice that this page looks like a brand's. */
  lookalikeAnswer: fromContent(z.object({ answer: z.enum(LOOKALIKE_ANSWERS) }), done),
  /** A card on a page sends the person to dispute this asset: opens the extension's own page. */
  assetDispute: fromContent(z.object({ asset }), done),
  /** The same to report it: opens the panel beside the page, or a tab where the browser opens none. */
  assetReport: fromContent(z.object({ asset }), done),
  /** A card on a page sends the person to what to do when it has happened already: opens the extension's own page. */
  stepsOpen: fromContent(z.object({ scam: z.enum(SCAM_KINDS) }), done),

  /** The warning page asks what to show about an address; waits for a pending confirmation where `settle` is set. */
  warningDescribe: fromPage(
    z.object({ url, settle: z.boolean() }),
    z.object({
      verdict,
      policy: z.enum(FAILURE_POLICIES),
      /** Who began the navigation that was stopped in this tab; null where nothing was stopped there. */
      initiator: z.nullable(z.enum(INITIATORS)),
      /** False where nothing of the site came to this tab. */
      loaded: z.boolean(),
      /** Who chose the policy in the person's place, as they are named; null where the person did. */
      managedBy: z.nullable(z.string()),
      /** Who may open it, and for how long at most; `by` says so, null where no policy does. */
      opening: z.object({ who: z.enum(OPEN_LISTED), longest: z.enum(OPEN_LONGEST), by: z.nullable(z.string()) }),
      /** What the site looks like and is not; null where it looks like nothing known. */
      lookalike: z.nullable(lookalikeSite),
    }),
  ),
  /** Stores the allowance, puts its rule in place, then answers: only then the page navigates. */
  warningProceed: fromPage(
    z.object({
      url,
      scope: z.enum(ALLOWANCE_SCOPES),
      /** Why, in the person's words. */
      reason: z.optional(z.string().check(z.maxLength(500))),
    }),
    done,
  ),
  /** Forgets a failed confirmation and asks again. */
  warningRetry: fromPage(z.object({ url }), done),

  /** The warning steps back in the history of its tab now, where that has so many places. */
  warningStep: fromPage(z.object({ url, steps: z.int(), length: z.int() }), done),
  /** The warning asks whether a step back out of a warning about this address has landed on it; null where a person came. */
  warningLanded: fromPage(
    aboutUrl,
    z.object({ step: z.nullable(z.object({ steps: z.int(), length: z.int(), met: z.boolean() })) }),
  ),

  /** All that the popup shows about a tab. */
  popupOverview: fromPage(
    z.object({ tabId: z.int() }),
    z.object({
      /** The address the tab shows or was stopped from; null where it is not a web page. */
      url: z.nullable(z.string()),
      verdict: z.nullable(verdict),
      /** The organization whose own it is, as the brand says or it has proven to the service; null where it is nobody's. */
      official: z.nullable(z.string()),
      /** What the site looks like and is not; null where it looks like nothing known. */
      lookalike: z.nullable(lookalikeSite),
      /** By what the person let it through in this tab; null where they did not. */
      allowance: z.nullable(allowance),
      /** The entry by which the organization lets it through, and who that is, null where the policy does not say; null where it does not. */
      allowed: z.nullable(z.object({ entry: allowedEntry, by: z.nullable(z.string()) })),
      /** The person's newest report of it; null where there is none. */
      reported: z.nullable(z.object({ id: z.string(), at: z.number(), standing: z.enum(REPORT_STANDINGS) })),
      findings: z.object({ found: z.int(), blocked: z.int() }),
      /** The person wants no marks on this site. */
      isUnmarked: z.boolean(),
      health,
      organization: z.object({
        name: z.string(),
        avatarUrl: z.nullable(z.string()),
        portal: z.nullable(z.object({ url: z.string(), kind: z.enum(['portal', 'report-form']) })),
      }),
      /** `damaged` counts stored rows that could not be read and were set aside, `news` entries to which something happened since the person looked. */
      outbox: z.object({ sent: z.int(), waiting: z.int(), refused: z.int(), damaged: z.int(), news: z.int() }),
    }),
  ),
  /** Scrolls the page of a tab to the next marked address and rings all of them; answers how many it rang. */
  marksShow: fromPage(z.object({ tabId: z.int() }), z.object({ shown: z.int() })),
  healthRead: fromPage(nothing, health),
  /** Polls now; answers when the poll has ended, however it ended. */
  listSync: fromPage(nothing, health),

  /** Which of these contents the list on this device has already; nobody is asked. */
  contentsLookup: fromPage(
    z.object({ contents: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(100)) }),
    z.object({ listed: z.array(z.string()) }),
  ),
  /** What the page in a tab shows, for the person who reports it to pick from. */
  pageThings: fromPage(z.object({ tabId: z.int() }), pageThings),
  /** What was asked to be reported in a window, once; the panel of that window takes it up. */
  reportSubject: fromPage(z.object({ windowId: z.int() }), z.object({ subject: z.nullable(reportSubject) })),
  /** A page of the extension hands what it reports to the panel of its window, which it opens itself. */
  reportHandOver: fromPage(z.object({ windowId: z.int(), subject: reportSubject }), done),
  /** Writes the report into the outbox and answers with its entry; sending goes on in the background. */
  reportSubmit: fromPage(reportDraft, outboxEntry),
  disputeSubmit: fromPage(disputeDraft, outboxEntry),
  outboxList: fromPage(nothing, outboxState),
  /** Sends every waiting entry now. */
  outboxSend: fromPage(nothing, outboxState),
  outboxDiscard: fromPage(z.object({ id: z.string() }), done),
  /** Takes everything out of the outbox that does not wait to be sent. */
  outboxErase: fromPage(nothing, done),
  /** Asks the service now what became of one entry; answers when that is known or could not be asked. */
  outboxRefresh: fromPage(z.object({ id: z.string() }), outboxState),
  /** Writes down the answer to what the reviewers ask; sending goes on in the background. */
  outboxAnswer: fromPage(z.object({ id: z.string(), text: z.string().check(z.maxLength(10_000)) }), outboxState),
  /** The person has seen what became of these entries. */
  outboxSeen: fromPage(z.object({ ids: z.array(z.string()) }), done),

  allowancesList: fromPage(nothing, z.object({ allowances: z.array(allowance) })),
  allowanceRevoke: fromPage(z.object({ id: z.string() }), done),
  /** Undoes that. `stored` is false where the settings do not let the person allow it. */
  allowanceRestore: fromPage(z.object({ allowance }), stored),
  /** Changes how long one holds, and why. `stored` is false where the settings do not let the person allow it for longer. */
  allowanceChange: fromPage(
    z.object({
      id: z.string(),
      until: z.enum(ALLOWANCE_CHANGES),
      reason: z.string().check(z.maxLength(MAX_REASON)),
    }),
    stored,
  ),
  /** What would become of each of these; nothing is changed. */
  allowancesPlan: fromPage(imported, mergeOutcomes),
  /** Puts those in force that are new or last longer. */
  allowancesAdd: fromPage(imported, mergeOutcomes),

  /** The sites on which the person wants no notice, or no marks. */
  mutedSitesList: fromPage(z.object({ of: z.enum(MUTED) }), z.object({ hosts: z.array(z.string()) })),
  mutedSiteRestore: fromPage(z.object({ of: z.enum(MUTED), host: z.string() }), done),
  /** Marks off or on for the site that a tab shows. */
  siteMarksWrite: fromPage(z.object({ tabId: z.int(), isOn: z.boolean() }), done),

  /** Every request that left, as long as it is remembered; the newest first. */
  trafficRead: fromPage(nothing, z.object({ requests: z.array(sentRequests) })),
  trafficForget: fromPage(nothing, done),

  /** What was counted in the last weeks, the oldest first. */
  statisticsRead: fromPage(nothing, z.object({ weeks: z.array(weekCounts) })),
  statisticsReset: fromPage(nothing, done),

  /** Lists a host and an address, made for this test alone, as long as it goes on. */
  selfTestBegin: fromPage(nothing, z.object({ host: z.string(), address: z.string() })),
  /** What `assetsCheck` answers to a page on the web, for the address of the test. */
  selfTestCheck: fromPage(
    shownAssets,
    z.object({ enabled: z.boolean(), marked: z.array(shownVerdict), refused: z.array(z.string()) }),
  ),
  /** Takes a report as far as its request, and does not send it. `bytes` is the size of its body. */
  selfTestReport: fromPage(
    nothing,
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('ready'),
        request: z.object({ method: z.string(), url: z.string(), bytes: z.int() }),
      }),
      z.object({ kind: z.literal('waiting'), problem: z.string() }),
    ]),
  ),
  selfTestEnd: fromPage(nothing, done),

  /** The settings in force. The key itself is never part of it. */
  settingsRead: fromPage(nothing, settingsView),
  settingsWrite: fromPage(z.partial(personalSettings), done),
  /**
   * Asks the service whether this address and key work and stores them only then; null means "as the brand says".
   * `problem` says why nothing was stored.
   */
  serviceWrite: fromPage(
    z.object({ serviceUrl: z.nullable(z.string()), apiKey: z.nullable(z.string()) }),
    z.object({ stored: z.boolean(), organization: z.optional(z.string()), problem: z.optional(serviceProblem) }),
  ),
} as const;

export type MessageName = keyof typeof MESSAGES;
export type MessageRequest<N extends MessageName> = z.input<(typeof MESSAGES)[N]['request']>;
/** The request as its handler gets it. */
export type MessageReceived<N extends MessageName> = z.output<(typeof MESSAGES)[N]['request']>;
export type MessageReply<N extends MessageName> = z.output<(typeof MESSAGES)[N]['reply']>;
