import { beforeEach, describe, expect, test } from 'vitest';
import { ALARMS, Schedule, type ScheduleParts } from './schedule.ts';

let alarms: Map<string, number>;
let ran: string[];
let nextPoll: number | null;
let nextSend: number | null;
let nextExpiry: number | null;
let dies: boolean;
let due: (number | null)[];
let isUsed: boolean;
let now: number;

function schedule(): Schedule {
  const state = () => ({ lastAttemptAt: 1, lastSuccessAt: 1, nextAttemptAt: nextPoll, problem: null });
  const parts = {
    alarms: {
      create: (name: string, { when }: { when: number }) => void alarms.set(name, when),
      clear: async (name: string) => alarms.delete(name),
    },
    sync: {
      run: async (trigger: string) => {
        ran.push(`poll ${trigger}`);
        if (dies) await new Promise(() => {});
        return state();
      },
      state: async () => state(),
    },
    outbox: {
      send: async () => void ran.push('send'),
      retry: async () => void ran.push('retry'),
      nextAttemptAt: async () => nextSend,
    },
    allowances: {
      ready: Promise.resolve(),
      get nextAllowanceEnd() {
        return nextExpiry;
      },
      endAllowances: async () => void ran.push('end allowances'),
    },
    onPolled: (at: number | null) => void due.push(at),
    onOutboxSent: () => undefined,
    isInUse: async () => isUsed,
    now: () => now,
  };
  return new Schedule(parts as unknown as ScheduleParts);
}

beforeEach(() => {
  alarms = new Map();
  ran = [];
  due = [];
  [nextPoll, nextSend, nextExpiry, dies, isUsed, now] = [61_000, null, null, false, true, 1_000];
});

test('every wake stands every alarm up again', async () => {
  [nextSend, nextExpiry] = [5_000, 9_000];
  await schedule().onWorkerStart();
  expect(Object.fromEntries(alarms)).toEqual({ poll: 61_000, outbox: 5_000, allowances: 9_000 });
});

test('guards learn after each poll when the next one is due, and that none will be', async () => {
  const made = schedule();
  await made.onAlarm(ALARMS.poll);
  nextPoll = null;
  await made.onAlarm(ALARMS.poll);
  expect(due).toEqual([61_000, null]);
});

test('a worker that dies while it polls is woken again', async () => {
  dies = true;
  void schedule().onAlarm(ALARMS.poll);
  await new Promise(setImmediate);
  expect(alarms.get(ALARMS.poll)).toBe(61_000);
});

test('nothing to send and no service leave no alarm behind', async () => {
  alarms.set(ALARMS.outbox, 1).set(ALARMS.allowances, 1);
  nextPoll = null;
  await schedule().onWorkerStart();
  expect([...alarms.keys()]).toEqual([]);
});

test('nobody at the computer: nothing is polled and nothing wakes the worker, until somebody comes back', async () => {
  const made = schedule();
  await made.onWorkerStart();
  isUsed = false;
  await made.onAlarm(ALARMS.poll);
  await made.onUseChanged(false);
  expect([ran, alarms.has(ALARMS.poll)]).toEqual([['poll start', 'send'], false]);
  isUsed = true;
  await made.onUseChanged(true);
  expect([ran.at(-1), alarms.get(ALARMS.poll)]).toEqual(['poll use', 61_000]);
});

test('a page that opens polls where the list is older than a period, also while nobody is there', async () => {
  isUsed = false;
  const made = schedule();
  await made.onWorkerStart();
  await made.onPageOpened();
  now = 61_000;
  await made.onPageOpened();
  expect([ran, alarms.has(ALARMS.poll)]).toEqual([['poll start', 'send', 'poll use'], false]);
});

describe('what is done', () => {
  test.each([
    ['an alarm polls when it is due', (kept: Schedule) => kept.onAlarm(ALARMS.poll), ['poll alarm']],
    ['an alarm sends what is due', (kept: Schedule) => kept.onAlarm(ALARMS.outbox), ['send']],
    [
      'an allowance that ends leaves the rules',
      (kept: Schedule) => kept.onAlarm(ALARMS.allowances),
      ['end allowances'],
    ],
    ['a connection polls and sends at once', (kept: Schedule) => kept.onOnline(), ['poll online', 'retry']],
    ['another service is asked at once', (kept: Schedule) => kept.onServiceChanged(), ['poll person', 'retry']],
    ['an alarm of another name does nothing', (kept: Schedule) => kept.onAlarm('other'), []],
  ])('%s', async (_, act, expected) => {
    await act(schedule());
    expect(ran).toEqual(expected);
  });
});
