import { userInfo } from 'node:os';
import {
  type Command,
  type CommandContext,
  CommandError,
  textOption,
  type Words,
  wholeNumber,
} from '../../command/command.ts';
import { oneLine } from '../../command/line.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../../jobs/sla.ts';
import { personByEmail } from '../user/person.ts';
import { pendingProposals } from './queue.ts';
import { type Answer, answerEscalation, type Decision, type Reviewed, ReviewRefused, review } from './review.ts';

const DEFAULT_LINES = 50;

const DECISIONS: Readonly<Record<string, { readonly decision: Decision; readonly done: string }>> = {
  approve: { decision: 'APPROVE', done: 'approved' },
  reject: { decision: 'REJECT', done: 'rejected' },
  skip: { decision: 'SKIP', done: 'skipped: it stays in the queue, behind the others' },
  escalate: { decision: 'ESCALATE', done: 'escalated: it waits for the answer of its organization' },
};
const ANSWERS: Readonly<Record<string, Answer>> = { approve: 'APPROVE', reject: 'REJECT' };

export const reviewCommand: Command = {
  name: 'review',
  synopsis: 'list|approve|reject|skip|escalate|answer [PROPOSAL...] [--note TEXT] [--force]',
  summary: 'Review what reports propose; approving blocks the asset and feeds the list',
  options: {
    note: { type: 'string' },
    automation: { type: 'boolean' },
    force: { type: 'boolean' },
    as: { type: 'string' },
    organization: { type: 'string' },
    escalated: { type: 'boolean' },
    limit: { type: 'string' },
  },
  help: [
    'list                      pending proposals, the most urgent first',
    'approve|reject|skip|escalate PROPOSAL...  decide them, each by itself',
    'answer approve|reject PROPOSAL...  what the organization answers to an escalation',
    '--note TEXT    why; of an approval, as a person who is stopped reads it',
    '--force        block what many people visit without the approval of a second person',
    '--automation   the decision was made by automation, not by a person',
    '--as EMAIL     which user decides (default: the account on this machine); a second approval takes another one',
    '--organization SLUG  list only what was reported to this organization',
    '--escalated    list only what waits for the answer of an organization',
    `--limit N      how many are listed (default: ${DEFAULT_LINES})`,
  ],
  reads: ({ positionals: [verb] }) => verb === 'list',
  run: async (context, words) => {
    const [verb, ...rest] = words.positionals;
    if (verb === 'list') return list(context, words, rest);
    const decided = verb === undefined ? undefined : DECISIONS[verb];
    const note = textOption(words, 'note') ?? null;
    if (decided) {
      const kind = words.values.automation === true ? 'automation' : 'human';
      const name = await reviewerName(context, words);
      return each(context, rest, decided.done, (id) =>
        review(context.database, id, decided.decision, { kind, name, note, insists: words.values.force === true }),
      );
    }
    if (verb !== 'answer')
      throw new CommandError(`Expected list, approve, reject, skip, escalate or answer, got ${verb ?? 'nothing'}`);
    const [word, ...ids] = rest;
    const answer = word === undefined ? undefined : ANSWERS[word];
    if (!answer) throw new CommandError(`Expected answer approve or answer reject, got ${word ?? 'nothing'}`);
    const done = `answered (${word}): it waits for the review`;
    return each(context, ids, done, (id) => answerEscalation(context.database, id, answer, note));
  },
};

/** Who decides. @throws CommandError for a user that does not exist */
async function reviewerName({ database }: CommandContext, words: Words): Promise<string> {
  const email = textOption(words, 'as');
  if (email === undefined) return userInfo().username;
  const user = await personByEmail(database, email);
  if (!user) throw new CommandError(`There is no user ${email}: "keys create --kind user --email ${email}" makes one`);
  return user.email;
}

async function each(
  { publisher, terminal }: CommandContext,
  words: readonly string[],
  done: string,
  work: (id: number) => Promise<Reviewed>,
): Promise<void> {
  if (words.length === 0) throw new CommandError('Expected the number of a proposal; "review list" has them');
  for (const id of words.map((word) => wholeNumber(word, 'PROPOSAL'))) {
    try {
      const { asset, proposedStatus, reportId, reportStatus, needsSecondApproval } = await work(id);
      publisher.notify();
      const state = needsSecondApproval ? 'approved once: it waits for the approval of another person' : done;
      terminal.print(`Proposal ${id} is ${state}. ${asset.type} ${asset.content} as ${proposedStatus}`);
      terminal.print(`    report ${reportId} is ${reportStatus}`);
    } catch (error) {
      if (error instanceof ReviewRefused) throw new CommandError(error.message);
      throw error;
    }
  }
}

async function list({ database, terminal }: CommandContext, words: Words, rest: readonly string[]): Promise<void> {
  if (rest.length > 0) throw new CommandError(`Nothing more is expected: ${rest.join(' ')}`);
  const rows = await pendingProposals(database, {
    organization: textOption(words, 'organization'),
    escalated: words.values.escalated === true,
    limit: wholeNumber(textOption(words, 'limit') ?? String(DEFAULT_LINES), '--limit', 10_000),
  });
  for (const { proposal, type, content, reportCreatedAt, title, organization } of rows) {
    const due = dueAt(reportCreatedAt, REVIEW_HOURS);
    const late = isBreached(due, null, Date.now()) ? ' (late)' : '';
    terminal.print(
      `${proposal.id}  due ${due.toISOString()}${late}  ${type} ${content} as ${proposal.proposedStatus}  ${organization ?? '-'}  ${stateOf(proposal)}`,
    );
    terminal.print(`    report ${proposal.reportId}${title === null ? '' : `: ${oneLine(title)}`}`);
  }
  if (rows.length === 0) terminal.print('There is nothing to review');
}

type Proposal = Awaited<ReturnType<typeof pendingProposals>>[number]['proposal'];

function stateOf({ decision, answer, escalatedToOrganization, firstApprovedBy }: Proposal): string {
  if (firstApprovedBy !== null) return `approved once, by ${oneLine(firstApprovedBy)}`;
  if (decision === 'SKIP') return 'skipped';
  if (!escalatedToOrganization) return 'new';
  return answer === null ? 'escalated' : `organization answered ${answer.toLowerCase()}`;
}
