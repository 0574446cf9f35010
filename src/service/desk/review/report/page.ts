import { html, raw } from 'hono/html';
import type { TextKey } from '../../../../language/catalogue.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../../../feature/review/sla.ts';
import { shownContent } from '../../../page/asset-word.ts';
import { apartList, type Badges } from '../../../page/list.ts';
import { word } from '../../../page/value-word.ts';
import type { Html, Words } from '../../../page/words.ts';
import type { Frame } from '../../page.ts';
import { hasRole } from '../../person.ts';
import { dueText } from '../../words.ts';
import { type CaseState, casePage, casePath, numbered } from '../case.ts';
import { answerForm, closedCard, decisionForm, mergeForm, noteField, viewerCard } from '../case-form.ts';
import { questionForm } from '../inquiry.ts';
import { additionActions } from './addition-actions.ts';
import type { AssetFacts } from './asset-facts.ts';
import { assetSection, needsSecondLook } from './asset-section.ts';
import { fileList } from './files.ts';
import type { ReportCase } from './report.ts';

/** What a refused decision shows again too: the text for the reporter, and the numbers of the proposals that were chosen. */
export type ReportState = CaseState & {
  readonly told?: string;
  readonly chosen?: readonly string[];
  /** What was to be reported from an addition. */
  readonly contents?: string;
};

/** The page of one report: what was sent, what is known, and the possible decisions. */
export function reportPage(frame: Frame, report: ReportCase, state: ReportState = {}): Html {
  const { words } = frame;
  const { id, title, assets, createdAt, status } = report;
  const [first] = assets;
  const due = dueAt(createdAt, REVIEW_HOURS);
  const badge: Badges[number] = report.addition
    ? { text: words.t(`desk.addition.${report.addition.readAt === null ? 'unread' : 'read'}`) }
    : status === 'CLOSED'
      ? { text: words.t('desk.report.closed'), tone: 'ok' }
      : { text: dueText(frame, due), tone: isBreached(due, null, frame.now) ? 'danger' : undefined };
  const view = {
    kind: 'report',
    list: report.addition ? 'addition' : 'report',
    heading: html`<bdi>${title ?? (first ? shownContent(first.asset.type, first.asset.content) : numbered(words, 'report', id))}</bdi>`,
    badges: [badge],
    isOpen: status !== 'CLOSED' || report.addition?.readAt === null,
    evidence: html`${account(frame, report)}
${assets.map((facts) => assetSection(frame, facts, report))}`,
    actions: actions(frame, report, state),
  } as const;
  return casePage(frame, report, view, state);
}

/** What the reporter says, with the files. Contact data is shown to reviewers only. */
function account(frame: Frame, report: ReportCase): Html {
  const { description, files, links, source, reporter, countryCode, userAgent, referrer, contactInfo } = report;
  const { words } = frame;
  const facts: [TextKey, string | null][] = [
    ['desk.report.fact.through', word(words, source)],
    ['desk.report.fact.reporter', hasRole(frame.person, 'reviewer') ? reporter : null],
    ['desk.report.fact.contact', hasRole(frame.person, 'reviewer') ? contactInfo : null],
    ['desk.report.fact.country', countryCode],
    ['desk.report.fact.referrer', referrer],
    ['desk.report.fact.browser', userAgent],
  ];
  return html`<section class="card facts"><h2>${words.t('desk.report.account')}</h2>
<p class="written" dir="auto">${description ?? words.t('desk.report.noAccount')}</p>
<dl>${facts.map(([name, value]) => (value === null ? '' : html`<div><dt>${words.t(name)}</dt><dd><bdi>${value}</bdi></dd></div>`))}
${links.length === 0 ? '' : html`<div><dt>${words.t('desk.report.fact.links')}</dt><dd class="mono">${apartList(words, links)}</dd></div>`}</dl>
${fileList(words, files)}</section>`;
}

