import { html } from 'hono/html';
import { textKey } from '../../../../language/text-key.ts';
import type { Note } from '../../../database/schema/report.ts';
import { unlistable } from '../../../feature/listing/decision.ts';
import { type HighReach, highReachOf, MAX_COUNTED, type TopSite } from '../../../feature/listing/reach.ts';
import type { TextKey } from '../../../languages.ts';
import { assetWord, shownContent } from '../../../page/asset-word.ts';
import { apartList, type Badges, badges, facts, lines, written } from '../../../page/list.ts';
import { sourceText, word } from '../../../page/value-word.ts';
import type { Html, Words } from '../../../page/words.ts';
import type { Frame } from '../../page.ts';
import { hasRole } from '../../person.ts';
import { agoText } from '../../words.ts';
import { caseLink, casePath } from '../case.ts';
import { actionText } from '../history.ts';
import type { AssetFacts, OtherReport, Proposal, ScanFacts } from './asset-facts.ts';
import type { ReportCase } from './report.ts';

const MAX_SHOWN_SITES = 5;

/** Whether blocking the proposed host needs a second person because of its reach. */
export const needsSecondLook = ({ isHost, refusal, hostReach }: AssetFacts): boolean =>
  isHost && refusal === null && highReachOf(hostReach).length > 0;

/** One asset of a report: what it is, what is known about it, and what a block would reach. Contents are text, never links. */
export function assetSection(
  frame: Frame,
  about: AssetFacts,
  { knowsTopSites, mergedIntoId }: Pick<ReportCase, 'knowsTopSites' | 'mergedIntoId'>,
): Html {
  const { words } = frame;
  const { asset, submitted, kind, brandSlug, screenshotUrl, screenshotTakenBy } = about;
  const { disputes, others, scans, lists, proposal } = about;
  const content = shownContent(asset.type, asset.content);
  return html`<section class="card facts"><h3 class="mono">${content}</h3>
<p class="small quiet">${assetWord(asset.type, words)}${
    submitted === content
      ? ''
      : html` · ${words.t('desk.asset.writtenAs', { text: html`<bdi class="mono">${submitted}</bdi>` })}`
  }</p>
${badges(badgesOf(words, about, mergedIntoId !== null))}
${
  proposal === null || proposal.reviewStatus === 'PENDING' || !hasRole(frame.person, 'reviewer')
    ? ''
    : html`<p class="small"><a href="${casePath('report', proposal.reportId)}/undo/${proposal.id}${frame.keep}">${words.t('desk.undo.link')}</a></p>`
}
${facts([
  [
    words.t('desk.asset.picture'),
    screenshotUrl &&
      html`<span class="mono">${screenshotUrl}</span>${screenshotTakenBy === null || !hasRole(frame.person, 'reviewer') ? '' : html` · <bdi>${screenshotTakenBy}</bdi>`}`,
  ],
  [words.t('desk.asset.reporterSays'), kind && words.t(`scam.${textKey(kind)}.name`)],
  [words.t('desk.asset.imitates'), brandSlug && html`<bdi>${brandSlug}</bdi>`],
  [
    words.t('desk.dispute.lists'),
    lines(lists, ({ source, status }) => html`<p><bdi>${source}</bdi>: ${word(words, status)}</p>`),
  ],
  [words.t('desk.dispute.now'), standing(words, about)],
  [words.t('desk.asset.reaches'), reach(words, about, knowsTopSites)],
  [words.t('desk.asset.scans'), lines(scans, (scan) => scanLine(frame, scan))],
  [words.t('desk.asset.otherReports'), lines(others, (other) => otherLine(frame, other))],
  [
    words.t('desk.tab.disputes'),
    lines(
      disputes,
      ({ id, status, createdAt }) =>
        html`<p>${caseLink(words, 'dispute', id)} ${word(words, status)} · ${agoText(frame, createdAt)}</p>`,
    ),
  ],
  [words.t('desk.asset.notes'), proposal && notes(frame, content, proposal)],
  [words.t('desk.report.message'), proposal?.message == null ? null : written(proposal.message)],
])}</section>`;
}

