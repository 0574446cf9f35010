import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../protection/verdict/verdict.ts';
import type { Ask } from '../page/ask.ts';
import { mayOpenByItself } from './navigation/open-target.ts';
import { WarningState } from './state.ts';

const URL_ = 'https://claim-airdrop.example/';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

const verdict = (kind: Verdict['kind'], over: Partial<Verdict> = {}): Verdict => ({
  kind,
  asset: { type: 'URL', content: 'claim-airdrop.example' },
  confirmation: 'confirmed',
  checkedAt: 0,
  ...over,
});

type Sent = { name: string; request: unknown };

/** A background that answers descriptions in order, the last one for ever. */
function state(
  answers: readonly (Verdict | Error)[],
  policy: 'open' | 'warn' | 'closed' = 'warn',
  wasStopped = true,
  tab = memory(),
) {
  const sent: Sent[] = [];
  const opened: string[] = [];
  let next = 0;
  const ask = (async (name: string, request: unknown) => {
    sent.push({ name, request });
    if (name !== 'warningDescribe') return { done: true };
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    if (answer instanceof Error) throw answer;
    return { verdict: answer, policy, wasStopped };
  }) as unknown as Ask;
  const asked = new WarningState({
    url: URL_,
    ask,
    open: (url) => void opened.push(url),
    memory: tab,
    now: () => 1_000_000,
  });
  return { asked, sent, opened };
}