const BUTTONS = [
  ['APPROVE', 'desk.report.approve', 'a', ''],
  ['REJECT', 'desk.report.reject', 'r', 'plain'],
  ['SKIP', 'desk.decision.skip', 's', 'plain'],
  ['ESCALATE', 'desk.decision.escalate', 'e', 'plain'],
] as const;

/** Approves alone what needs two people. The audit log records it. */
const override = (words: Words): Html => html`<fieldset><legend>${words.t('desk.report.override.title')}</legend>
<p class="small quiet" id="override-hint">${words.t('desk.report.override.hint')}</p>
<p><input type="checkbox" name="override" value="yes" id="override" aria-describedby="override-hint">
<label for="override">${words.t('desk.report.override.label')}</label></p></fieldset>`;

/** The forms of a report that this person may send: none once it is closed, and none for a viewer. */
function actions(frame: Frame, report: ReportCase, state: ReportState): Html {
  const { words } = frame;
  const isUnread = report.addition?.readAt === null;
  if (report.status === 'CLOSED' && !isUnread)
    return closedCard(
      words.t('desk.decision.done'),
      words.t('desk.report.nothingWaits'),
      report.addition?.told == null
        ? ''
        : html`<p class="small quiet">${words.t('desk.addition.told')}</p><p class="written" dir="auto">${report.addition.told}</p>`,
    );
  if (!hasRole(frame.person, 'reviewer')) return viewerCard(words);
  if (isUnread) return additionActions(frame, report, state);
  const isAdmin = hasRole(frame.person, 'admin');
  const path = casePath('report', report.id);
  const pending = report.assets.filter(({ proposal }) => proposal?.reviewStatus === 'PENDING');
  const escalated = pending.filter(
    ({ proposal }) => proposal!.escalatedToOrganization && proposal!.answeredAt === null,
  );
  const same = report.assets
    .flatMap(({ others }) => others)
    .find(({ reviewStatus, organizationId }) => reviewStatus === 'PENDING' && organizationId === report.organizationId);
  const mayOverride = isAdmin && pending.some((facts) => needsSecondLook(facts) && !facts.wantsTwo);
  return html`${decisionForm(
    frame,
    `${path}/decision`,
    'desk.decision.title',
    html`${choice(words, 'decide', pending, state.chosen)}
${noteField(words, 'note', 'desk.report.reason', state.note)}
${noteField(words, 'told', 'desk.report.told', state.told)}
${mayOverride ? override(words) : ''}`,
    html`${BUTTONS.map(
      ([value, word, key, look]) =>
        html`<button class="${look}" type="submit" name="decision" value="${value}" accesskey="${key}">${words.t(word)}</button>`,
    )}`,
  )}
${
  escalated.length === 0 || !isAdmin
    ? ''
    : answerForm(
        frame,
        path,
        choice(words, 'answer', escalated, undefined),
        html`<button type="submit" name="answer" value="APPROVE">${words.t('desk.report.block')}</button>
<button class="plain" type="submit" name="answer" value="REJECT">${words.t('desk.report.doNotBlock')}</button>`,
      )
}
${questionForm(frame, `${path}/question`, report.correspondence, state.question ?? '')}
${mergeForm(frame, 'report', report.id, same?.id)}`;
}

/** The choice of assets that a form is about: those chosen before, else all of them. */
function choice(
  words: Words,
  prefix: string,
  about: readonly AssetFacts[],
  chosen: readonly string[] | undefined,
): Html {
  if (about.length === 1) return html`<input type="hidden" name="proposal" value="${about[0]!.proposal!.id}">`;
  return html`<fieldset><legend>${words.t('desk.report.about')}</legend>${about.map(
    ({
      asset,
      proposal,
    }) => html`<p><input type="checkbox" name="proposal" id="${prefix}-${proposal!.id}" value="${proposal!.id}"${raw(chosen === undefined || chosen.includes(String(proposal!.id)) ? ' checked' : '')}>
<label class="mono" for="${prefix}-${proposal!.id}">${shownContent(asset.type, asset.content)}</label></p>`,
  )}</fieldset>`;
}