const DONE: Readonly<Record<Note['action'], string>> = {
  APPROVE: 'deskApprove',
  REJECT: 'deskReject',
  SKIP: 'deskSkip',
  ESCALATE: 'deskEscalate',
  ANSWER_APPROVE: 'deskAnswerApprove',
  ANSWER_REJECT: 'deskAnswerReject',
};

function notes(frame: Frame, content: string, { notes: all, reviewStatus }: Proposal): Html | null {
  const list = lines(all, ({ action, by, at, text }) => {
    const done = action === 'APPROVE' && reviewStatus === 'PENDING' ? 'deskApproveOnce' : DONE[action];
    return html`<li><p class="small quiet">${actionText(frame.words, 'report', { who: by, action: done, content })} · ${agoText(frame, new Date(at))}</p>
${written(text)}</li>`;
  });
  return list && html`<ul class="history">${list}</ul>`;
}

const STATUS_BADGES = {
  BLOCKED: ['desk.asset.blockedNow', 'danger'],
  ALLOWED: ['desk.asset.allowedNow', 'ok'],
  UNKNOWN: ['desk.asset.notListed', undefined],
} as const;

/** @param isMerged whether its report was merged: what was blocked when it was reported has no proposal either */
function badgesOf(words: Words, facts: AssetFacts, isMerged: boolean): Badges {
  const { verdict, proposal, refusal, wantsTwo } = facts;
  const [status, tone] = STATUS_BADGES[verdict.status];
  const highReach = needsSecondLook(facts) ? highReachOf(facts.hostReach) : [];
  return [
    { text: words.t(status), tone },
    proposal === null && isMerged && { text: words.t('desk.asset.elsewhere') },
    ...(proposal === null ? [] : proposalBadges(words, proposal)),
    wantsTwo && proposal?.reviewStatus === 'PENDING' && { text: words.t('desk.asset.wantsTwo') },
    refusal !== null && { text: words.t('desk.asset.cannot'), tone: 'danger' },
    ...highReach.map((why) => ({ text: words.t(REACH_WORDS[why]), tone: 'danger' as const })),
  ];
}

function proposalBadges(words: Words, proposal: Proposal): Badges {
  const { reviewStatus, proposedStatus, decision, escalatedToOrganization, answeredAt, answer, firstApprovedBy } =
    proposal;
  if (reviewStatus !== 'PENDING') return [{ text: word(words, reviewStatus) }];
  return [
    proposedStatus !== 'BLOCKED' && {
      text: words.t('desk.asset.proposed', { state: word(words, proposedStatus) }),
    },
    firstApprovedBy !== null && { text: words.t('desk.asset.approvedOnce', { who: firstApprovedBy }) },
    decision === 'SKIP' && { text: words.t('desk.badge.skipped') },
    escalatedToOrganization && answeredAt === null && { text: words.t('desk.badge.organization') },
    answer !== null && {
      text: words.t(answer === 'APPROVE' ? 'desk.asset.wantsBlocked' : 'desk.asset.wantsNot'),
      tone: 'ok',
    },
  ];
}

const REACH_WORDS: Readonly<Record<HighReach, TextKey>> = {
  'many-visitors': 'desk.asset.manyVisitors',
  'many-pages': 'desk.asset.manyPages',
};

function reach(words: Words, facts: AssetFacts, knowsTopSites: boolean): Html | string {
  const { asset, refusal, isHost } = facts;
  if (refusal !== null) return words.t('desk.asset.cannotBecause', { reason: words.issue(unlistable(refusal)) });
  if (asset.type === 'ADDRESS') return words.t('desk.asset.reachAddress');
  if (!isHost) return html`<p>${words.t('desk.asset.reachPage')}</p>${aboutHost(words, facts)}`;
  const { topSites } = facts.hostReach;
  const visited =
    topSites.length > 0
      ? html`<strong>${visitedText(words, topSites)}</strong>`
      : knowsTopSites
        ? words.t('desk.asset.noTop')
        : words.t('desk.asset.topUnknown');
  const second = needsSecondLook(facts) && !facts.wantsTwo ? html` ${words.t('desk.asset.second')}` : '';
  const whole = words.t('desk.asset.reachHost', { host: html`<bdi dir="ltr">${asset.content}</bdi>` });
  return html`<p>${whole} ${visited}${second}</p>${aboutHost(words, facts)}`;
}

