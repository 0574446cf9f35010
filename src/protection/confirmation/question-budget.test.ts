import { expect, test } from 'vitest';
import { FakeSession } from '../../../test/fixtures/protection.ts';
import { QuestionBudget } from './question-budget.ts';

const PRIVATE_TAB = 9;

async function budgetOf(session = new FakeSession(), sites: Record<number, string> = {}) {
  const time = { now: 1_000_000 };
  const siteOf = (tabId: number) => sites[tabId] ?? 'site.test';
  const isPrivate = async (tabId: number) => tabId === PRIVATE_TAB;
  const budget = new QuestionBudget({ session, siteOf, isPrivate, now: () => time.now });
  await budget.load();
  return { budget, time, session };
}
const takeAll = (budget: QuestionBudget, tabId: number) => {
  let taken = 0;
  while (taken < 1_000 && budget.take(tabId)) taken += 1;
  return taken;
};

test('the pages of a site may cause sixty questions at once, then one a minute, and use none of another site', async () => {
  const { budget, time } = await budgetOf(new FakeSession(), { 2: 'other.test' });
  expect(takeAll(budget, 1)).toBe(60);
  time.now += 59_000;
  expect([takeAll(budget, 1), takeAll(budget, 3)]).toEqual([0, 0]);
  time.now += 1_000;
  expect([takeAll(budget, 1), takeAll(budget, 2)]).toEqual([1, 60]);
});

test('the end of the worker gives nothing back', async () => {
  const { budget, session } = await budgetOf();
  takeAll(budget, 1);
  await expect.poll(() => session.held['question-budget']).toMatchObject({ 'site.test': { left: 0 } });
  expect(takeAll((await budgetOf(session)).budget, 1)).toBe(0);
});

test('the sites of private windows are in no storage, and have a budget all the same', async () => {
  const { budget, session } = await budgetOf(new FakeSession(), { [PRIVATE_TAB]: 'secret.test' });
  expect(takeAll(budget, PRIVATE_TAB)).toBe(60);
  budget.take(1);
  await expect.poll(() => session.held['question-budget']).toMatchObject({ 'site.test': { left: 59 } });
  expect(JSON.stringify(session.held)).not.toContain('secret.test');
  expect(budget.take(PRIVATE_TAB)).toBe(false);
});

test('a clock that is set back fills no budget', async () => {
  const { budget, time } = await budgetOf();
  takeAll(budget, 1);
  time.now -= 3_600_000;
  expect(budget.take(1)).toBe(false);
});

test('a site with many names is forgotten before one that has spent what it had', async () => {
  const sites: Record<number, string> = { 1: 'spent.test' };
  for (let tab = 2; tab < 800; tab += 1) sites[tab] = `other-${tab}.test`;
  const { budget } = await budgetOf(new FakeSession(), sites);
  takeAll(budget, 1);
  for (let tab = 2; tab < 800; tab += 1) budget.take(tab);
  expect(budget.take(1)).toBe(false);
});
