import { html } from 'hono/html';
import { SCAM_WORDS } from '../../../api/report/scam-kind.ts';
import { entriesText, type HighReach, highReachOf } from '../../listing/reach.ts';
import type { TopSite } from '../../listing/top-site.ts';
import { assetWord, shownContent } from '../../portal/page/asset-word.ts';
import { numberText } from '../../portal/page/calendar.ts';
import { type Badge, badges } from '../badge.ts';
import { agoText } from '../moment.ts';
import { type Frame, type Html, ROOT } from '../page.ts';
import type { AssetFacts, OtherReport, Proposal, ScanFacts } from './asset-facts.ts';

const SHOWN_SITES = 5;

/** Whether a block of what is proposed takes a second look. */
export const needsSecondLook = ({ isHost, refusal, hostReach }: AssetFacts): boolean =>
  isHost && refusal === null && highReachOf(hostReach).length > 0;

/** One asset of a report: what it is, what is known about it, and what a block would reach. Contents are text, never links. */
export function assetSection(frame: Frame, facts: AssetFacts, knowsTopSites: boolean): Html {
  const { asset, submitted, kind, brandSlug, screenshotUrl, disputes, others, scans, lists } = facts;
  const content = shownContent(asset.type, asset.content);
  return html`<section class="card facts"><h2 class="mono">${content}</h2>
<p class="small quiet">${assetWord(asset.type)}${submitted === content ? '' : html` · written as <span class="mono">${submitted}</span>`}</p>
${badges(badgesOf(facts))}
<dl>
<div><dt>A block reaches</dt><dd>${reach(facts, knowsTopSites)}</dd></div>
<div><dt>Now</dt><dd>${standing(facts)}</dd></div>
${lists.length === 0 ? '' : html`<div><dt>Imported lists</dt><dd>${lists.map(({ source, status }) => `${source}: ${status.toLowerCase()}`).join(', ')}</dd></div>`}
${kind === null ? '' : html`<div><dt>The reporter says</dt><dd>${SCAM_WORDS[kind]}</dd></div>`}
${brandSlug === null ? '' : html`<div><dt>Imitates</dt><dd>${brandSlug}</dd></div>`}
${screenshotUrl === null ? '' : html`<div><dt>Picture elsewhere</dt><dd class="mono">${screenshotUrl}</dd></div>`}
<div><dt>Scans</dt><dd>${scans.length === 0 ? 'None' : scans.map((scan) => scanLine(frame, scan))}</dd></div>
<div><dt>Other reports</dt><dd>${others.length === 0 ? 'None' : others.map((other) => otherLine(frame, other))}</dd></div>
${
  disputes.length === 0
    ? ''
    : html`<div><dt>Disputes</dt><dd>${disputes.map(
        ({ id, status, createdAt }) =>
          html`<p><a href="${ROOT}/disputes/${id}">Dispute ${id}</a> ${status.toLowerCase()}, ${agoText(createdAt, frame.now)}</p>`,
      )}</dd></div>`
}
</dl></section>`;
}

const STATUS_WORDS: Readonly<Record<string, Badge>> = {
  BLOCKED: { text: 'blocked now', tone: 'danger' },
  ALLOWED: { text: 'allowed now', tone: 'ok' },
  UNKNOWN: { text: 'not listed now' },
};

function badgesOf(facts: AssetFacts): Badge[] {
  const { verdict, proposal, refusal } = facts;
  return [
    STATUS_WORDS[verdict.status] ?? { text: verdict.status.toLowerCase() },
    ...(proposal === null ? [{ text: 'decided in another report' }] : proposalBadges(proposal)),
    ...(refusal === null ? [] : [{ text: 'cannot be blocked', tone: 'danger' as const }]),
    ...(needsSecondLook(facts) ? highReachOf(facts.hostReach).map((why) => REACH_WORDS[why]) : []),
  ];
}

function proposalBadges(proposal: Proposal): Badge[] {
  const { reviewStatus, proposedStatus, decision, escalatedToOrganization, answeredAt, answer, firstApprovedBy } =
    proposal;
  if (reviewStatus !== 'PENDING') return [{ text: reviewStatus.toLowerCase(), tone: 'ok' }];
  return [
    ...(proposedStatus === 'BLOCKED' ? [] : [{ text: `proposed: ${proposedStatus.toLowerCase()}` }]),
    ...(firstApprovedBy === null ? [] : [{ text: `approved once, by ${firstApprovedBy}` }]),
    ...(decision === 'SKIP' ? [{ text: 'skipped' }] : []),
    ...(escalatedToOrganization && answeredAt === null ? [{ text: 'waits for the organization' }] : []),
    ...(answer === null
      ? []
      : [
          {
            text: `the organization ${answer === 'APPROVE' ? 'wants it blocked' : 'does not want it blocked'}`,
            tone: 'ok' as const,
          },
        ]),
  ];
}

