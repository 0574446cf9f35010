import { html } from 'hono/html';
import type { TextKey } from '../../../language/catalogue.ts';
import type { Kind } from '../../feature/receipt/receipt.ts';
import { generalProblems } from '../../page/field.ts';
import { type Badges, badges } from '../../page/list.ts';
import type { Html, Words } from '../../page/words.ts';
import { numberIn, type Visit } from '../gate.ts';
import { deskPage, doneNotice, type Frame, ROOT } from '../page.ts';
import { agoText } from '../words.ts';
import { type HistoryEntry, historySection } from './history.ts';
import { type Correspondence, conversation } from './inquiry.ts';

/** What the page of a report or dispute shows of the form that was sent last. */
export type CaseState = {
  readonly problem?: Html;
  /** What was done, announced when the page opens. */
  readonly done?: Html | null;
  readonly note?: string;
  readonly question?: string;
  /** The number of the one that is to be looked at next. */
  readonly next?: number | null;
};

/** A report or a dispute. */
type Case = {
  readonly id: number;
  readonly organization: string | null;
  readonly createdAt: Date;
  readonly mergedIntoId: number | null;
  readonly correspondence: readonly Correspondence[];
  readonly history: readonly HistoryEntry[];
};

type CaseView = {
  readonly kind: Kind;
  /** The list that it is in. */
  readonly list: Kind | 'addition';
  readonly heading: Html;
  readonly badges: Badges;
  /** Whether something of it is left to decide. */
  readonly isOpen: boolean;
  readonly evidence: Html;
  readonly actions: Html;
};

const TABS = { report: '', dispute: '/disputes', addition: '/additions' } as const;

/** The path of the page of a report or dispute. */
export const casePath = (kind: Kind, id: number): string => `${ROOT}/${kind}s/${id}`;

/** The number in the path of such a page; 0, which none has, for anything else. */
export const idOf = ({ context }: Visit): number => numberIn(context.req.param('id')) ?? 0;

/** The message about what was done, from the query of an address; null without one. @param all what the query may name */
export function doneText({ context, frame }: Visit, kind: Kind, all: readonly string[]): Html | null {
  const [done = '', of] = [context.req.query('done'), numberIn(context.req.query('of'))];
  if (of === null || !all.includes(done)) return null;
  return frame.words.t(`desk.${kind}.done.${done}` as TextKey, { number: String(of) });
}

/** A report or dispute by its number. */
export const numbered = (words: Words, kind: Kind, id: number): Html =>
  words.t(`desk.${kind}.numbered`, { number: String(id) });

/** The same as a link to its page. */
export const caseLink = (words: Words, kind: Kind, id: number): Html =>
  html`<a href="${casePath(kind, id)}">${numbered(words, kind, id)}</a>`;

/** The same with its organization. */
export const whose = (words: Words, kind: Kind, { id, organization }: Pick<Case, 'id' | 'organization'>): Html =>
  html`${numbered(words, kind, id)}${organization === null ? '' : html` · <bdi>${organization}</bdi>`}`;

/** The page of one report or dispute: what is known about it, and the possible decisions. */
export function casePage(frame: Frame, one: Case, view: CaseView, { done, problem, next }: CaseState): Html {
  const { words } = frame;
  const { kind, list, isOpen } = view;
  const when = agoText(frame, one.createdAt);
  const isMerged = kind === 'report' && one.mergedIntoId !== null;
  return deskPage(
    frame,
    TABS[list],
    numbered(words, kind, one.id),
    html`${doneNotice(done)}
${generalProblems(problem === undefined ? [] : [words.t('desk.error.changed', { reason: problem })])}
<div class="lead"><h1>${view.heading}</h1>
<p class="quiet">${whose(words, kind, one)} · ${words.t(kind === 'report' ? 'desk.report.reported' : 'desk.dispute.sent', { when })}</p>
${badges(view.badges)}
<p class="small">${isOpen ? html`<a href="#actions">${words.t('desk.decision.to')}</a> · ` : ''}${
      next
        ? html`<a href="${casePath(kind, next)}" accesskey="n">${words.t(`desk.${list}.next`)}</a>`
        : html`<a href="${ROOT}${TABS[list]}">${words.t(`desk.${list}.all`)}</a>`
    }</p></div>
${isMerged ? html`<p class="notice">${words.t('desk.report.mergedInto', { report: caseLink(words, kind, one.mergedIntoId) })}</p>` : ''}
<div class="case"><div class="evidence">
${view.evidence}
${conversation(frame, one.correspondence)}
${historySection(frame, kind, one.history)}
</div><div class="actions" id="actions">${view.actions}</div></div>`,
  );
}