describe('the warning page', () => {
  test('shows a site that is blocked', async () => {
    const { asked, opened } = state([verdict('blocked')]);
    await asked.ask();
    expect(asked.situation.value).toMatchObject({ kind: 'stopped', verdict: { kind: 'blocked' } });
    expect(opened).toEqual([]);
  });

  test('waits for the confirmation, and says meanwhile that it checks', async () => {
    const { asked, sent } = state([verdict('checking'), verdict('blocked')]);
    const kinds: string[] = [];
    asked.situation.subscribe(({ kind }) => kinds.push(kind));
    await asked.ask();
    expect(kinds).toEqual(['checking', 'stopped']);
    expect(sent.map(({ request }) => request)).toEqual([
      { url: URL_, waits: false },
      { url: URL_, waits: true },
    ]);
  });

  test.each(['clear', 'permitted', 'off'] as const)('opens the site by itself when it is %s', async (kind) => {
    const { asked, opened } = state([verdict('checking'), verdict(kind)]);
    await asked.ask();
    expect(opened).toEqual([URL_]);
  });

  test('does not open the site because there is no list to check it by', async () => {
    const { asked, opened } = state([verdict('checking'), verdict('unknown')]);
    await asked.ask();
    expect(asked.situation.value.kind).toBe('stopped');
    expect(opened).toEqual([]);
  });

  test('stays closed when nobody answers, and keeps why', async () => {
    const error = new Error('The background did not answer');
    const { asked, opened } = state([error]);
    await asked.ask();
    expect(asked.situation.value).toEqual({ kind: 'silent', error });
    expect(opened).toEqual([]);
  });

  test('stays closed when the confirmation never comes to an end', async () => {
    const { asked, opened } = state([verdict('checking')]);
    await asked.ask();
    expect(asked.situation.value.kind).toBe('silent');
    expect(opened).toEqual([]);
  });

  test('keeps what a person reads while it is asked again, also where they ask', async () => {
    const failed = verdict('unconfirmed', { confirmation: 'failed', failure: 'offline' });
    const { asked } = state([failed, verdict('checking'), failed]);
    await asked.ask();
    const kinds: string[] = [];
    asked.situation.subscribe(({ kind }) => kinds.push(kind));
    await asked.ask();
    expect(kinds).toEqual(['stopped', 'stopped']);
    await asked.retry();
    expect(new Set(kinds)).toEqual(new Set(['stopped']));
  });

  test.each(['clear', 'permitted'] as const)(
    'keeps the form in which the person writes while the site becomes %s, and opens nothing in front of them after',
    async (kind) => {
      const { asked, opened } = state([verdict('unconfirmed'), verdict(kind)]);
      await asked.ask();
      const shown = asked.situation.value;
      asked.occupied = true;
      await asked.ask();
      expect([asked.situation.value, asked.change.value]).toEqual([shown, 'released']);
      asked.occupied = false;
      await asked.ask();
      expect(asked.situation.value).toEqual({ kind: 'openable', reason: 'writing' });
      expect(asked.change.value).toBeNull();
      expect(opened).toEqual([]);
    },
  );

  test('keeps why a site is stopped, and says what changed, where a later question has no answer', async () => {
    const failed = verdict('unconfirmed', { confirmation: 'failed', failure: 'offline' });
    const { asked } = state([failed, new Error('No answer'), new Error('No answer'), failed]);
    await asked.ask();
    const shown = asked.situation.value;
    await asked.ask();
    expect([asked.situation.value, asked.change.value]).toEqual([shown, 'silent']);
    await asked.retry();
    expect([asked.situation.value, asked.change.value]).toEqual([shown, 'silent']);
    await asked.ask();
    expect([asked.situation.value, asked.change.value]).toEqual([shown, null]);
  });

  test('waits for the person where the site left the list while they read that it is a scam', async () => {
    const { asked, opened } = state([verdict('blocked'), verdict('checking'), verdict('clear')]);
    await asked.ask();
    await asked.ask();
    await asked.ask();
    expect(asked.situation.value).toEqual({ kind: 'openable', reason: 'lifted' });
    expect(opened).toEqual([]);
    asked.open();
    asked.open();
    expect(opened).toEqual([URL_]);
  });

  test('opens what was never confirmed by itself once it is known to be fine', async () => {
    const failed = verdict('unconfirmed', { confirmation: 'failed', failure: 'offline' });
    const { asked, opened } = state([failed, verdict('clear')]);
    await asked.ask();
    await asked.ask();
    expect(opened).toEqual([URL_]);
  });

  test('leaves it to the person when the site comes back again and again', async () => {
    const tab = memory();
    const turns = Array.from({ length: 4 }, () => state([verdict('clear')], 'warn', true, tab));
    for (const { asked } of turns) await asked.ask();
    expect(turns.map(({ opened }) => opened.length)).toEqual([1, 1, 1, 0]);
    expect(turns.at(-1)?.asked.situation.value).toEqual({ kind: 'openable', reason: 'loops' });
  });

  test('opens a site once by itself: one that sends a file, or is slow, leaves the page where it is', async () => {
    const { asked, opened } = state([verdict('clear')]);
    await asked.ask();
    expect(asked.situation.value).toEqual({ kind: 'opening' });
    await asked.ask();
    expect(opened).toEqual([URL_]);
    expect(asked.situation.value).toEqual({ kind: 'openable', reason: 'opened' });
  });

  test('opens nothing by itself where nothing was stopped', async () => {
    const { asked, opened } = state([verdict('clear')], 'warn', false);
    await asked.ask();
    expect(opened).toEqual([]);
    expect(asked.situation.value).toEqual({ kind: 'openable', reason: 'unasked' });
    asked.open();
    expect(opened).toEqual([URL_]);
  });

  test('forgets a failed confirmation before it asks again', async () => {
    const failed = verdict('unconfirmed', { confirmation: 'failed', failure: 'offline' });
    const { asked, sent } = state([failed, verdict('blocked')]);
    await asked.ask();
    await asked.retry();
    expect(sent.map(({ name }) => name)).toEqual(['warningDescribe', 'warningRetry', 'warningDescribe']);
    expect(asked.situation.value).toMatchObject({ kind: 'stopped', verdict: { kind: 'blocked' } });
  });

  test.each([
    ['open', 'opening'],
    ['warn', 'stopped'],
    ['closed', 'stopped'],
  ] as const)('follows the policy %s for what cannot be confirmed', async (policy, kind) => {
    const { asked } = state([verdict('unconfirmed', { confirmation: 'failed' })], policy);
    await asked.ask();
    expect(asked.situation.value.kind).toBe(kind);
  });
});

test.each(['not json', '{"url":7,"times":"x"}', 'null'])('a damaged memory of a tab counts as none: %s', (kept) => {
  const tab = { getItem: () => kept, setItem: () => undefined };
  expect(mayOpenByItself(tab, URL_, 0)).toBe(true);
});
