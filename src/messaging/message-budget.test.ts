import { expect, test } from 'vitest';
import type { MessageName } from './catalogue.ts';
import { messageBudget } from './message-budget.ts';

function budgetOf() {
  const time = { now: 1_000_000 };
  const budget = messageBudget(() => time.now);
  const taken = (name: MessageName, documents: readonly string[], times: number, tab = 1) =>
    Array.from({ length: times }, (_, at) =>
      budget(name, { documentId: documents[at % documents.length]!, frameId: 1, tab: { id: tab } }),
    ).filter(Boolean).length;
  return { taken, time };
}
const FRAMES = Array.from({ length: 100 }, (_, at) => `frame-${at}`);

test('a page with a hundred frames has one budget, and uses none of another tab', () => {
  const { taken, time } = budgetOf();
  expect(taken('assetsCheck', FRAMES, 2_000)).toBe(200);
  time.now += 1_000;
  expect(taken('assetsCheck', FRAMES, 2_000)).toBe(20);
  expect(taken('pageFindings', ['a'], 1)).toBe(1);
  expect(taken('assetsCheck', ['b'], 5, 2)).toBe(5);
});

test('what a page waits for behind its curtain is always answered', () => {
  const { taken } = budgetOf();
  expect(taken('guardCheck', ['a'], 1_000)).toBe(1_000);
});

test('documents that come and go give nothing back to their tab', () => {
  const { taken } = budgetOf();
  const documents = Array.from({ length: 5_000 }, (_, at) => `document-${at}`);
  expect(taken('addressSighted', documents, 5_000)).toBe(200);
});
