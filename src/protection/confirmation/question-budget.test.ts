import { expect, test } from 'vitest';
import { FakeSession } from '../../../test/fixtures/protection.ts';
import { QuestionBudget } from './question-budget.ts';

function budgetOf(session = new FakeSession(), sites: Record<number, string> = {}) {
  const time = { now: 1_000_000 };
  const siteOf = (tabId: number) => sites[tabId] ?? 'site.test';
  return { budget: new QuestionBudget({ session, siteOf, now: () => time.now }), time, session };
}
const takeAll = (budget: QuestionBudget, tabId: number) => {
  let taken = 0;
  while (taken < 1_000 && budget.take(tabId)) taken += 1;
  return taken;
};

test('a page may cause sixteen questions at once, and then one every quarter of a minute', () => {
  const { budget, time } = budgetOf();
  expect(takeAll(budget, 1)).toBe(16);
  time.now += 14_000;
  expect(takeAll(budget, 1)).toBe(0);
  time.now += 1_000;
  expect(takeAll(budget, 1)).toBe(1);
});

test('a page that keeps reloading itself gets sixty questions an hour, and uses none of another site', () => {
  const { budget, time } = budgetOf(new FakeSession(), { 2: 'other.test' });
  let taken = 0;
  for (let load = 0; load < 600; load += 1) {
    taken += takeAll(budget, 1);
    budget.forget(1);
    time.now += 1_000;
  }
  expect(taken).toBe(60 + 9);
  expect(takeAll(budget, 2)).toBe(16);
});

test('the death of the worker gives nothing back', async () => {
  const { budget, session } = budgetOf();
  budget.takeToShow(1, 'a');
  takeAll(budget, 1);
  await expect.poll(() => session.held['question-budget']).toMatchObject({ pages: { 1: { left: 0 } } });
  const { budget: next } = budgetOf(session);
  await next.load();
  expect(takeAll(next, 1)).toBe(0);
  expect(next.isShown(1, 'a')).toBe(true);
});

test('a clock that is set back fills no budget', () => {
  const { budget, time } = budgetOf();
  takeAll(budget, 1);
  time.now -= 3_600_000;
  expect(budget.take(1)).toBe(false);
});

test('a site that holds many names is forgotten before one that has spent what it had', () => {
  const sites: Record<number, string> = { 1: 'spent.test' };
  for (let tab = 2; tab < 800; tab += 1) sites[tab] = `other-${tab}.test`;
  const { budget } = budgetOf(new FakeSession(), sites);
  for (let load = 0; load < 10; load += 1) {
    takeAll(budget, 1);
    budget.forget(1);
  }
  for (let tab = 2; tab < 800; tab += 1) budget.take(tab);
  expect(budget.take(1)).toBe(false);
});
