import { expect, test } from 'vitest';
import { FakeSession } from '../../../test/fixtures/protection.ts';
import { QuestionBudget } from './question-budget.ts';

async function budgetOf(session = new FakeSession(), sites: Record<number, string> = {}) {
  const time = { now: 1_000_000 };
  const siteOf = (tabId: number) => sites[tabId] ?? 'site.test';
  const budget = new QuestionBudget({ session, siteOf, now: () => time.now });
  await budget.load();
  return { budget, time, session };
}
const takeAll = (budget: QuestionBudget, tabId: number) => {
  let taken = 0;
  while (taken < 1_000 && budget.take(tabId)) taken += 1;
  return taken;
};

test('a page may cause sixteen questions at once, and then one every quarter of a minute', async () => {
  const { budget, time } = await budgetOf();
  expect(takeAll(budget, 1)).toBe(16);
  time.now += 14_000;
  expect(takeAll(budget, 1)).toBe(0);
  time.now += 1_000;
  expect(takeAll(budget, 1)).toBe(1);
});

test('a page that keeps reloading itself gets sixty questions an hour, and uses none of another site', async () => {
  const { budget, time } = await budgetOf(new FakeSession(), { 2: 'other.test' });
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
  const { budget, session } = await budgetOf();
  budget.takeToShow(1, 'a');
  takeAll(budget, 1);
  await expect.poll(() => session.held['question-budget']).toMatchObject({ pages: { 1: { left: 0 } } });
  const { budget: next } = await budgetOf(session);
  expect(takeAll(next, 1)).toBe(0);
  expect(next.isShown(1, 'a')).toBe(true);
});

test('a clock that is set back fills no budget', async () => {
  const { budget, time } = await budgetOf();
  takeAll(budget, 1);
  time.now -= 3_600_000;
  expect(budget.take(1)).toBe(false);
});

test('a site that holds many names is forgotten before one that has spent what it had', async () => {
  const sites: Record<number, string> = { 1: 'spent.test' };
  for (let tab = 2; tab < 800; tab += 1) sites[tab] = `other-${tab}.test`;
  const { budget } = await budgetOf(new FakeSession(), sites);
  for (let load = 0; load < 10; load += 1) {
    takeAll(budget, 1);
    budget.forget(1);
  }
  for (let tab = 2; tab < 800; tab += 1) budget.take(tab);
  expect(budget.take(1)).toBe(false);
});

test('the page whose navigation wakes the worker has spent nothing of what the page before it had', async () => {
  const { budget, session } = await budgetOf();
  budget.takeToShow(1, 'a');
  for (let asked = 1; asked < 16; asked += 1) budget.take(1);
  await expect.poll(() => session.held['question-budget']).toMatchObject({ pages: { 1: { left: 0 } } });
  const next = new QuestionBudget({ session, siteOf: () => 'site.test', now: () => 1_000_000 });
  next.forget(1);
  await next.load();
  expect(next.isShown(1, 'a')).toBe(false);
  expect(next.take(1)).toBe(true);
});
