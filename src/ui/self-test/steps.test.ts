import { expect, test } from 'vitest';
import type { Ask } from '../page/ask.ts';
import { type Arrival, type Outcome, runSelfTest, type StepName } from './steps.ts';

const HEALTHY = { level: 'protected', list: { entries: 3 }, problems: [] };
const SETTINGS = {
  protectSites: { value: true, origin: 'default' },
  protectAddresses: { value: true, origin: 'default' },
  checkWallets: { value: true, origin: 'person' },
};
const READY = { kind: 'ready', request: { method: 'POST', url: 'https://service.test/report', bytes: 40 } };
const GOOD: Record<string, unknown> = {
  healthRead: HEALTHY,
  settingsRead: SETTINGS,
  selfTestBegin: { host: 'x.protection-test.invalid', address: '0xaa' },
  selfTestWallet: { isPaused: true },
  selfTestReport: READY,
  selfTestEnd: { done: true },
};

async function outcomes(answers: Record<string, unknown>, arrival: Arrival = 'stopped', marked = true) {
  const asked: string[] = [];
  const reported = new Map<StepName, Outcome>();
  const ask = (async (name: string) => {
    asked.push(name);
    const answer = { ...GOOD, ...answers }[name];
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as Ask;
  await runSelfTest({ ask, visit: async () => arrival, show: async () => marked }, (step, outcome) => {
    reported.set(step, outcome);
  });
  return { asked, reported: Object.fromEntries(reported) };
}
const KEY_REFUSED = { kind: 'key-refused', level: 'unprotected', remedy: 'settings' };
const failure = (kind: string, rest: object = {}) => ({ kind: 'failed', failure: { kind, ...rest } });

test('a protection that works passes every step, and its test is ended', async () => {
  const { reported, asked } = await outcomes({});
  expect(reported).toEqual({
    list: { kind: 'passed', entries: 3 },
    stop: { kind: 'passed' },
    mark: { kind: 'passed' },
    wallet: { kind: 'passed' },
    report: { kind: 'passed', request: READY.request },
  });
  expect(asked.at(-1)).toBe('selfTestEnd');
});

test('each step says why it failed, and the others are tried all the same', async () => {
  const { reported } = await outcomes(
    {
      healthRead: {
        ...HEALTHY,
        problems: [
          { kind: 'sites-off', level: 'reduced' },
          { kind: 'service-refused', level: 'protected' },
          KEY_REFUSED,
        ],
      },
      selfTestWallet: { isPaused: false },
      selfTestReport: { kind: 'waiting', cause: 'noKey' },
    },
    'opened',
    false,
  );
  expect(reported).toEqual({
    list: failure('health', { problem: KEY_REFUSED }),
    stop: failure('not-stopped'),
    mark: failure('not-marked'),
    wallet: failure('not-paused'),
    report: failure('not-ready', { cause: 'noKey' }),
  });
});

test('what is switched off is not tried but said, with who can switch it on', async () => {
  const settingsRead = {
    protectSites: { value: false, origin: 'policy' },
    protectAddresses: { value: false, origin: 'person' },
    checkWallets: { value: false, origin: 'default' },
  };
  const { reported } = await outcomes({ settingsRead });
  expect(reported.stop).toEqual({ kind: 'off', managed: true });
  expect(reported.mark).toEqual(failure('off', { setting: 'protectAddresses' }));
  expect(reported.wallet).toEqual({ kind: 'off', managed: false });
});

test('a background that does not answer fails its step in words', async () => {
  const { reported } = await outcomes({ selfTestBegin: new Error('The background did not answer') });
  expect(reported.stop).toEqual(failure('silent'));
  expect(reported.report?.kind).toBe('passed');
});
