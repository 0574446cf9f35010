import { html } from 'hono/html';
import type { Kind } from '../../feature/receipt/receipt.ts';
import type { TextKey } from '../../languages.ts';
import { generalProblems } from '../../page/field.ts';
import { type Badges, badges } from '../../page/list.ts';
import type { Html, Words } from '../../page/words.ts';
import { numberIn, type Visit } from '../gate.ts';
import { doneNotice, type Frame, ROOT } from '../page.ts';
import { agoText } from '../words.ts';
import { type HistoryEntry, historySection } from './history.ts';
import { type Correspondence, conversation } from './inquiry.ts';

/** What the page of a report or dispute shows of the form that was sent last. */
export type CaseState = {
  readonly done?: Html | null;
  readonly problems?: readonly (Html | string)[];
  readonly decision?: string;
  /** The numbers of the proposals that were chosen. */
  readonly chosen?: readonly string[];
} & Readonly<Partial<Record<(typeof TEXTS)[number], string>>>;

/** The ids of the fields for texts. The case may not have them any more. */
const TEXTS = ['note', 'answer-note', 'message', 'question', 'contents'] as const;

/** What the page shows again of a form that was refused. */
export function enteredAgain(form: URLSearchParams): CaseState {
  const isDecision = form.has('decision');
  const texts = TEXTS.filter((name) => form.has(name));
  return {
    ...Object.fromEntries(
      texts.map((name) => [name === 'note' && !isDecision ? 'answer-note' : name, form.get(name)!]),
    ),
    ...(isDecision ? { decision: decisionIn(form), chosen: form.getAll('proposal') } : {}),
  };
}

/** The decision that a form was sent with: the button that skips comes after what was chosen. */
export const decisionIn = (form: URLSearchParams): string => form.getAll('decision').at(-1) ?? '';

type Case = {
  readonly id: number;
  readonly organization: string | null;
  readonly createdAt: Date;
  readonly mergedIntoId: number | null;
  readonly correspondence: readonly Correspondence[];
  /** How many letters there are, also those that are not in the correspondence. */
  readonly letterCount: number;
  readonly history: readonly HistoryEntry[];
};

export type CaseView = {
  readonly kind: Kind;
  readonly heading: Html;
  readonly badges: Badges;
  readonly evidence: Html;
  readonly decision: Html;
  /** What else can be done with it. */
  readonly more: Html | string;
};

/** The path of a report or dispute. */
export const casePath = (kind: Kind, id: number): string => `${ROOT}/${kind}s/${id}`;

/** The number in the path of such a page; 0, which none has, for anything else. */
export const idOf = ({ context }: Visit): number => numberIn(context.req.param('id')) ?? 0;

/** The message about what was done, from the query of an address; null without one. */
export function doneText({ context, frame }: Visit, kind: Kind): Html | null {
  const [key, of] = [`desk.${kind}.done.${context.req.query('done')}`, numberIn(context.req.query('of'))];
  return of === null || frame.words.find(key) === null ? null : frame.words.t(key as TextKey, { number: String(of) });
}

/** The address of a list or a case with what was done, in the same part of the list. */
export const afterwards = ({ keep }: Frame, path: string, done: string, of: number): string =>
  `${path}${keep === '' ? '?' : `${keep}&`}done=${done}&of=${of}`;

/** A report or dispute by its number. */
export const numbered = (words: Words, kind: Kind, id: number): Html =>
  words.t(`desk.${kind}.numbered`, { number: String(id) });

/** The same as a link to its page. */
export const caseLink = (words: Words, kind: Kind, id: number): Html =>
  html`<a href="${casePath(kind, id)}">${numbered(words, kind, id)}</a>`;

/** The same with its organization. */
export const whose = (words: Words, kind: Kind, { id, organization }: Pick<Case, 'id' | 'organization'>): Html =>
  html`${numbered(words, kind, id)}${organization === null ? '' : html` · <bdi>${organization}</bdi>`}`;

/** One report or dispute: what is known about it, the evidence first, and the possible decisions. */
export function casePane(
  frame: Frame,
  one: Case,
  view: CaseView,
  { done, problems = [], ...entered }: CaseState,
): Html {
  const { words } = frame;
  const { kind } = view;
  const when = agoText(frame, one.createdAt);
  const isMerged = kind === 'report' && one.mergedIntoId !== null;
  const forms = `${view.decision}${view.more}`;
  const lost = TEXTS.filter((id) => entered[id]?.trim() && !forms.includes(`id="${id}"`));
  return html`${doneNotice(done)}
${generalProblems(problems.map((reason) => words.t('desk.error.changed', { reason })))}
${lost.length === 0 ? '' : html`<section class="card"><h3>${words.t('desk.error.unsent')}</h3>${lost.map((id) => html`<p class="written" dir="auto">${entered[id]}</p>`)}</section>`}
<div class="lead"><h2 class="heading">${view.heading}</h2>
<p class="quiet small">${whose(words, kind, one)} · ${words.t(kind === 'report' ? 'desk.report.reported' : 'desk.dispute.sent', { when })}</p>
${badges(view.badges)}</div>
${isMerged ? html`<p class="notice">${words.t('desk.report.mergedInto', { report: caseLink(words, kind, one.mergedIntoId) })}</p>` : ''}
<div class="evidence">${view.evidence}
${conversation(frame, one)}
${historySection(frame, kind, one.history)}
${view.more}</div>
${view.decision}`;
}
