import * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import { DISPUTE_ADVICE } from '../../database/schema/dispute.ts';
import { decideDispute } from '../../feature/dispute/decision.ts';
import {
  adviseOnDispute,
  escalateDispute,
  mergeDisputes,
  skipDispute,
  TriageRefused,
} from '../../feature/dispute/triage.ts';
import { reasonOf } from '../../portal/page/field.ts';
import type { Visit } from '../gate.ts';
import { numberIn } from '../number.ts';
import type { Html } from '../page.ts';

const MAX_NOTE_LENGTH = 2_000;
const note = z.string().check(z.maxLength(MAX_NOTE_LENGTH));
const decisionForm = z.object({ decision: z.enum(['ACCEPTED', 'REJECTED', 'SKIP', 'ESCALATE']), note });
const adviceForm = z.object({ advice: z.enum(DISPUTE_ADVICE), note });

/** What was done, by the word that the address of the next page says it with; or why nothing was. */
export type Outcome = { readonly done: string } | { readonly problem: Html };

export const writtenNote = (form: URLSearchParams): string => (form.get('note') ?? '').replaceAll('\0', '').trim();

/** Decides a dispute, puts it off, or asks its organization, as a form asks for. */
export async function decideByForm(visit: Visit, id: number, content: string, form: URLSearchParams): Promise<Outcome> {
  const text = writtenNote(form);
  const read = z.safeParse(decisionForm, { decision: form.get('decision'), note: text });
  if (!read.success) return { problem: unreadable(visit, read.error) };
  const { decision } = read.data;
  return attempt(visit, async (transaction) => {
    if (decision === 'SKIP') await skipDispute(transaction, id);
    else if (decision === 'ESCALATE') await escalateDispute(transaction, id);
    else await decide(visit, transaction, id, decision, text);
    await visit.record(transaction, ACTIONS[decision], { disputeId: id, content: content.slice(0, 300) });
    return decision;
  });
}

const ACTIONS = {
  ACCEPTED: 'deskAcceptDispute',
  REJECTED: 'deskRejectDispute',
  SKIP: 'deskSkipDispute',
  ESCALATE: 'deskEscalateDispute',
} as const;

/** What of a form cannot be taken: a note of another length, or no button. */
const unreadable = ({ frame: { words } }: Visit, error: z.core.$ZodError): Html =>
  error.issues[0]?.path[0] === 'note'
    ? words.t('desk.error.tooLong', { most: MAX_NOTE_LENGTH })
    : words.t('desk.error.button');

/** Why nothing was done, in the words of the person. */
class DecisionRefused extends Error {
  readonly words: Html;

  constructor(words: Html) {
    super('The decision was refused');
    this.words = words;
  }
}

async function decide(
  { frame: { words } }: Visit,
  transaction: Database,
  id: number,
  decision: 'ACCEPTED' | 'REJECTED',
  text: string,
) {
  const outcome = await decideDispute(transaction, id, decision, text === '' ? null : text);
  if (outcome === 'merged') throw new DecisionRefused(words.t('desk.dispute.isMerged'));
  if (typeof outcome === 'string') throw new DecisionRefused(words.t('desk.dispute.decidedMeanwhile'));
}

/** Answers for the organization, as a form asks for. */
export async function adviseByForm(visit: Visit, id: number, form: URLSearchParams): Promise<Outcome> {
  const read = z.safeParse(adviceForm, { advice: form.get('advice'), note: writtenNote(form) });
  if (!read.success) return { problem: unreadable(visit, read.error) };
  const { advice, note: text } = read.data;
  return attempt(visit, async (transaction) => {
    await adviseOnDispute(transaction, id, advice, text === '' ? null : text);
    await visit.record(transaction, 'deskAnswerDispute', { disputeId: id, advice });
    return 'answered';
  });
}

/** Merges a dispute with the one that a form names, where this person sees both. */
export async function mergeByForm(
  visit: Visit,
  id: number,
  form: URLSearchParams,
  isSeen: (id: number) => Promise<boolean>,
): Promise<Outcome & { readonly into?: number }> {
  const into = numberIn(form.get('into')?.trim());
  if (into === null || !(await isSeen(into))) return { problem: visit.frame.words.t('desk.dispute.noSuch') };
  const outcome = await attempt(visit, async (transaction) => {
    await mergeDisputes(transaction, id, into);
    await visit.record(transaction, 'deskMergeDispute', { disputeId: id, into });
    return 'merged';
  });
  return { ...outcome, into };
}

async function attempt({ database }: Visit, work: (transaction: Database) => Promise<string>): Promise<Outcome> {
  try {
    return { done: await database.transaction(work) };
  } catch (error) {
    if (error instanceof DecisionRefused) return { problem: error.words };
    if (error instanceof TriageRefused) return { problem: reasonOf(error.message) };
    throw error;
  }
}
