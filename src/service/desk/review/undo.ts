import { and, eq } from 'drizzle-orm';
import { html } from 'hono/html';
import type { Database } from '../../database/database.ts';
import { assets, type Decider } from '../../database/schema/asset.ts';
import { proposals } from '../../database/schema/report.ts';
import { undoDispute } from '../../feature/dispute/decision.ts';
import { entryBefore } from '../../feature/listing/undo.ts';
import type { Kind } from '../../feature/receipt/receipt.ts';
import { approvedAlone, undoReview } from '../../feature/review/review.ts';
import { shownContent } from '../../page/asset-word.ts';
import { sourceText, word } from '../../page/value-word.ts';
import type { Html } from '../../page/words.ts';
import { problemsOf, requireVersion, versionField } from '../form.ts';
import { type Answer, type Gate, missing, numberIn, type Visit } from '../gate.ts';
import { deskPage, type Frame, noticePage, ROOT } from '../page.ts';
import { afterwards, caseLink, casePath, idOf } from './case.ts';
import { readDispute } from './dispute/dispute.ts';
import { decideEach } from './report/decision.ts';
import { readCase } from './report/report.ts';

/** The pages that undo a decision of a report or a dispute, once a reviewer has read what changes with it. */
export function undoRoutes(gate: Gate): void {
  const review = `${ROOT}/reports/:id/undo/:proposal`;
  gate.get(review, async (visit) => {
    const proposal = await decided(visit);
    if (!proposal) return missing(visit, 'report');
    const changes = await approvedAlone(visit.database, proposal);
    return ask(visit, 'report', proposal.assetId, changes ? 'REVIEW' : null, proposal.reviewedAt);
  });
  gate.post(review, 'reviewer', async (visit, form) => {
    const proposal = await decided(visit);
    if (!proposal) return missing(visit, 'report');
    return end(gate, visit, 'report', () => {
      requireVersion(form, { at: proposal.reviewedAt }, {});
      return decideEach(visit, proposal.reportId, [proposal.id], 'deskUndo', undoReview);
    });
  });

  const dispute = `${ROOT}/disputes/:id/undo`;
  gate.get(dispute, async (visit) => {
    const one = await readDispute(visit.database, visit.person, idOf(visit));
    if (!one || one.status === 'OPEN') return missing(visit, 'dispute');
    return ask(visit, 'dispute', one.assetId, one.status === 'ACCEPTED' ? 'DISPUTE' : null, one.decidedAt);
  });
  gate.post(dispute, 'reviewer', async (visit, form) => {
    const one = await readDispute(visit.database, visit.person, idOf(visit));
    if (!one) return missing(visit, 'dispute');
    const undo = async (transaction: Database) => {
      requireVersion(form, { at: one.decidedAt }, {});
      await undoDispute(transaction, one.id);
      await visit.record(transaction, 'deskUndoDispute', {
        disputeId: one.id,
        content: one.asset.content.slice(0, 300),
      });
    };
    return end(gate, visit, 'dispute', () => visit.database.transaction(undo));
  });
}

/** The decided proposal of an address, if this person may see its report; null for any other. */
async function decided({ context, database, person }: Visit) {
  const [id, proposal] = [numberIn(context.req.param('id')) ?? 0, numberIn(context.req.param('proposal')) ?? 0];
  if (!(await readCase(database, person, id))) return null;
  const [row] = await database
    .select()
    .from(proposals)
    .where(and(eq(proposals.id, proposal), eq(proposals.reportId, id)));
  return row && row.reviewStatus !== 'PENDING' ? row : null;
}

async function end(gate: Gate, visit: Visit, kind: Kind, undo: () => Promise<unknown>): Promise<Answer> {
  const { words } = visit.frame;
  try {
    await undo();
  } catch (error) {
    const { general = [] } = problemsOf(words, error);
    return { page: noticePage(visit.frame, words.t('desk.error.refused'), html`${general}`), status: 409 };
  }
  gate.service.publisher.notify();
  return { to: afterwards(visit.frame, casePath(kind, idOf(visit)), 'undone', idOf(visit)) };
}

/** @param decidedBy the decision about the asset that goes too; null where the list stays as it is @param at when it was decided */
async function ask(
  visit: Visit,
  kind: Kind,
  assetId: number,
  decidedBy: Decider | null,
  at: Date | null,
): Promise<Answer> {
  const { context, database, frame } = visit;
  const { words } = frame;
  const id = idOf(visit);
  const effects = [
    await effectOn(database, frame, assetId, decidedBy),
    words.t('desk.undo.reopens', { what: caseLink(words, kind, id) }),
    words.t('desk.undo.message'),
  ];
  const content = html`<h1>${words.t('desk.undo.title')}</h1>
<ul class="card">${effects.map((effect) => html`<li>${effect}</li>`)}</ul>
<form method="post" action="${context.req.path}">${versionField({ at })}<div class="buttons"><button class="danger" type="submit">${words.t('desk.undo.button')}</button>
<a href="${casePath(kind, id)}">${words.t('desk.undo.keep')}</a></div></form>`;
  return { page: deskPage(frame, null, words.t('desk.undo.title'), content) };
}

async function effectOn(
  database: Database,
  { words }: Frame,
  assetId: number,
  decidedBy: Decider | null,
): Promise<Html> {
  const [asset] = await database.select().from(assets).where(eq(assets.id, assetId));
  const content = html`<bdi class="mono">${shownContent(asset!.type, asset!.content)}</bdi>`;
  const entry = decidedBy && (await entryBefore(database, assetId, decidedBy));
  if (!entry || entry.status === asset!.status)
    return words.t('desk.undo.stays', { content, state: word(words, asset!.status) });
  if (entry.status !== 'BLOCKED') return words.t('desk.undo.unblocks', { content });
  return words.t('desk.undo.blocks', { content, source: sourceText(words, entry.source ?? '') });
}
