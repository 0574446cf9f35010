import type { AssetType } from '../../../asset/type.ts';
import type { Conflict, LiftResult, WriteResult } from './format/entry.ts';
import { CHANGES, type Count, SKIP_REASONS, shown, Tally } from './reason.ts';
import type { PagedHost, Triage } from './triage.ts';

/** The result of one import. `seconds` is the whole duration. */
export type ImportResult = {
  readonly file: string;
  readonly format: string;
  readonly source: string;
  readonly notes: readonly string[];
  readonly triage: Triage;
  readonly conflicts: readonly Conflict[];
  readonly outcome: WriteResult & LiftResult;
  /** Entries that left the list and stay blocked because of `keep`. */
  readonly kept: number;
  /** Whether nothing was written: then `outcome` is what a real import would do. */
  readonly dryRun: boolean;
  readonly seconds: number;
  /** Hosts of which the list names several pages, most pages first, and whether they are listed whole. */
  readonly paged: readonly PagedHost[];
  readonly hosts: boolean;
};

/** What an entry blocks or allows, in the words of the summary. */
const KINDS: readonly (readonly [string, (type: AssetType) => boolean])[] = [
  ['whole hosts', (type) => type === 'URL'],
  ['single pages', (type) => type === 'PAGE'],
  ['wallet addresses', (type) => type === 'ADDRESS'],
  ['accounts, posts and content', (type) => type !== 'URL' && type !== 'PAGE' && type !== 'ADDRESS'],
];

const number = (value: number): string => value.toLocaleString('en-GB');

/** The result as text for a terminal, ending with a newline. Every entry read is either taken or in one line of the skipped. */
export function importSummary(result: ImportResult): string {
  const { triage, outcome, kept, dryRun } = result;
  const allowed = triage.entries.filter(({ status }) => status === 'ALLOWED').length;
  const lines = [
    `${dryRun ? 'Nothing was changed. This would import' : 'Imported'} ${result.file} as ${result.format}, source "${result.source}", in ${result.seconds.toFixed(1)} s`,
    row(triage.read, 'read'),
    row(triage.entries.length, `taken: ${number(triage.entries.length - allowed)} blocked, ${number(allowed)} allowed`),
    ...KINDS.map(([kind, of]) => [kind, triage.entries.filter(({ type }) => of(type)).length] as const)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => row(count, `as ${kind}`, '  ')),
    row(outcome.created, 'new', '  '),
    row(outcome.changed, 'known, status changed', '  '),
    row(outcome.unchanged, 'known, as they were', '  '),
    ...conflictTally(result.conflicts)
      .rows()
      .map(([text, count]) => tallied(count, text)),
    ...(outcome.left === 0
      ? []
      : [
          row(
            outcome.left,
            `no longer listed: ${number(outcome.lifted)} lifted, ${number(outcome.left - outcome.lifted)} decided otherwise`,
          ),
        ]),
    ...(kept === 0 ? [] : [row(kept, 'no longer listed, and kept as they are')]),
    ...(triage.changed.total === 0 ? [] : ['Written in another way than the file has them:']),
    ...triage.changed.rows().map(([change, count]) => tallied(count, CHANGES[change])),
    ...(triage.skipped.total === 0 ? [] : [row(triage.skipped.total, 'skipped:')]),
    ...triage.skipped.rows().map(([reason, count]) => tallied(count, SKIP_REASONS[reason])),
    ...pagedLines(result),
    ...result.notes,
  ];
  return `${lines.join('\n')}\n`;
}

/** Conflicts by a sentence that says who decides. */
export function conflictTally(conflicts: readonly Conflict[]): Tally<string> {
  const tally = new Tally<string>();
  for (const { content, status, lists } of conflicts) {
    const names = lists.map(shown).join(', ');
    const [byLists, byPerson] =
      status === 'BLOCKED'
        ? [
            `stay open, because ${names} ${lists.length === 1 ? 'allows' : 'allow'} them`,
            'stay open, because a person decided so',
          ]
        : [
            `are open, although ${names} ${lists.length === 1 ? 'blocks' : 'block'} them`,
            'stay blocked, because a person decided so',
          ];
    tally.add(lists.length === 0 ? byPerson : byLists, content);
  }
  return tally;
}

/** Hosts that are shown by name. */
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

const tallied = ({ count, examples }: Count, text: string): string =>
  `${row(count, text, '  ')}: ${examples.join(', ')}${count > examples.length ? ', …' : ''}`;
