import type { AssetType } from '../../../asset/type.ts';
import type { Counted, ImportReport } from '../../database/schema/import.ts';
import type { ConflictKind } from './conflict.ts';
import type { LiftResult, WriteResult } from './format/entry.ts';
import { CHANGES, SKIP_REASONS, type SkipReason, shown } from './reason.ts';
import type { Kinds, PagedHost, Triage } from './triage.ts';

/** The result of one import. `seconds` is the whole duration. */
export type ImportResult = {
  readonly file: string;
  readonly format: string;
  readonly source: string;
  readonly notes: readonly string[];
  readonly triage: Triage;
  /** Of its entries. */
  readonly kinds: Kinds;
  readonly conflicts: ImportReport['conflicts'];
  readonly outcome: WriteResult & LiftResult;
  /** Entries that left the list and stay blocked because of `keep`. */
  readonly kept: number;
  /** Whether nothing was written: then `outcome` is what a real import would do. */
  readonly dryRun: boolean;
  readonly seconds: number;
  /** Hosts of which the list names several pages, most pages first, and whether they are listed whole. */
  readonly paged: readonly PagedHost[];
  readonly hosts: boolean;
  /** How many entries each other source has too; counted in a dry run only. */
  readonly overlaps: readonly (readonly [source: string, count: number])[];
};

const KINDS: readonly (readonly [string, (type: AssetType) => boolean])[] = [
  ['whole hosts', (type) => type === 'URL'],
  ['single pages', (type) => type === 'PAGE'],
  ['wallet addresses', (type) => type === 'ADDRESS'],
  ['accounts, posts and content', (type) => type !== 'URL' && type !== 'PAGE' && type !== 'ADDRESS'],
];

const sumOf = (rows: readonly (readonly [unknown, Counted])[]): number =>
  rows.reduce((sum, [, { count }]) => sum + count, 0);

const number = (value: number): string => value.toLocaleString('en-GB');

/** The result in numbers and codes, as it is kept. */
export function reportOf({ format, triage, kinds, conflicts, outcome, overlaps, notes }: ImportResult): ImportReport {
  const [blocked, allowed] = [kinds.statuses.of('BLOCKED').count, kinds.statuses.of('ALLOWED').count];
  return {
    ...{ format, read: triage.read, blocked, allowed, ...outcome },
    ...{ skipped: triage.skipped.rows(), conflicts, overlaps, strange: triage.strange, notes },
  };
}

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

/** The result as text for a terminal, ending with a newline. Every entry read is either taken or in one line of the skipped. */
export function importSummary(result: ImportResult): string {
  const { triage, kinds, kept, dryRun } = result;
  const report = reportOf(result);
  const lines = [
    `${dryRun ? 'Nothing was changed. This would import' : 'Imported'} ${result.file} as ${result.format}, source "${result.source}", in ${result.seconds.toFixed(1)} s`,
    row(triage.read, 'read'),
    row(triage.entries.length, `taken: ${number(report.blocked)} blocked, ${number(report.allowed)} allowed`),
    ...KINDS.map(([kind, isOf]) => [kind, sumOf(kinds.types.rows().filter(([type]) => isOf(type)))] as const)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => row(count, `as ${kind}`, '  ')),
    ...changeLines(report).map(lineText),
    ...(kept === 0 ? [] : [row(kept, 'no longer listed, and kept as they are')]),
    ...(triage.changed.total === 0 ? [] : ['Written in another way than the file has them:']),
    ...triage.changed.rows().map(([change, counted]) => lineText({ ...counted, text: CHANGES[change], isPart: true })),
    ...(triage.skipped.total === 0 ? [] : [row(triage.skipped.total, 'skipped:')]),
    ...skippedLines(report).map(lineText),
    ...pagedLines(result),
    ...result.notes,
  ];
  return `${lines.join('\n')}\n`;
}

const MAX_SHOWN_HOSTS = 5;

function pagedLines({ paged, hosts }: ImportResult): string[] {
  if (paged.length === 0) return [];
  const shown = paged.slice(0, MAX_SHOWN_HOSTS).map(({ entry, pages }) => `${entry.content} (${number(pages)} pages)`);
  const named = `${shown.join(', ')}${paged.length > shown.length ? ', …' : ''}`;
  return hosts
    ? [row(paged.length, `hosts of several pages, listed whole under "${paged[0]!.entry.source}": ${named}`)]
    : [
        row(paged.length, `hosts of several pages, each taken alone: ${named}`),
        'Sites that were broken into may be among them. Where all of a host is bad, block it; --hosts blocks all of these',
      ];
}

const row = (value: number, text: string, indent = ''): string => `${indent}${number(value).padStart(9)}  ${text}`;

function lineText({ count, text, examples, isPart }: ReportLine): string {
  const named = examples.length === 0 ? '' : `: ${examples.join(', ')}${count > examples.length ? ', …' : ''}`;
  return `${row(count, text, isPart ? '  ' : '')}${named}`;
}
