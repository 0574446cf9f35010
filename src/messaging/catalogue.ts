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

type Message = { readonly from: Sender; readonly request: z.ZodMiniType; readonly reply: z.ZodMiniType };
const message = <const M extends Message>(value: M): M => value;

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
  guardCheck: message({ from: 'content', request: aboutDocument, reply: kind }),
  /** Answers when the confirmation is settled, at the latest after its time limit. */
  guardSettle: message({ from: 'content', request: aboutDocument, reply: kind }),
  /** A form is about to be sent from this page: what follows must not be interrupted before its method is known. */
  formLeaving: message({ from: 'content', request: nothing, reply: done }),
  /** A link may be followed in a moment: the background judges it and answers at once. */
  linkAhead: message({ from: 'content', request: z.object({ url, act: z.enum(['press', 'hover']) }), reply: done }),
  /** The person is using a page: the worker stays awake for them, and does nothing else. */
  personPresent: message({ from: 'content', request: nothing, reply: done }),
  /** Something in this document looks like an address: asks for the scanner. Answers when it has come, or that nobody wants it. */
  addressSighted: message({ from: 'content', request: nothing, reply: z.object({ enabled: z.boolean() }) }),
  /** How many distinct assets this frame holds, and how many of them are blocked. */
  pageFindings: message({ from: 'content', request: z.object({ found: z.int(), blocked: z.int() }), reply: done }),
  /**
   * The scanner asks about what looks like an address, as the page spells it; answers with what is marked, under the same spelling, and
   * with what is no address. `checking` means ask `assetsSettle`.
   */
  assetsCheck: message({
    from: 'content',
    request: shownAssets,
    reply: z.object({ enabled: z.boolean(), marked: z.array(shownVerdict), refused: z.array(z.string()) }),
  }),
  /** Answers on a tick, with those of the assets that are settled by then. */
  assetsSettle: message({ from: 'content', request: shownAssets, reply: z.object({ settled: z.array(shownVerdict) }) }),
  /** A card on a page: the person wants no marks on the site of this tab. */
  marksOff: message({ from: 'content', request: nothing, reply: done }),
  /** The person copied: what they selected, and what the page put on the clipboard itself; empty for what looks like no address. */
  clipboardCopied: message({ from: 'content', request: z.object({ selected: word, clipboard: word }), reply: done }),
  /** The person pasted what looks like an address. */
  clipboardPasted: message({ from: 'content', request: z.object({ text: word }), reply: done }),
  /** The page shows a shortened address on what copies or opens another one. */
  addressDisagrees: message({
    from: 'content',
    request: z.object({ shown: z.string().check(z.regex(SHORTENED)), content: word }),
    reply: done,
  }),
  /** What the person answered to the notice that this page looks like a brand's. */
  lookalikeAnswer: message({
    from: 'content',
    request: z.object({ answer: z.enum(LOOKALIKE_ANSWERS) }),
    reply: done,
  }),
  /** A card on a page sends the person to dispute this asset: opens the extension's own page. */
  assetDispute: message({ from: 'content', request: z.object({ asset }), reply: done }),
  /** The same to report it: opens the panel beside the page, or a tab where the browser opens none. */
  assetReport: message({ from: 'content', request: z.object({ asset }), reply: done }),
  /** A card on a page sends the person to what to do when it has happened already: opens the extension's own page. */
  stepsOpen: message({ from: 'content', request: z.object({ scam: z.enum(SCAM_KINDS) }), reply: done }),

  /** The warning page asks what to show about an address; waits for a pending confirmation where `settle` is set. */
  warningDescribe: message({
    from: 'page',
    request: z.object({ url, settle: z.boolean() }),
    reply: z.object({
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
  }),
  /** Stores the allowance, puts its rule in place, then answers: only then the page navigates. */
  warningProceed: message({
    from: 'page',
    request: z.object({
      url,
      scope: z.enum(ALLOWANCE_SCOPES),
      /** Why, in the person's words. */
      reason: z.optional(z.string().check(z.maxLength(500))),
    }),
    reply: done,
  }),
  /** Forgets a failed confirmation and asks again. */
  warningRetry: message({ from: 'page', request: z.object({ url }), reply: done }),

  /** The warning steps back in the history of its tab now, where that has so many places. */
  warningStep: message({
    from: 'page',
    request: z.object({ url, steps: z.int(), length: z.int() }),
    reply: done,
  }),
  /** The warning asks whether a step back out of a warning about this address has landed on it; null where a person came. */
  warningLanded: message({
    from: 'page',
    request: aboutUrl,
    reply: z.object({ step: z.nullable(z.object({ steps: z.int(), length: z.int(), met: z.boolean() })) }),
  }),

  /** All that the popup shows about a tab. */
  popupOverview: message({
    from: 'page',
    request: z.object({ tabId: z.int() }),
    reply: z.object({
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
  }),
  /** Scrolls the page of a tab to the next marked address and rings all of them; answers how many it rang. */
  marksShow: message({
    from: 'page',
    request: z.object({ tabId: z.int() }),
    reply: z.object({ shown: z.int() }),
  }),
  healthRead: message({ from: 'page', request: nothing, reply: health }),
  /** Polls now; answers when the poll has ended, however it ended. */
  listSync: message({ from: 'page', request: nothing, reply: health }),

  /** Which of these contents the list on this device has already; nobody is asked. */
  contentsLookup: message({
    from: 'page',
    request: z.object({ contents: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(100)) }),
    reply: z.object({ listed: z.array(z.string()) }),
  }),
  /** What the page in a tab shows, for the person who reports it to pick from. */
  pageThings: message({ from: 'page', request: z.object({ tabId: z.int() }), reply: pageThings }),
  /** What was asked to be reported in a window, once; the panel of that window takes it up. */
  reportSubject: message({
    from: 'page',
    request: z.object({ windowId: z.int() }),
    reply: z.object({ subject: z.nullable(reportSubject) }),
  }),
  /** A page of the extension hands what it reports to the panel of its window, which it opens itself. */
  reportHandOver: message({
    from: 'page',
    request: z.object({ windowId: z.int(), subject: reportSubject }),
    reply: done,
  }),
  /** Writes the report into the outbox and answers with its entry; sending goes on in the background. */
  reportSubmit: message({ from: 'page', request: reportDraft, reply: outboxEntry }),
  disputeSubmit: message({ from: 'page', request: disputeDraft, reply: outboxEntry }),
  outboxList: message({
    from: 'page',
    request: nothing,
    reply: outboxState,
  }),
  /** Sends every waiting entry now. */
  outboxSend: message({
    from: 'page',
    request: nothing,
    reply: outboxState,
  }),
  outboxDiscard: message({ from: 'page', request: z.object({ id: z.string() }), reply: done }),
  /** Takes everything out of the outbox that does not wait to be sent. */
  outboxErase: message({ from: 'page', request: nothing, reply: done }),
  /** Asks the service now what became of one entry; answers when that is known or could not be asked. */
  outboxRefresh: message({ from: 'page', request: z.object({ id: z.string() }), reply: outboxState }),
  /** Writes down the answer to what the reviewers ask; sending goes on in the background. */
  outboxAnswer: message({
    from: 'page',
    request: z.object({ id: z.string(), text: z.string().check(z.maxLength(10_000)) }),
    reply: outboxState,
  }),
  /** The person has seen what became of these entries. */
  outboxSeen: message({ from: 'page', request: z.object({ ids: z.array(z.string()) }), reply: done }),

  allowancesList: message({
    from: 'page',
    request: nothing,
    reply: z.object({ allowances: z.array(allowance) }),
  }),
  allowanceRevoke: message({ from: 'page', request: z.object({ id: z.string() }), reply: done }),
  /** Undoes that. `stored` is false where the settings do not let the person allow it. */
  allowanceRestore: message({ from: 'page', request: z.object({ allowance }), reply: stored }),
  /** Changes how long one holds, and why. `stored` is false where the settings do not let the person allow it for longer. */
  allowanceChange: message({
    from: 'page',
    request: z.object({
      id: z.string(),
      until: z.enum(ALLOWANCE_CHANGES),
      reason: z.string().check(z.maxLength(MAX_REASON)),
    }),
    reply: stored,
  }),
  /** What would become of each of these; nothing is changed. */
  allowancesPlan: message({ from: 'page', request: imported, reply: mergeOutcomes }),
  /** Puts those in force that are new or last longer. */
  allowancesAdd: message({ from: 'page', request: imported, reply: mergeOutcomes }),

  /** The sites on which the person wants no notice, or no marks. */
  mutedSitesList: message({
    from: 'page',
    request: z.object({ of: z.enum(MUTED) }),
    reply: z.object({ hosts: z.array(z.string()) }),
  }),
  mutedSiteRestore: message({
    from: 'page',
    request: z.object({ of: z.enum(MUTED), host: z.string() }),
    reply: done,
  }),
  /** Marks off or on for the site that a tab shows. */
  siteMarksWrite: message({ from: 'page', request: z.object({ tabId: z.int(), isOn: z.boolean() }), reply: done }),

  /** Every request that left, as long as it is remembered; the newest first. */
  trafficRead: message({
    from: 'page',
    request: nothing,
    reply: z.object({ requests: z.array(sentRequests) }),
  }),
  trafficForget: message({ from: 'page', request: nothing, reply: done }),

  /** What was counted in the last weeks, the oldest first. */
  statisticsRead: message({ from: 'page', request: nothing, reply: z.object({ weeks: z.array(weekCounts) }) }),
  statisticsReset: message({ from: 'page', request: nothing, reply: done }),

  /** Lists a host and an address, made for this test alone, as long as it goes on. */
  selfTestBegin: message({
    from: 'page',
    request: nothing,
    reply: z.object({ host: z.string(), address: z.string() }),
  }),
  /** What `assetsCheck` answers to a page on the web, for the address of the test. */
  selfTestCheck: message({
    from: 'page',
    request: shownAssets,
    reply: z.object({ enabled: z.boolean(), marked: z.array(shownVerdict), refused: z.array(z.string()) }),
  }),
  /** Takes a report as far as its request, and does not send it. `bytes` is the size of its body. */
  selfTestReport: message({
    from: 'page',
    request: nothing,
    reply: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('ready'),
        request: z.object({ method: z.string(), url: z.string(), bytes: z.int() }),
      }),
      z.object({ kind: z.literal('waiting'), problem: z.string() }),
    ]),
  }),
  selfTestEnd: message({ from: 'page', request: nothing, reply: done }),

  /** The settings in force. The key itself is never part of it. */
  settingsRead: message({
    from: 'page',
    request: nothing,
    reply: settingsView,
  }),
  settingsWrite: message({
    from: 'page',
    request: z.partial(personalSettings),
    reply: done,
  }),
  /**
   * Asks the service whether this address and key work and stores them only then; null means "as the brand says".
   * `problem` says why nothing was stored.
   */
  serviceWrite: message({
    from: 'page',
    request: z.object({ serviceUrl: z.nullable(z.string()), apiKey: z.nullable(z.string()) }),
    reply: z.object({ stored: z.boolean(), organization: z.optional(z.string()), problem: z.optional(serviceProblem) }),
  }),
} as const;

export type MessageName = keyof typeof MESSAGES;
export type MessageRequest<N extends MessageName> = z.input<(typeof MESSAGES)[N]['request']>;
/** The request as its handler gets it. */
export type MessageReceived<N extends MessageName> = z.output<(typeof MESSAGES)[N]['request']>;
export type MessageReply<N extends MessageName> = z.output<(typeof MESSAGES)[N]['reply']>;
