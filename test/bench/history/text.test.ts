import { describe, expect, it } from 'vitest';
import type { Row } from '../row.ts';
import type { SavedRun } from './saved.ts';
import { historyText } from './text.ts';

const machine = { cpu: 'Quick 1', cores: 2, memory: 8, node: '24.0.0', chromium: 'Chromium 156' };
const run = (day: number, rows: readonly Row[], { dirty = false, name = 'warning' } = {}): SavedRun => ({
  date: `2026-11-0${day}`,
  commit: `abc000${day}`,
  groups: { [name]: { at: `2026-11-0${day}T10:00:00.000Z`, dirty, machine, rows: [...rows] } },
});
const row = (name: string, value: number, more: Partial<Row> = {}): Row => ({
  group: 'Paint',
  name,
  value,
  unit: 'ms',
  ...more,
});

/** The cells of the table under a heading, line by line, without its rule. */
function table(text: string, heading: string): string[][] {
  const [, after = ''] = text.split(`## ${heading}\n`);
  return (after.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

describe('the history of the benchmark', () => {
  it('shows each row over the runs, oldest first, whatever their order', () => {
    const text = historyText([run(2, [row('warm', 90)]), run(1, [row('warm', 120)])]);
    expect(table(text, 'Paint')).toEqual([
      ['', '2026-11-01 abc0001', '2026-11-02 abc0002'],
      ['warm', '120 ms', '90.0 ms'],
    ]);
  });

  it('shows p95 and ratio, and what the ratio compares with', () => {
    const text = historyText([run(1, [row('warm', 150, { p95: 200, against: 'bare', ratio: 1.5 })])]);
    expect(table(text, 'Paint')[1]).toEqual(['warm / bare', '150 (200) ms, 1.50 ×']);
  });

  it('tells rows of one name apart by what they are compared with', () => {
    const rows = [row('check', 2, { against: 'a', ratio: 2 }), row('check', 2, { against: 'b', ratio: 1 })];
    expect(
      table(historyText([run(1, rows)]), 'Paint')
        .slice(1)
        .map(([name]) => name),
    ).toEqual(['check / a', 'check / b']);
  });

  it('leaves a cell empty where a run has no such row, and a run out where it has none of the group', () => {
    const other = run(3, [row('bytes', 5, { group: 'Traffic' })], { name: 'traffic' });
    const text = historyText([run(1, [row('warm', 120)]), run(2, [row('cold', 300)]), other]);
    expect(table(text, 'Paint')).toEqual([
      ['', '2026-11-01 abc0001', '2026-11-02 abc0002'],
      ['warm', '120 ms', ''],
      ['cold', '', '300 ms'],
    ]);
    expect(table(text, 'Traffic')[0]).toEqual(['', '2026-11-03 abc0003']);
  });

  it('marks what was measured with changes that were not committed', () => {
    expect(table(historyText([run(1, [row('warm', 120)], { dirty: true })]), 'Paint')[1]).toEqual(['warm', '120 ms *']);
  });

  it('keeps a name with a bar in its cell', () => {
    expect(table(historyText([run(1, [row('a|b', 1)])]), 'Paint')[1]).toEqual(['a\\|b', '1.00 ms']);
  });

  it('says on which machine each run was', () => {
    expect(historyText([run(1, [row('warm', 120)])])).toContain(
      '| 2026-11-01 abc0001 | 2 × Quick 1, 8 GB, Node 24.0.0, Chromium 156 |',
    );
  });

  it('shows the last twelve runs', () => {
    const runs = Array.from({ length: 13 }, (_, at) => {
      const date = `2026-10-${String(at + 10)}`;
      return {
        ...run(1, [row('warm', at)]),
        date,
        groups: { a: { at: date, dirty: false, machine, rows: [row('warm', at)] } },
      };
    });
    const [head = []] = table(historyText(runs), 'Paint');
    expect(head).toHaveLength(13);
    expect(head[1]).toContain('2026-10-11');
  });
});