function visitedText(words: Words, topSites: readonly TopSite[]): Html {
  const named = apartList(
    words,
    topSites.slice(0, MAX_SHOWN_SITES).map(({ site, rank }) => `${site} (${words.number(rank)})`),
  );
  const more =
    topSites.length > MAX_SHOWN_SITES
      ? html` ${words.t('desk.more', { count: topSites.length - MAX_SHOWN_SITES })}`
      : '';
  return words.t('desk.asset.top', { count: topSites.length, sites: html`${named}${more}` });
}

/** What is blocked of the host, and how many proposals are pending. Of other organizations it shows only what is blocked for everybody. */
function aboutHost(words: Words, { isHost, hostReach, waiting, asset }: AssetFacts): Html | string {
  const { pages, hosts } = hostReach;
  const known = [
    ...(pages === 0 ? [] : [counted(words, 'desk.asset.hostPages', pages)]),
    ...(hosts === 0 ? [] : [counted(words, 'desk.asset.hostBelow', hosts)]),
    ...(waiting === 0 ? [] : [words.t('desk.asset.waiting', { count: waiting })]),
  ];
  if (known.length === 0) return '';
  const host = html`<bdi dir="ltr">${isHost ? asset.content : asset.content.split('/', 1)[0]}</bdi>`;
  const list = html`${known.map((text, index) => html`${index === 0 ? '' : '; '}${text}`)}`;
  return html`<p class="small quiet">${words.t('desk.asset.soFar', { host, known: list })}</p>`;
}

/** A count; one that reached its bound is shown as "at least". */
function counted(words: Words, key: 'desk.asset.hostPages' | 'desk.asset.hostBelow', count: number): Html {
  const text = words.t(key, { count });
  return count < MAX_COUNTED ? text : words.t('desk.asset.atLeast', { text });
}

function standing(words: Words, { verdict: { status, deciding }, asset }: AssetFacts): Html {
  if (!deciding) return words.t('desk.asset.undecided');
  const above = html`<bdi class="mono">${deciding.asset.content}</bdi>`;
  return html`${words.t(status === 'BLOCKED' ? 'desk.asset.isBlocked' : 'desk.asset.isAllowed')}${
    deciding.asset.content === asset.content ? '' : html` ${words.t('desk.asset.with', { content: above })}`
  }${deciding.source === null ? '' : html` ${words.t('desk.asset.byWhom', { source: sourceText(words, deciding.source) })}`}${
    deciding.reason === null ? '' : html`: <bdi>${deciding.reason}</bdi>`
  }`;
}

function scanLine(frame: Frame, { status, createdAt, findings }: ScanFacts): Html {
  const { words } = frame;
  const labels = (findings?.labels ?? []).map(({ name, score }) => `${name} ${words.percent(score)}`);
  const failed = (findings?.checks ?? []).filter(({ result }) => result === 'FAIL' || result === 'WARN');
  const signs = failed.map(
    ({ name, result }) =>
      `${name} (${words.word(result === 'FAIL' ? 'desk.asset.sign.FAIL' : 'desk.asset.sign.WARN')})`,
  );
  return html`<p>${word(words, status)} · ${agoText(frame, createdAt)}${labels.length === 0 ? '' : html`: ${apartList(words, labels)}`}
${signs.length === 0 ? '' : html`<span class="small quiet">${words.t('desk.asset.signs', { signs: apartList(words, signs) })}</span>`}</p>`;
}

function otherLine(frame: Frame, { id, title, createdAt, reviewStatus, isAddition }: OtherReport): Html {
  const { words } = frame;
  const state = isAddition
    ? words.t('desk.asset.addition')
    : reviewStatus === null
      ? words.t('desk.asset.merged')
      : word(words, reviewStatus);
  return html`<p>${caseLink(words, 'report', id)} ${state} · ${agoText(frame, createdAt)}${title === null ? '' : html`: <bdi>${title}</bdi>`}</p>`;
}
