import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { RECEIPT_KINDS, RECEIPT_STATES } from '../../../api/report/receipt.ts';
import type { reportAnswer, reportRead } from '../../../api/report/report.ts';
import type { Database } from '../../database/database.ts';
import { issue } from '../../database/refused.ts';
import { assets } from '../../database/schema/asset.ts';
import { disputes } from '../../database/schema/dispute.ts';
import { receiptProposals, receipts } from '../../database/schema/receipt.ts';
import { additions, proposals, reportAssets, reports } from '../../database/schema/report.ts';
import type { Caller } from '../../http/access/api-key.ts';
import { Failure } from '../../http/failure.ts';

type Submission = {
  readonly subject: { readonly reportId: number } | { readonly disputeId: number };
  readonly content: readonly string[];
  readonly proposalIds?: readonly number[];
  /** What came with a report that was merged with another one. */
  readonly merged?: {
    readonly contactInfo: string | null;
    readonly description: string | null;
    readonly attachmentUrls: readonly string[];
  };
};

type Issued = { readonly id: number; readonly receipt: string; readonly createdAt: Date };

/** SHA-256, which is all that is stored: 128 random bits need no slow hash. */
export const receiptHash = (receipt: string): Uint8Array => createHash('sha256').update(receipt, 'utf8').digest();

/** Creates a receipt inside the caller's transaction. Only its hash is stored. */
export async function issueReceipt(transaction: Database, submission: Submission): Promise<Issued> {
  const { subject, content, proposalIds = [], merged } = submission;
  const receipt = randomBytes(16).toString('base64url');
  const [row] = await transaction
    .insert(receipts)
    .values({
      ...subject,
      hash: receiptHash(receipt),
      content: [...content],
      ...(merged ? { ...merged, attachmentUrls: [...merged.attachmentUrls], isMerged: true } : {}),
    })
    .returning({ id: receipts.id, createdAt: receipts.createdAt });
  const { id, createdAt } = row!;
  if (proposalIds.length > 0)
    await transaction.insert(receiptProposals).values(proposalIds.map((proposalId) => ({ receiptId: id, proposalId })));
  return { id, receipt, createdAt };
}

export type PublicState = ResponseOf<typeof reportRead>;
export type Kind = (typeof RECEIPT_KINDS)[number];
type State = (typeof RECEIPT_STATES)[number];
/** Nobody learns that a report was merged: it would reveal that somebody else reported the same. */
type ShownState = Exclude<State, 'MERGED'>;
type Receipt = typeof receipts.$inferSelect;
type Review = Pick<
  typeof proposals.$inferSelect,
  'reviewStatus' | 'decision' | 'proposedStatus' | 'firstApprovedAt' | 'reviewedAt' | 'createdAt' | 'message'
>;
type Inquiry = Pick<Receipt, 'question' | 'askedAt' | 'answer' | 'answeredAt'>;

const NO_INQUIRY: Inquiry = { question: null, askedAt: null, answer: null, answeredAt: null };

/** The receipt with this text. @throws Failure NOT_FOUND where there is none of this kind */
export async function requireReceipt(database: Database, kind: Kind, text: string): Promise<Receipt> {
  return (await findReceipt(database, kind, text)) ?? noReceipt();
}

/** The receipt with this text; null where there is none of this kind. */
export async function findReceipt(database: Database, kind: Kind, receipt: string): Promise<Receipt | null> {
  const [row] = await database
    .select()
    .from(receipts)
    .where(eq(receipts.hash, receiptHash(receipt)));
  return row && (row.disputeId === null) === (kind === 'report') ? row : null;
}

