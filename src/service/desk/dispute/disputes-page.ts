import { html } from 'hono/html';
import { isWithOrganization } from '../../feature/dispute/triage.ts';
import { assetWord, shownContent } from '../../portal/page/asset-word.ts';
import { type Badge, badges } from '../badge.ts';
import { agoText } from '../moment.ts';
import { deskPage, type Frame, type Html, ROOT } from '../page.ts';
import type { DisputeEntry } from './dispute.ts';

/** The disputes that wait, oldest first. */
export function disputesPage(
  frame: Frame,
  open: { readonly disputes: readonly DisputeEntry[]; readonly next: number | null },
  done: string | null,
): Html {
  return deskPage(
    frame,
    '/disputes',
    'Disputes',
    html`${done === null ? '' : html`<p class="notice ok" role="status">${done}</p>`}
<div class="lead"><h1>Disputes</h1><p class="quiet">What people say is blocked by mistake, oldest first; what was skipped is at the end.</p></div>
${
  open.disputes.length === 0
    ? html`<div class="card"><p>Nobody disputes anything.</p></div>`
    : html`<ol class="rows">${open.disputes.map((dispute) => disputeRow(frame, dispute))}</ol>`
}
${open.next === null ? '' : html`<p><a href="${ROOT}/disputes?after=${open.next}">Later ones</a></p>`}`,
  );
}

/** One dispute of a list. */
export function disputeRow({ now }: Frame, dispute: DisputeEntry): Html {
  const { id, status, content, createdAt, organization, asset } = dispute;
  return html`<li><div class="row-head"><h2 class="mono"><a href="${ROOT}/disputes/${id}">${content}</a></h2>
<span class="small quiet">Dispute ${id}${organization === null ? '' : ` · ${organization}`} · ${agoText(createdAt, now)}</span></div>
<p class="small quiet">${status === 'OPEN' ? 'Blocked with' : `${status.toLowerCase()}, it was blocked with`} <span class="mono">${shownContent(asset.type, asset.content)}</span> (${assetWord(asset.type)})</p>
${badges(badgesOf(dispute))}</li>`;
}

/** Where a dispute stands, in short. */
export function badgesOf(dispute: DisputeEntry): Badge[] {
  const { status, skippedAt, advice, mergedIntoId } = dispute;
  if (status !== 'OPEN') return [{ text: status.toLowerCase(), tone: 'ok' }];
  if (mergedIntoId !== null) return [{ text: `merged with dispute ${mergedIntoId}` }];
  return [
    { text: 'open' },
    ...(skippedAt === null ? [] : [{ text: 'skipped' }]),
    ...(isWithOrganization(dispute) ? [{ text: 'waits for the organization' }] : []),
    ...(advice === null
      ? []
      : [{ text: `the organization wants it ${advice === 'ACCEPT' ? 'taken off' : 'to stay'}`, tone: 'ok' as const }]),
  ];
}
