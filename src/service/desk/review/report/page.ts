import { html, raw } from 'hono/html';
import type { TextKey } from '../../../languages.ts';
import { shownContent } from '../../../page/asset-word.ts';
import { apartList, type Badges, facts, written } from '../../../page/list.ts';
import { word } from '../../../page/value-word.ts';
import type { Html, Words } from '../../../page/words.ts';
import { type Frame, ROOT } from '../../page.ts';
import { hasRole } from '../../person.ts';
import { dueBadge } from '../../words.ts';
import { type CaseState, type CaseView, casePane, casePath } from '../case.ts';
import { answerForm, type Choice, choiceForm, closedCard, mergeForm, noteField, viewerCard } from '../case-form.ts';
import { questionForm } from '../inquiry.ts';
import { additionActions } from './addition-actions.ts';
import type { AssetFacts } from './asset-facts.ts';
import { assetSection, needsSecondLook } from './asset-section.ts';
import { nameOf } from './queue.ts';
import type { ReportCase, ReportFile } from './report.ts';

/** One report: what was sent, what is known, and the possible decisions. */
export function reportPane(frame: Frame, report: ReportCase, state: CaseState = {}): Html {
  const { words } = frame;
  const { title, assets, createdAt, status, addition } = report;
  const badge: Badges[number] = addition
    ? { text: words.t(`desk.addition.${addition.readAt === null ? 'unread' : 'read'}`) }
    : status === 'CLOSED'
      ? { text: words.t('desk.report.closed') }
      : dueBadge(frame, createdAt);
  const view = {
    kind: 'report',
    heading: html`<bdi>${nameOf(frame, { title, assets: assets.map(({ asset }) => asset) })}</bdi>`,
    badges: [badge],
    evidence: html`${account(frame, report)}
${assets.map((about) => assetSection(frame, about, report))}`,
    ...actions(frame, report, state),
  } as const;
  return casePane(frame, report, view, state);
}

/** What the reporter says, with the files. Contact data is shown to reviewers only. */
function account(frame: Frame, report: ReportCase): Html {
  const { description, files, links, source, reporter, countryCode, userAgent, referrer, contactInfo } = report;
  const { words } = frame;
  const isReviewer = hasRole(frame.person, 'reviewer');
  const known: [TextKey, string | null][] = [
    ['desk.report.fact.through', word(words, source)],
    ['desk.report.fact.reporter', isReviewer ? reporter : null],
    ['desk.report.fact.contact', isReviewer ? contactInfo : null],
    ['desk.report.fact.country', countryCode],
    ['desk.report.fact.referrer', referrer],
    ['desk.report.fact.browser', userAgent],
  ];
  return html`${fileList(words, files)}
<section class="card facts"><h3>${words.t('desk.report.account')}</h3>
${written(description ?? words.t('desk.report.noAccount'))}
${facts([
  ...known.map(([name, value]) => [words.t(name), value && html`<bdi>${value}</bdi>`] as const),
  [
    words.t('desk.report.fact.links'),
    links.length === 0 ? null : html`<span class="mono">${apartList(words, links)}</span>`,
  ],
])}</section>`;
}

const fileList = (words: Words, files: readonly ReportFile[]): Html | string =>
  files.length === 0 ? '' : html`<ul class="files">${files.map((one) => file(words, one))}</ul>`;

function file(words: Words, { id, fileName, mediaType, sizeBytes }: ReportFile): Html {
  const path = `${ROOT}/files/${id}`;
  return html`<li>${mediaType.startsWith('image/') ? html`<img src="${path}" alt="${fileName}" loading="lazy">` : ''}
<a href="${path}"><bdi>${fileName}</bdi></a> <span class="small quiet"><bdi>${mediaType}</bdi> · ${words.fileSize(sizeBytes)}</span></li>`;
}

const CHOICES: readonly Choice[] = [
  ['APPROVE', 'desk.report.approve', 'desk.report.reasonHint', 'a'],
  ['REJECT', 'desk.report.reject', 'desk.report.noteHint', 'r'],
  ['ESCALATE', 'desk.decision.escalate', 'desk.report.noteHint', 'e'],
];

/** Approves alone what needs two people. The audit log records it. */
const override = (
  words: Words,
): Html => html`<fieldset class="when APPROVE"><legend>${words.t('desk.report.override.title')}</legend>
<p class="small quiet" id="override-hint">${words.t('desk.report.override.hint')}</p>
<p><input type="checkbox" name="override" value="yes" id="override" aria-describedby="override-hint">
<label for="override">${words.t('desk.report.override.label')}</label></p></fieldset>`;

/** The forms of a report that this person may send: none once it is closed, and none for a viewer. */
function actions(frame: Frame, report: ReportCase, state: CaseState): Pick<CaseView, 'decision' | 'more'> {
  const { words } = frame;
  const isUnread = report.addition?.readAt === null;
  if (report.status === 'CLOSED' && !isUnread)
    return {
      decision: closedCard(
        words.t('desk.decision.done'),
        words.t('desk.report.nothingWaits'),
        report.addition?.message == null
          ? ''
          : html`<p class="small quiet">${words.t('desk.addition.message')}</p>${written(report.addition.message)}`,
      ),
      more: '',
    };
  if (!hasRole(frame.person, 'reviewer')) return { decision: viewerCard(words), more: '' };
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
  const mayOverride = isAdmin && pending.some((about) => needsSecondLook(about) && !about.wantsTwo);
  const more = html`${noteField(words, 'message', 'desk.report.message', state.message)}${mayOverride ? override(words) : ''}`;
  return {
    decision: choiceForm(frame, path, CHOICES, state, {
      ...{ about: choice(words, 'decide', pending, state.chosen), note: 'desk.report.reason', more },
    }),
    more: html`${
      escalated.length === 0 || !isAdmin
        ? ''
        : answerForm(
            frame,
            path,
            choice(words, 'answer', escalated, undefined),
            html`<button type="submit" name="answer" value="APPROVE">${words.t('desk.report.block')}</button>
<button class="plain" type="submit" name="answer" value="REJECT">${words.t('desk.report.doNotBlock')}</button>`,
            state['answer-note'],
          )
    }
${questionForm(frame, `${path}/question`, report.correspondence, state.question)}
${mergeForm(frame, 'report', path, same?.id)}`,
  };
}

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
