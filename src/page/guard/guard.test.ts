import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Guard, type GuardParts } from './guard.ts';

type Kind = Awaited<ReturnType<GuardParts['check']>>;

class Gone extends Error {}

/**
 * A page with its curtain. `check` and `settle` return the listed answers in order, then a promise that never settles.
 */
type Answer = Kind | Error | Promise<Kind>;
type Look = 'unlisted' | 'hit' | 'unknown';
function page(answers: {
  look?: Look[];
  check?: Answer[];
  settle?: Answer[];
  isFrame?: boolean;
  isHeld?: boolean;
  isOvertaken?: boolean;
}) {
  const log: string[] = [];
  const asked: (readonly number[])[] = [];
  let level = 'shown';
  const next = async (from: Answer[] = []) => {
    const answer = await (from.length > 0 ? from.shift() : new Promise<Kind>(() => {}));
    if (answer instanceof Error) throw answer;
    return answer as Kind;
  };
  const guard = new Guard({
    curtain: {
      veil: () => {
        level = level === 'hidden' ? level : 'veiled';
      },
      hide: () => {
        level = 'hidden';
      },
      lift: () => {
        level = 'shown';
      },
    },
    url: () => 'http://evil.test/',
    look: async () => {
      const kind = answers.look?.shift() ?? 'unknown';
      return kind === 'hit' ? { kind, prefixes: [7] } : { kind };
    },
    check: (_, hits) => {
      asked.push(hits);
      return next(answers.check);
    },
    settle: (_, hits) => {
      asked.push(hits);
      return next(answers.settle);
    },
    isFrame: answers.isFrame ?? false,
    isGone: (error) => error instanceof Gone,
    giveUp: (isLong) => {
      const isGivenUp = (isLong && answers.isHeld) || answers.isOvertaken || false;
      if (isGivenUp) log.push('giveUp');
      return isGivenUp;
    },
    reload: () => log.push('reload'),
    leave: (url) => log.push(`leave ${url}`),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  return { guard, log, asked, answers, level: () => level };
}
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => vi.useFakeTimers());

describe('the curtain', () => {
  test('is down before anything is asked', () => {
    const { guard, level } = page({});
    void guard.examine();
    expect(level()).toBe('veiled');
  });

  test.each(['clear', 'permitted', 'off', 'unknown'] as const)('lifts on %s', async (kind) => {
    const { guard, level, log } = page({ check: [kind] });
    await guard.examine();
    expect([level(), log]).toEqual(['shown', []]);
  });

  test('lifts when no answer comes and nothing is known', async () => {
    const { guard, level } = page({});
    void guard.examine();
    await later(3_999);
    expect(level()).toBe('veiled');
    await later(1);
    expect(level()).toBe('shown');
  });

  test('never lifts over a known hit, however long that takes', async () => {
    const { guard, level, log } = page({ check: ['checking'] });
    void guard.examine();
    await later(600_000);
    expect([level(), log]).toEqual(['hidden', ['leave http://evil.test/']]);
  });
});

describe('a page that is stopped', () => {
  test.each(['blocked', 'unconfirmed'] as const)('is left on %s, hidden until it is gone', async (kind) => {
    const { guard, level, log } = page({ check: ['checking'], settle: [kind] });
    await guard.examine();
    expect([level(), log]).toEqual(['hidden', ['leave http://evil.test/']]);
  });

  test('is left also when the answer comes after the curtain had to lift', async () => {
    const late = new Promise<Kind>((resolve) => setTimeout(() => resolve('blocked'), 5_000));
    const { guard, level, log } = page({ check: [late] });
    void guard.examine();
    await later(4_900);
    expect(level()).toBe('shown');
    await later(100);
    expect([level(), log]).toEqual(['hidden', ['leave http://evil.test/']]);
  });

  test('that turns out clear is shown', async () => {
    const { guard, level, log } = page({ check: ['checking'], settle: ['clear'] });
    await guard.examine();
    expect([level(), log]).toEqual(['shown', []]);
  });
});

describe('a background that does not answer', () => {
  test('is asked again', async () => {
    const { guard, level, log } = page({ check: [new Error('port closed'), new Error('port closed'), 'blocked'] });
    void guard.examine();
    await later(400);
    expect([level(), log]).toEqual(['hidden', ['leave http://evil.test/']]);
  });

  test('does not keep a page of which nothing is known', async () => {
    const { guard, level, log } = page({ check: Array.from({ length: 9 }, () => new Error('port closed')) });
    void guard.examine();
    await later(10_000);
    expect([level(), log]).toEqual(['shown', []]);
  });

  test('leads a known hit to the warning page, which can ask again', async () => {
    const { guard, log } = page({
      check: ['checking'],
      settle: Array.from({ length: 9 }, () => new Error('port closed')),
    });
    void guard.examine();
    await later(10_000);
    expect(log).toEqual(['leave http://evil.test/']);
  });
});

describe('a page of which the list on the device knows a hit', () => {
  const unanswered = (): Answer[] => Array.from({ length: 9 }, () => new Error('the message was refused'));

  test('stays covered while nobody answers, and ends in the warning', async () => {
    const { guard, level, log } = page({ look: ['hit'] });
    void guard.examine();
    await later(7_900);
    expect([level(), log]).toEqual(['hidden', []]);
    await later(100);
    expect([level(), log]).toEqual(['hidden', ['leave http://evil.test/']]);
    await later(60_000);
    expect(level()).toBe('hidden');
  });

  test('ends in the warning where every question is refused', async () => {
    const { guard, level, log } = page({ look: ['hit'], check: unanswered() });
    void guard.examine();
    await later(10_000);
    expect([level(), log]).toEqual(['hidden', ['leave http://evil.test/']]);
  });

  test('ends in the warning where its confirmation never comes', async () => {
    const { guard, level, log } = page({ look: ['hit'], check: ['checking'] });
    void guard.examine();
    await later(10_000);
    expect([level(), log]).toEqual(['hidden', ['leave http://evil.test/']]);
  });

  test.each(['clear', 'permitted', 'off'] as const)('is shown on the verdict %s', async (kind) => {
    const { guard, level, log } = page({ look: ['hit'], check: [kind] });
    await guard.examine();
    expect([level(), log]).toEqual(['shown', []]);
  });

  test('is never shown because the worker has no list', async () => {
    const { guard, level, log } = page({ look: ['hit'], check: ['unknown'] });
    await guard.examine();
    expect([level(), log]).toEqual(['hidden', ['leave http://evil.test/']]);
  });

  test('tells the worker what it found', async () => {
    const { guard, asked } = page({ look: ['hit'], check: ['checking'], settle: ['clear'] });
    await guard.examine();
    expect(asked).toEqual([[7], [7]]);
  });

  test('is shown after its confirmation clears it', async () => {
    const { guard, level, log } = page({ look: ['hit'], check: ['checking'], settle: ['clear'] });
    await guard.examine();
    await later(60_000);
    expect([level(), log]).toEqual(['shown', []]);
  });

  test('is not shown because it took an address that is clear', async () => {
    const confirmation = new Promise<Kind>((resolve) => setTimeout(() => resolve('blocked'), 2_000));
    const { guard, level, log } = page({ look: ['hit', 'unlisted'], check: [confirmation] });
    void guard.examine();
    await later(0);
    await guard.examine('http://evil.test/other');
    expect(level()).toBe('hidden');
    await later(2_000);
    expect([level(), log]).toEqual(['hidden', ['leave http://evil.test/']]);
  });

  test('is shown once both its addresses are clear', async () => {
    const confirmation = new Promise<Kind>((resolve) => setTimeout(() => resolve('clear'), 2_000));
    const { guard, level } = page({ look: ['hit', 'unlisted'], check: [confirmation] });
    void guard.examine();
    await later(0);
    await guard.examine('http://evil.test/other');
    await later(2_000);
    expect(level()).toBe('shown');
  });

  test('stays covered, when the extension is gone, until the next guard is there, and is never reloaded', async () => {
    const { guard, level, log } = page({ look: ['hit'], check: [new Gone()] });
    void guard.examine();
    await later(4_900);
    expect([level(), log]).toEqual(['hidden', []]);
    await later(100);
    expect([level(), log]).toEqual(['shown', []]);
  });
});

test('a page of which nothing is listed asks nobody', async () => {
  const { guard, level } = page({ look: ['unlisted'], check: [new Error('asked')] });
  await guard.examine();
  expect(level()).toBe('shown');
});

describe('an extension that is gone', () => {
  test('leaves no page covered', async () => {
    const { guard, level, log } = page({ check: [new Gone()] });
    await guard.examine();
    expect([level(), log]).toEqual(['shown', []]);
  });

  test('is over a page without content where the page would hear input first, which is reloaded once it is clear', async () => {
    const settled = new Promise<Kind>((resolve) => setTimeout(() => resolve('clear'), 1_000));
    const { guard, level, log } = page({ look: ['hit'], check: ['checking'], settle: [settled], isOvertaken: true });
    void guard.examine();
    await later(900);
    expect([level(), log]).toEqual(['hidden', ['giveUp']]);
    await later(100);
    expect(log).toEqual(['giveUp', 'reload']);
  });

  test('leaves a known hit to the guard of its successor', async () => {
    const { guard, level, log } = page({ check: ['checking'], settle: [new Gone()] });
    void guard.examine();
    await later(4_900);
    expect([level(), log]).toEqual(['hidden', []]);
    await later(100);
    expect([level(), log]).toEqual(['shown', []]);
  });
});

describe('a page that was in use before the guard came', () => {
  test.each(['blocked', 'checking'] as const)(
    'stays in sight until it is confirmed, and is left then (%s)',
    async (kind) => {
      const late = new Promise<Kind>((resolve) => setTimeout(() => resolve('blocked'), 1_000));
      const { guard, level, log } = page({
        look: ['hit'],
        check: kind === 'blocked' ? [late] : [kind],
        settle: [late],
      });
      void guard.checkOpenPage();
      await later(900);
      expect([level(), log]).toEqual(['shown', []]);
      await later(100);
      expect([level(), log]).toEqual(['hidden', ['leave http://evil.test/']]);
    },
  );

  test.each([['clear'], ['permitted'], ['unconfirmed'], [new Gone()]])('is left alone on %s', async (answer) => {
    const { guard, level, log } = page({ look: ['hit'], check: ['checking'], settle: [answer as Answer] });
    await guard.checkOpenPage();
    expect([level(), log]).toEqual(['shown', []]);
  });

  test('asks nobody where nothing of it is listed', async () => {
    const { guard, level } = page({ look: ['unlisted'], check: ['blocked'] });
    await guard.checkOpenPage();
    expect(level()).toBe('shown');
  });
});

test('a page that comes back is examined again, and what was asked before does not count', async () => {
  const { guard, level, answers } = page({});
  void guard.examine();
  answers.check = ['clear'];
  await guard.examine();
  expect(level()).toBe('shown');
  await later(5_000);
  expect(level()).toBe('shown');
});

test('a frame whose question has to wait stays covered and asks again, however long it takes', async () => {
  const { guard, level, log, answers } = page({
    look: ['hit'],
    check: ['checking'],
    settle: ['checking'],
    isFrame: true,
  });
  void guard.examine();
  await later(4_000);
  answers.settle = ['checking', 'checking', 'checking', 'clear'];
  await later(15_000);
  expect([level(), log]).toEqual(['hidden', []]);
  await later(3_000);
  expect([level(), log]).toEqual(['shown', []]);
});

test('a held frame that has to wait long ends its load, stays covered, and is loaded again once it is clear', async () => {
  const { guard, level, log, answers } = page({
    look: ['hit'],
    check: ['checking'],
    settle: ['checking', 'checking'],
    isFrame: true,
    isHeld: true,
  });
  void guard.examine();
  await later(5_500);
  answers.settle = ['clear'];
  expect([level(), log]).toEqual(['hidden', ['giveUp']]);
  await later(5_000);
  expect([level(), log]).toEqual(['hidden', ['giveUp', 'reload']]);
});

test('a prerendered page that ended its load is loaded again once it is shown and clear', async () => {
  const { guard, level, log } = page({ look: ['hit'], check: ['clear'], isHeld: true });
  guard.giveUp();
  await guard.examine();
  expect([level(), log]).toEqual(['hidden', ['giveUp', 'reload']]);
});