/** The state of the report or dispute of a receipt. */
export async function stateOf(database: Database, receipt: Receipt): Promise<PublicState> {
  if (receipt.disputeId !== null) {
    const [dispute] = await database.select().from(disputes).where(eq(disputes.id, receipt.disputeId));
    return disputeState(dispute!, receipt);
  }
  const followed = await database
    .select({ proposal: proposals, asset: assets.content })
    .from(receiptProposals)
    .innerJoin(proposals, eq(proposals.id, receiptProposals.proposalId))
    .innerJoin(assets, eq(assets.id, proposals.assetId))
    .where(eq(receiptProposals.receiptId, receipt.id))
    .orderBy(assets.content);
  const { createdAt, isMerged, reportId } = receipt;
  const content = receipt.content.length > 0 ? receipt.content : [...new Set(followed.map(({ asset }) => asset))];
  const reviews = followed.map(({ proposal }) => proposal);
  const own = isMerged ? [] : reviews.filter((proposal) => proposal.reportId === reportId);
  return reportState(database, reportId!, { content, createdAt }, reviews, own, receipt);
}

/** @param inquiry null for those who read it without a receipt, which the message of an addition is for */
async function reportState(
  database: Database,
  reportId: number,
  subject: Omit<Subject, 'message'>,
  reviews: readonly Review[],
  own: readonly Review[],
  inquiry: Inquiry | null,
): Promise<PublicState> {
  const [addition] = await database.select().from(additions).where(eq(additions.reportId, reportId));
  const asked = inquiry ?? NO_INQUIRY;
  if (!addition) {
    const state = reportStateOf(reviews, own, asked);
    return publicState('report', state, { ...subject, message: wordsOf(state, reviews) }, reviews, asked);
  }
  const { readAt } = addition;
  const state = readAt !== null ? 'BLOCKED' : isAsked(asked) ? 'INFORMATION_ASKED' : 'RECEIVED';
  const message = inquiry && addition.message;
  return {
    ...publicState('report', state, { ...subject, message }, [{ reviewedAt: readAt }], asked),
    isAddition: true,
  };
}

function disputeState(dispute: typeof disputes.$inferSelect, inquiry: Inquiry): PublicState {
  const { status, content, createdAt, decidedAt, note, skippedAt, escalatedAt } = dispute;
  const isBegun = skippedAt !== null || escalatedAt !== null;
  const open = isAsked(inquiry) ? 'INFORMATION_ASKED' : isBegun ? 'IN_REVIEW' : 'RECEIVED';
  const state = status === 'OPEN' ? open : status;
  const reviews = [{ reviewedAt: decidedAt, createdAt }];
  // The note of a decision is written for the person who disputed.
  const message = status === 'OPEN' ? null : note;
  return publicState('dispute', state, { content: [content], createdAt, message }, reviews, inquiry);
}

const isAsked = ({ question, answer }: Inquiry): boolean => question !== null && answer === null;

/** @param own the proposals of the report itself; earlier reports of the same assets are not revealed */
function reportStateOf(reviews: readonly Review[], own: readonly Review[], inquiry: Inquiry): ShownState {
  const isOpen = reviews.length === 0 || reviews.some(({ reviewStatus }) => reviewStatus === 'PENDING');
  if (!isOpen) {
    const isBlocked = reviews.some((one) => one.reviewStatus === 'APPROVED' && one.proposedStatus === 'BLOCKED');
    return isBlocked ? 'BLOCKED' : 'NOT_BLOCKED';
  }
  if (isAsked(inquiry)) return 'INFORMATION_ASKED';
  const isBegun = own.some(({ decision, firstApprovedAt }) => decision !== null || firstApprovedAt !== null);
  return isBegun ? 'IN_REVIEW' : 'RECEIVED';
}

type Subject = { readonly content: readonly string[]; readonly createdAt: Date; readonly message: string | null };

/** The messages of the reviewers, each once, after everything is decided. */
function wordsOf(state: ShownState, reviews: readonly Review[]): string | null {
  if (state !== 'BLOCKED' && state !== 'NOT_BLOCKED') return null;
  const words = new Set(reviews.flatMap(({ message }) => (message === null ? [] : [message])));
  return words.size === 0 ? null : [...words].join('\n\n');
}

