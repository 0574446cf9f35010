import type { Counted, ImportReport } from '../../database/schema/import.ts';
import type { ConflictKind } from './conflict.ts';
import { SKIP_REASONS, type SkipReason, shown } from './reason.ts';

const number = (value: number): string => value.toLocaleString('en-GB');

/** Who decides where lists or people disagree, as a sentence after the number of the entries. */
const CONFLICTS = {
  opened: (lists: string) => `stay open, because ${lists} ${verb(lists, 'allow')} them`,
  blocks: (lists: string) => `are blocked, although ${lists} ${verb(lists, 'allow')} them`,
  opens: (lists: string) => `are open, although ${lists} ${verb(lists, 'block')} them`,
  blocked: (lists: string) => `stay blocked, because ${lists} ${verb(lists, 'block')} them`,
  openedByPerson: () => 'stay open, because a person decided so',
  blockedByPerson: () => 'stay blocked, because a person decided so',
} as const satisfies Record<ConflictKind, (lists: string) => string>;

const verb = (lists: string, one: string): string => (lists.includes(', ') ? one : `${one}s`);

/** One line of a report: how many, of what, and the first of them. `isPart`: of those in a line above. */
export type ReportLine = Counted & { readonly text: string; readonly isPart?: boolean };

/** What changed, and what other lists and people say, as lines with a number. */
export function changeLines(report: ImportReport): ReportLine[] {
  const ended = report.left + report.expired;
  const line = (count: number, text: string, examples: readonly string[] = []) => ({ count, text, examples });
  const lines = [
    line(report.created, 'new'),
    line(report.changed, 'known, status changed'),
    line(report.unchanged, 'known, as they were'),
  ].map((one) => ({ ...one, isPart: true }));
  return [
    ...lines,
    ...report.conflicts.map(([kind, lists, { count, examples }]) => ({
      ...line(count, CONFLICTS[kind as ConflictKind](lists), examples),
      isPart: true,
    })),
    ...report.overlaps.map(([source, count]) => ({ ...line(count, `also on ${shown(source)}`), isPart: true })),
    ...[
      line(report.left, 'no longer listed'),
      line(report.waiting, 'no longer listed, and stay until their grace is over'),
      line(report.expired, 'older than the source allows, and end'),
    ].filter(({ count }) => count > 0),
    ...(ended === 0
      ? []
      : [
          {
            ...line(report.lifted, `of these lifted, ${number(ended - report.lifted)} decided otherwise`),
            isPart: true,
          },
        ]),
  ];
}

/** What was left out, as lines with a number. */
export const skippedLines = ({ skipped }: ImportReport): ReportLine[] =>
  skipped.map(([reason, counted]) => ({ ...counted, text: SKIP_REASONS[reason as SkipReason], isPart: true }));

/** The result as text for a terminal. Every entry read is either taken or in one line of the skipped. */
export function importSummary(report: ImportReport, heading: string): string {
  const { read, blocked, allowed, skipped, notes } = report;
  const lines = [
    heading,
    row(read, 'read'),
    row(blocked + allowed, `taken: ${number(blocked)} blocked, ${number(allowed)} allowed`),
    ...changeLines(report).map(lineText),
    ...(skipped.length === 0 ? [] : [row(read - blocked - allowed, 'skipped:')]),
    ...skippedLines(report).map(lineText),
    ...notes,
  ];
  return `${lines.join('\n')}\n`;
}

const row = (value: number, text: string, indent = ''): string => `${indent}${number(value).padStart(9)}  ${text}`;

function lineText({ count, text, examples, isPart }: ReportLine): string {
  const named = examples.length === 0 ? '' : `: ${examples.join(', ')}${count > examples.length ? ', …' : ''}`;
  return `${row(count, text, isPart ? '  ' : '')}${named}`;
}
