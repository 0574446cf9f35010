import { expect, it } from 'vitest';
import { dayPlot } from './plot.ts';

const days = (...counts: number[]) =>
  counts.map((count, index) => ({ day: new Date(Date.UTC(2026, 0, index + 1)), count }));

it('plots many events over a scale, with the day and number under the pointer and in a table', () => {
  const plot = `${dayPlot('Reports', days(3, 0, 7))}`;
  expect(plot).toContain('aria-label="Reports: 10, most on 3 January 2026 (7)"');
  expect(plot).toContain('<span>8</span><span>4</span><span>0</span>');
  expect(plot).toContain('<title>3 January 2026: 7</title>');
  expect(plot).toContain('<tr><th scope="row">1 January 2026</th><td>3</td></tr>');
});

it('lists a few events, and says so where there are none', () => {
  const list = `${dayPlot('Reports', days(1, 0, 2))}`;
  expect(list).toContain('<tr><th scope="row">3 January 2026</th><td>2</td></tr>');
  expect(list).not.toContain('<svg');
  expect(`${dayPlot('Reports', days(0, 0))}`).toContain('<p>None</p>');
});
