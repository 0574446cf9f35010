import { userInfo } from 'node:os';
import { Argument, Option } from 'commander';
import { type Command, type CommandContext, type CommandGroup, TWO_PEOPLE_NOTE } from '../../command-line/command.ts';
import {
  choiceArgument,
  countOption,
  isGiven,
  numberOption,
  oneLine,
  textArgument,
  textArguments,
  textOption,
  type Words,
  wholeNumber,
} from '../../command-line/words.ts';
import { highReachOf, reachOf, reachText } from '../listing/reach.ts';
import { type Answer, answerEscalation, type Decision, pendingProposals, type Reviewed, review } from './review.ts';
import type { Reviewer } from './second-approval.ts';
import { dueAt, isBreached, REVIEW_HOURS } from './sla.ts';

const DEFAULT_LINES = 50;

const PROPOSALS = new Argument('<proposal...>', 'numbers of proposals, as "review list" has them');
const NOTE = new Option('--note <text>', 'why; of an approval, as a person who is stopped reads it');
const TELL = new Option('--tell <text>', 'what everybody is told who reported it, once it is decided');
const ANSWERS: Readonly<Record<string, Answer>> = { approve: 'APPROVE', reject: 'REJECT' };

const decisionCommand = (name: string, summary: string, decision: Decision, done: string): Command => ({
  name,
  summary,
  arguments: [PROPOSALS],
  options: [
    NOTE,
    TELL,
    new Option('--automation', 'the decision was made by automation, not by a person'),
    new Option('--force', 'block a host of high reach without the approval of a second person'),
  ],
  notes: [TWO_PEOPLE_NOTE],
  run: async (context, words) => {
    const kind = isGiven(words, 'automation') ? 'automation' : 'human';
    const who = reviewerAt(context);
    const note = textOption(words, 'note') ?? null;
    const told = textOption(words, 'tell') ?? null;
    await each(context, words, done, (id) =>
      review(context.database, id, decision, { kind, ...who, note, told, insists: isGiven(words, 'force') }),
    );
  },
});

export const reviewCommand: CommandGroup = {
  name: 'review',
  summary: 'Review what reports propose; approving blocks the asset and feeds the list',
  commands: [
    {
      name: 'list',
      summary: 'List pending proposals, the most urgent first',
      options: [
        new Option('--organization <slug>', 'only what was reported to this organization'),
        new Option('--escalated', 'only what waits for the answer of an organization'),
        countOption('--limit <n>', 'how many', { default: DEFAULT_LINES, max: 10_000 }),
      ],
      reads: true,
      run: list,
    },
    decisionCommand('approve', 'Approve proposals: their assets are blocked', 'APPROVE', 'approved'),
    decisionCommand('reject', 'Reject proposals', 'REJECT', 'rejected'),
    decisionCommand('skip', 'Put proposals off', 'SKIP', 'skipped: it stays in the queue, behind the others'),
    decisionCommand(
      'escalate',
      'Ask the organizations of proposals',
      'ESCALATE',
      'escalated: it waits for the answer of its organization',
    ),
    {
      name: 'answer',
      summary: 'What the organization answers to an escalation',
      arguments: [choiceArgument('answer', 'its answer', Object.keys(ANSWERS)), PROPOSALS],
      options: [NOTE],
      run: async (context, words) => {
        const word = textArgument(words, 'answer');
        const done = `answered (${word}): it waits for the review`;
        const note = textOption(words, 'note') ?? null;
        const { name } = reviewerAt(context);
        await each(context, words, done, (id) =>
          answerEscalation(context.database, id, ANSWERS[word]!, { name, note }),
        );
      },
    },
  ],
};

/** Who decides. */
const reviewerAt = ({ person }: CommandContext): Pick<Reviewer, 'userId' | 'name'> =>
  person ? { userId: person.userId, name: person.email } : { userId: null, name: userInfo().username };

async function each(
  { publisher, terminal }: CommandContext,
  words: Words,
  done: string,
  work: (id: number) => Promise<Reviewed>,
): Promise<void> {
  for (const id of textArguments(words, 'proposal').map((word) => wholeNumber(word, 'PROPOSAL'))) {
    const { asset, proposedStatus, reportId, reportStatus, needsSecondApproval } = await work(id);
    publisher.notify();
    const state = needsSecondApproval ? 'approved once: it waits for the approval of another person' : done;
    terminal.print(`Proposal ${id} is ${state}. ${asset.type} ${asset.content} as ${proposedStatus}`);
    terminal.print(`    report ${reportId} is ${reportStatus}`);
  }
}

async function list({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const rows = await pendingProposals(database, {
    organization: textOption(words, 'organization'),
    escalated: isGiven(words, 'escalated'),
    limit: numberOption(words, 'limit') ?? DEFAULT_LINES,
  });
  const reaches = await reachOf(database, rows);
  for (const [index, { proposal, type, content, reportCreatedAt, title, organization }] of rows.entries()) {
    const due = dueAt(reportCreatedAt, REVIEW_HOURS);
    const late = isBreached(due, null, Date.now()) ? ' (late)' : '';
    terminal.print(
      `${proposal.id}  due ${due.toISOString()}${late}  ${type} ${content} as ${proposal.proposedStatus}  ${organization ?? '-'}  ${stateOf(proposal)}`,
    );
    const reach = reaches[index]!;
    if (proposal.proposedStatus === 'BLOCKED' && highReachOf(reach).length > 0)
      terminal.print(`    of high reach: ${reachText({ type, content }, reach)}`);
    terminal.print(`    report ${proposal.reportId}${title === null ? '' : `: ${oneLine(title)}`}`);
    for (const { action, by, at, text } of proposal.notes)
      terminal.print(`    ${at}  ${oneLine(by)}  ${action}: ${oneLine(text)}`);
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
