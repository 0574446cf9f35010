import { beforeEach, expect, test, vi } from 'vitest';
import type { Judge } from '../navigation/navigation.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { LinkCheck } from './link-check.ts';

type Kind = Verdict['kind'];

const LINK = 'http://next.test/';
const verdict = (kind: Kind): Verdict => ({
  kind,
  asset: { type: 'URL', content: 'next.test' },
  confirmation: 'none',
  checkedAt: 0,
});

/** A judge whose verdict is `first` until the service has answered `last`. */
function linkCheck(first: Kind, last: Kind = first, { refuses = false, loaded = true } = {}) {
  const log: string[] = [];
  const asked: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let load = () => {};
  const ready = new Promise<void>((resolve) => {
    load = resolve;
  });
  const judge: Judge = {
    loaded,
    ready,
    verdict: () => verdict(first),
    settle: (url, _tabId, cause) => {
      asked.push(`${cause} ${url}`);
      return answered.then(() => verdict(last));
    },
  };
  const redirects = {
    prepare: async (url: string) => {
      log.push(`prepare ${url}`);
      if (refuses) throw new Error('The browser refuses');
    },
    withdraw: async (url: string) => void log.push(`withdraw ${url}`),
  };
  return { check: new LinkCheck(judge, redirects), log, asked, answer, load };
}
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => vi.useFakeTimers());

test.each(['clear', 'permitted', 'off'] as const)('nothing is prepared for an address that is %s', async (kind) => {
  const { check: watch, log } = linkCheck(kind);
  await watch.onLink(LINK, 1, 'press');
  expect(log).toEqual([]);
});

test('a rule exists before the service has answered, and stays until the link is followed', async () => {
  const { check: watch, log, answer } = linkCheck('checking', 'blocked');
  void watch.onLink(LINK, 1, 'press');
  await later(0);
  expect(log).toEqual([`prepare ${LINK}`]);
  answer();
  await later(9_000);
  expect(log).toEqual([`prepare ${LINK}`]);
  await later(2_000);
  expect(log).toEqual([`prepare ${LINK}`, `withdraw ${LINK}`]);
});

test('a false local hit is open again as soon as that is known', async () => {
  const { check: watch, log, answer } = linkCheck('checking', 'clear');
  void watch.onLink(LINK, 1, 'press');
  answer();
  await later(0);
  expect(log).toEqual([`prepare ${LINK}`, `withdraw ${LINK}`]);
});

test('a worker that has just been woken judges when it has its list', async () => {
  const { check: watch, log, load } = linkCheck('blocked', 'blocked', { loaded: false });
  void watch.onLink(LINK, 1, 'press');
  await later(0);
  expect(log).toEqual([]);
  load();
  await later(0);
  expect(log).toEqual([`prepare ${LINK}`]);
});

test('a rule that the browser refuses breaks nothing', async () => {
  const { check: watch, answer } = linkCheck('blocked', 'blocked', { refuses: true });
  answer();
  const looked = watch.onLink(LINK, 1, 'press');
  await later(11_000);
  await expect(looked).resolves.toBeUndefined();
});

test('asks about one hovered link a second, the last one; each gets its rule', async () => {
  const { check: watch, log, asked } = linkCheck('checking', 'blocked');
  for (let at = 0; at < 20; at += 1) {
    void watch.onLink(`http://next-${at}.test/`, 1, 'hover');
    await later(10);
  }
  expect(asked).toEqual(['hover http://next-0.test/']);
  expect(log).toHaveLength(20);
  await later(1_000);
  expect(asked).toEqual(['hover http://next-0.test/', 'hover http://next-19.test/']);
});

test('a link that is pressed is asked about although the pointer has just asked about another', async () => {
  const { check: watch, asked } = linkCheck('checking', 'blocked');
  void watch.onLink('http://other.test/', 1, 'hover');
  void watch.onLink(LINK, 1, 'hover');
  void watch.onLink(LINK, 1, 'press');
  await later(0);
  expect(asked).toEqual(['hover http://other.test/', `press ${LINK}`]);
});