const REACH_WORDS: Readonly<Record<HighReach, Badge>> = {
  'many-visitors': { text: 'many people visit it', tone: 'danger' },
  'many-pages': { text: 'many pages are blocked one by one', tone: 'danger' },
};

function reach(facts: AssetFacts, knowsTopSites: boolean): Html | string {
  const { asset, refusal, isHost } = facts;
  if (refusal !== null) return `It cannot be blocked: ${refusal}`;
  if (asset.type === 'ADDRESS') return 'This address, wherever a page shows it';
  if (!isHost) return html`<p>This page or account alone</p>${aboutHost(facts)}`;
  const { topSites } = facts.hostReach;
  const visited =
    topSites.length > 0
      ? html`<strong>${visitedText(topSites)}</strong>`
      : knowsTopSites
        ? 'None of the most visited sites is among them.'
        : 'Which sites many people visit is not known here: "top-sites load" names them.';
  const second = needsSecondLook(facts)
    ? ' It takes the approval of two people, or of one admin who overrides that.'
    : '';
  return html`<p>Every page of ${asset.content}, and every site below it. ${visited}${second}</p>${aboutHost(facts)}`;
}

function visitedText(topSites: readonly TopSite[]): string {
  const named = topSites.slice(0, SHOWN_SITES).map(({ site, rank }) => `${site} (${numberText(rank)})`);
  const more = topSites.length > SHOWN_SITES ? ` and ${numberText(topSites.length - SHOWN_SITES)} more` : '';
  return `${numberText(topSites.length)} of the most visited sites: ${named.join(', ')}${more}.`;
}

/** What else is known of the host, and what waits: of other organizations no more than what is blocked for everybody. */
function aboutHost({ isHost, hostReach, waiting, asset }: AssetFacts): Html | string {
  const known = [
    ...entriesText(hostReach),
    ...(waiting === 0
      ? []
      : [`${numberText(waiting)} other ${waiting === 1 ? 'proposal waits' : 'proposals wait'} about it`]),
  ];
  if (known.length === 0) return '';
  return html`<p class="small quiet">Of ${isHost ? 'it' : asset.content.split('/', 1)[0]} so far: ${known.join('; ')}.</p>`;
}

function standing({ verdict: { status, deciding }, asset }: AssetFacts): string {
  if (!deciding) return 'Nothing is decided about it';
  const by = deciding.source === null ? '' : `, by ${deciding.source}`;
  const because = deciding.reason === null ? '' : `: ${deciding.reason}`;
  const above = deciding.asset.content === asset.content ? '' : ` with ${deciding.asset.content}`;
  return `${status === 'BLOCKED' ? 'Blocked' : 'Allowed'}${above}${by}${because}`;
}

function scanLine({ now }: Frame, { status, createdAt, findings }: ScanFacts): Html {
  const labels = (findings?.labels ?? []).map(({ name, score }) => `${name} ${percent(score)}`);
  const failed = (findings?.checks ?? []).filter(({ result }) => result === 'FAIL' || result === 'WARN');
  const signs = failed.map(({ name, result }) => `${name} (${result.toLowerCase()})`);
  return html`<p>${status.toLowerCase().replace('_', ' ')}, ${agoText(createdAt, now)}${labels.length === 0 ? '' : `: ${labels.join(', ')}`}
${signs.length === 0 ? '' : html`<span class="small quiet">Signs: ${signs.join(', ')}</span>`}</p>`;
}

const percent = (score: number): string => `${Math.round(score * 100)}%`;

function otherLine({ now }: Frame, { id, title, createdAt, reviewStatus }: OtherReport): Html {
  const state = reviewStatus === null ? 'merged' : reviewStatus.toLowerCase();
  return html`<p><a href="${ROOT}/reports/${id}">Report ${id}</a> ${state}, ${agoText(createdAt, now)}${title === null ? '' : `: ${title}`}</p>`;
}