function publicState(
  kind: Kind,
  state: ShownState,
  { content, createdAt, message }: Subject,
  reviews: readonly { readonly reviewedAt: Date | null }[],
  { question, askedAt, answeredAt }: Inquiry,
): PublicState {
  const moments = [createdAt, askedAt, answeredAt, ...reviews.map(({ reviewedAt }) => reviewedAt)];
  const updatedAt = Math.max(...moments.map((moment) => moment?.getTime() ?? 0));
  return {
    kind,
    state,
    content: [...content],
    createdAt: createdAt.toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(message === null ? {} : { message }),
    ...(state === 'INFORMATION_ASKED' && question !== null ? { question } : {}),
  };
}

/**
 * Asks the first sender of a report or dispute, in place of an earlier question: it may quote, so nobody merged is
 * asked. @param before may refuse, by what was asked and answered @returns false where it has no receipt, so that nobody can be asked
 */
export async function ask(
  transaction: Database,
  kind: Kind,
  id: number,
  question: string,
  before: (receipt: Receipt) => void = () => {},
): Promise<boolean> {
  const subject = kind === 'report' ? eq(receipts.reportId, id) : eq(receipts.disputeId, id);
  const isFirst = and(subject, eq(receipts.isMerged, false));
  const [receipt] = await transaction.select().from(receipts).where(isFirst).for('update');
  if (!receipt) return false;
  before(receipt);
  await transaction
    .update(receipts)
    .set({ question, askedAt: new Date(), answer: null, answeredAt: null })
    .where(isFirst);
  return true;
}

/** @throws Failure NOT_FOUND for an unknown receipt, CONFLICT where nothing, or another question, is asked */
export async function answerQuestion(
  transaction: Database,
  kind: Kind,
  text: string,
  { question, text: answer }: BodyOf<typeof reportAnswer>,
): Promise<PublicState> {
  const receipt = await requireReceipt(transaction, kind, text);
  const isAsked = question === undefined || receipt.question === question;
  // The same answer once more, as by a second press, changes nothing.
  if (isAsked && receipt.answer === answer) return stateOf(transaction, receipt);
  const none = new Failure('CONFLICT', issue('noQuestion', {}, 'text'));
  if (!isAsked || (await stateOf(transaction, receipt)).state !== 'INFORMATION_ASKED') throw none;
  const [answered] = await transaction
    .update(receipts)
    .set({ answer, answeredAt: new Date() })
    .where(and(eq(receipts.id, receipt.id), eq(receipts.question, receipt.question!), isNull(receipts.answer)))
    .returning();
  if (!answered) throw none;
  return stateOf(transaction, answered);
}

function noReceipt(): never {
  throw new Failure('NOT_FOUND', issue('noReceipt'));
}

/** The state of a report or dispute, by a receipt or a number that the key may read. @throws Failure NOT_FOUND */
export async function follow(database: Database, caller: Caller, kind: Kind, text: string): Promise<PublicState> {
  if (text.length >= RECEIPT_LENGTH) return stateOf(database, await requireReceipt(database, kind, text));
  const organizationIds = caller.scopes.includes('read') ? caller.organizations.map(({ id }) => id) : [];
  const id = Number(text);
  if (kind === 'dispute') {
    const isOwn = and(eq(disputes.id, id), inArray(disputes.organizationId, organizationIds));
    const [dispute] = await database.select().from(disputes).where(isOwn);
    // The note of the decision is for the person who disputed, who has the receipt.
    return dispute ? disputeState({ ...dispute, note: null }, NO_INQUIRY) : noReceipt();
  }
  const [report] = await database
    .select()
    .from(reports)
    .where(and(eq(reports.id, id), inArray(reports.organizationId, organizationIds)));
  if (!report) return noReceipt();
  const reviews = await database.select().from(proposals).where(eq(proposals.reportId, id));
  const named = await database
    .select({ content: reportAssets.submittedContent })
    .from(reportAssets)
    .where(eq(reportAssets.reportId, id))
    .orderBy(reportAssets.id);
  const subject = { content: named.map(({ content }) => content), createdAt: report.createdAt };
  return reportState(database, id, subject, reviews, reviews, null);
}

const RECEIPT_LENGTH = 22;
