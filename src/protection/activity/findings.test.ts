import { expect, test, vi } from 'vitest';
import { FakeSession } from '../../../test/fixtures/protection.ts';
import { Findings } from './findings.ts';

function findingsOf(session = new FakeSession()) {
  const badges = new Map<number, number>();
  const show = async (tabId: number, blocked: number) => {
    if (tabId === 404) throw new Error('No tab with id: 404.');
    badges.set(tabId, blocked);
  };
  return { findings: new Findings(session, show, () => undefined), badges, session };
}

test('the icon shows how many are blocked in all frames of a tab, and nothing where none is', async () => {
  const { findings, badges } = findingsOf();
  await findings.record(1, 0, { found: 3, blocked: 1 });
  await findings.record(1, 5, { found: 2, blocked: 2 });
  await findings.record(2, 0, { found: 9, blocked: 0 });
  expect(await findings.of(1)).toEqual({ found: 5, blocked: 3 });
  expect([badges.get(1), badges.get(2)]).toEqual([3, 0]);
});

test('a new page starts from nothing, a new frame only for itself', async () => {
  const { findings } = findingsOf();
  await findings.record(1, 0, { found: 3, blocked: 1 });
  await findings.record(1, 5, { found: 2, blocked: 2 });
  await findings.forget(1, 5);
  expect(await findings.of(1)).toEqual({ found: 3, blocked: 1 });
  await findings.forget(1, 0);
  expect(await findings.of(1)).toEqual({ found: 0, blocked: 0 });
});

test('counts outlive the worker', async () => {
  const { findings, session } = findingsOf();
  await findings.record(1, 0, { found: 3, blocked: 1 });
  expect(await findingsOf(session).findings.of(1)).toEqual({ found: 3, blocked: 1 });
});

test('a page without any costs the browser one question in the life of a worker', async () => {
  const { findings, session } = findingsOf();
  const ask = vi.spyOn(session, 'get');
  const write = vi.spyOn(session, 'set');
  for (const tabId of [1, 2, 1]) await findings.forget(tabId, 0);
  expect([ask.mock.calls.length, write.mock.calls.length]).toEqual([1, 0]);
});

test('frames that report at the same moment are all counted', async () => {
  const { findings } = findingsOf();
  await Promise.all([1, 2, 3, 4].map((frameId) => findings.record(1, frameId, { found: 1, blocked: 0 })));
  expect(await findings.of(1)).toEqual({ found: 4, blocked: 0 });
});

test('counts that change all the time are stored and shown a few times a second', async () => {
  const { findings, session, badges } = findingsOf();
  const write = vi.spyOn(session, 'set');
  await Promise.all(Array.from({ length: 500 }, (_, at) => findings.record(1, 0, { found: at, blocked: at })));
  expect(write).toHaveBeenCalledTimes(1);
  expect(badges.get(1)).toBe(499);
});

test('a tab that was closed meanwhile breaks nothing', async () => {
  const { findings } = findingsOf();
  await findings.record(404, 0, { found: 1, blocked: 1 });
  await findings.record(1, 0, { found: 1, blocked: 1 });
  expect(await findings.of(1)).toEqual({ found: 1, blocked: 1 });
});
