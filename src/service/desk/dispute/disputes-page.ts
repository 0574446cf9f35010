import { html } from 'hono/html';
import { isWithOrganization } from '../../feature/dispute/triage.ts';
import type { Words } from '../../language/words.ts';
import { assetWord, shownContent } from '../../portal/page/asset-word.ts';
import { type Badge, badges } from '../badge.ts';
import { agoText } from '../language/moment.ts';
import { word } from '../language/word.ts';
import { deskPage, type Frame, type Html, ROOT } from '../page.ts';
import type { DisputeEntry } from './dispute.ts';

/** The disputes that wait, oldest first. */
export function disputesPage(
  frame: Frame,
  open: { readonly disputes: readonly DisputeEntry[]; readonly next: number | null },
  done: Html | null,
): Html {
  const { words } = frame;
  return deskPage(
    frame,
    '/disputes',
    words.t('desk.dispute.title'),
    html`${done === null ? '' : html`<p class="notice ok" role="status">${done}</p>`}
<div class="lead"><h1>${words.t('desk.dispute.title')}</h1><p class="quiet">${words.t('desk.dispute.intro')}</p></div>
${
  open.disputes.length === 0
    ? html`<div class="card"><p>${words.t('desk.dispute.none')}</p></div>`
    : html`<ol class="rows">${open.disputes.map((dispute) => disputeRow(frame, dispute))}</ol>`
}
${open.next === null ? '' : html`<p><a href="${ROOT}/disputes?after=${open.next}">${words.t('desk.later')}</a></p>`}`,
  );
}

/** One dispute of a list. */
export function disputeRow(frame: Frame, dispute: DisputeEntry): Html {
  const { words } = frame;
  const { id, status, content, createdAt, organization, asset } = dispute;
  const blocked = {
    content: html`<bdi class="mono">${shownContent(asset.type, asset.content)}</bdi>`,
    kind: assetWord(asset.type, words),
  };
  return html`<li><div class="row-head"><h2 class="mono"><a href="${ROOT}/disputes/${id}">${content}</a></h2>
<span class="small quiet">${words.t('desk.dispute.numbered', { number: String(id) })}${organization === null ? '' : html` · <bdi>${organization}</bdi>`} · ${agoText(frame, createdAt)}</span></div>
<p class="small quiet">${
    status === 'OPEN'
      ? words.t('desk.dispute.blockedWith', blocked)
      : words.t('desk.dispute.wasBlockedWith', { ...blocked, state: word(words, status) })
  }</p>
${badges(badgesOf(words, dispute))}</li>`;
}

/** Where a dispute stands, in short. */
export function badgesOf(words: Words, dispute: DisputeEntry): Badge[] {
  const { status, skippedAt, advice, mergedIntoId } = dispute;
  if (status !== 'OPEN') return [{ text: word(words, status), tone: 'ok' }];
  if (mergedIntoId !== null) return [{ text: words.t('desk.dispute.mergedWith', { number: String(mergedIntoId) }) }];
  return [
    { text: words.word('desk.word.OPEN') },
    ...(skippedAt === null ? [] : [{ text: words.t('desk.badge.skipped') }]),
    ...(isWithOrganization(dispute) ? [{ text: words.t('desk.badge.organization') }] : []),
    ...(advice === null
      ? []
      : [
          {
            text: words.t(advice === 'ACCEPT' ? 'desk.dispute.wantsOff' : 'desk.dispute.wantsOn'),
            tone: 'ok' as const,
          },
        ]),
  ];
}
