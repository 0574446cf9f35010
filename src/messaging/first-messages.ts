import { has, isFlag, isInteger, isOneOf, isText, type Shape, shaped } from '../api/shape.ts';
import { VERDICT_KINDS, type Verdict, verdict } from '../protection/verdict.ts';
import { FAILURE_POLICIES, type FailurePolicy } from '../settings/protection-settings.ts';
import type { Sender } from './sender.ts';

type Kind = Pick<Verdict, 'kind'>;
type Described = { readonly verdict: Verdict; readonly policy: FailurePolicy };
type Done = { readonly done: true };

const isUrl = (value: unknown): boolean => isText(value) && value.length <= 65_536;
const aboutUrl = shaped<{ url: string }>(({ url }) => isUrl(url));
const nothing = shaped<object>(() => true);
const isKind = shaped<Kind>(({ kind }) => isOneOf(VERDICT_KINDS)(kind));
const kind: Shape<Kind> = (value) => {
  const held = isKind(value);
  return held && { kind: held.kind };
};
const done: Shape<Done> = (value) => ((value as Partial<Done> | null)?.done === true ? { done: true } : null);
const isDescribed = shaped<Described>(
  (value) => has(verdict)(value.verdict) && isOneOf(FAILURE_POLICIES)(value.policy),
);
const described: Shape<Described> = (value) => {
  const held = isDescribed(value);
  return held && { verdict: verdict(held.verdict)!, policy: held.policy };
};

type FirstMessage = { readonly from: Sender; readonly request: Shape<unknown>; readonly reply: Shape<unknown> };
const message = <const M extends FirstMessage>(value: M): M => value;

/**
 * The messages that a verdict hangs on, and that come with every page. A cold worker answers them before the library that checks all
 * others is loaded, so what they carry is checked by shapes. A reply holds nothing but what is named.
 */
export const FIRST_MESSAGES = {
  /** The guard asks about its own document. Answers at once; `checking` means ask `guardSettle`. */
  guardCheck: message({ from: 'content', request: aboutUrl, reply: kind }),
  /** Answers when the confirmation is settled, at the latest after its time limit. */
  guardSettle: message({ from: 'content', request: aboutUrl, reply: kind }),
  /** A form is about to be sent from this page: what follows must not be interrupted before its method is known. */
  formLeaving: message({ from: 'content', request: nothing, reply: done }),
  /** A link may be followed in a moment: the background judges it and answers at once. */
  linkAhead: message({ from: 'content', request: aboutUrl, reply: done }),
  /** The person is using a page: the worker stays awake for them, and does nothing else. */
  personPresent: message({ from: 'content', request: nothing, reply: done }),
  /** How many distinct assets this frame holds, and how many of them are blocked. */
  pageFindings: message({
    from: 'content',
    request: shaped<{ found: number; blocked: number }>(({ found, blocked }) => isInteger(found) && isInteger(blocked)),
    reply: done,
  }),
  /** The warning page asks what to show about an address; waits for a pending confirmation where `settle` is set. */
  warningDescribe: message({
    from: 'page',
    request: shaped<{ url: string; settle: boolean }>(({ url, settle }) => isUrl(url) && isFlag(settle)),
    reply: described,
  }),
} as const;

export type FirstName = keyof typeof FIRST_MESSAGES;
