import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Verdict } from '../../protection/verdict/verdict.ts';
import type { Ask } from '../page/ask.ts';
import { overview } from './overview.fixture.ts';
import { type Overview, OverviewFeed } from './overview.ts';
import { stateOf } from './state/state.ts';

function memory(kept: Record<string, unknown> = {}) {
  return {
    kept,
    get: async () => kept,
    set: async (items: Record<string, unknown>) => {
      Object.assign(kept, items);
    },
  };
}

const answering = (answer: Overview): Ask => (async () => answer) as unknown as Ask;

afterEach(() => void vi.useRealTimers());

describe('the popup', () => {
  test('shows at once what it showed the last time', async () => {
    const storage = memory();
    const first = new OverviewFeed({ tabId: 1, ask: answering(overview()), storage });
    await first.refresh();
    const second = new OverviewFeed({ tabId: 1, ask: answering(overview()), storage });
    await second.restore('https://a.example/');
    expect(second.overview.value).toEqual(overview());
  });

  test.each([
    [2, 'https://a.example/'],
    [1, 'https://b.example/'],
    [1, null],
  ])('never shows a verdict of another tab or address: tab %s, %s', async (tabId, url) => {
    const storage = memory({ 'popup-overview': { tabId: 1, overview: overview() } });
    const feed = new OverviewFeed({ tabId, ask: answering(overview()), storage });
    await feed.restore(url);
    expect(feed.overview.value).toBeNull();
  });

  test('does not show what a broken or older version kept', async () => {
    const feed = new OverviewFeed({ tabId: 1, ask: answering(overview()), storage: memory({ 'popup-overview': 7 }) });
    await feed.restore('https://a.example/');
    expect(feed.overview.value).toBeNull();
  });

  test('keeps nothing of a private window', async () => {
    const session = vi.spyOn(fakeBrowser.storage.session, 'set');
    const feed = new OverviewFeed({ tabId: 1, ask: answering(overview()), storage: null });
    await feed.refresh();
    await feed.restore('https://a.example/');
    expect(feed.overview.value).toEqual(overview());
    expect(session).not.toHaveBeenCalled();
  });

  test('keeps what it says of an unconfirmed match while that is asked about again, and of nothing else', async () => {
    const of = (kind: Verdict['kind'], url = 'https://a.example/') => {
      const { verdict } = overview();
      return overview({ url, verdict: { ...verdict!, kind } });
    };
    const answers = [
      of('unconfirmed'),
      of('checking'),
      of('blocked'),
      of('checking'),
      of('unconfirmed'),
      of('checking', 'https://b.example/'),
    ];
    const ask = (async () => answers.shift()) as unknown as Ask;
    const feed = new OverviewFeed({ tabId: 1, ask, storage: memory() });
    const kinds: (string | undefined)[] = [];
    while (answers.length > 0) {
      await feed.refresh();
      kinds.push(feed.overview.value?.verdict?.kind);
    }
    expect(kinds).toEqual(['unconfirmed', 'unconfirmed', 'blocked', 'checking', 'unconfirmed', 'checking']);
  });

  test('soon says that the background is silent, over what it showed the last time, until there is an answer', async () => {
    vi.useFakeTimers();
    let answer = (_: Overview) => {};
    const ask = (() =>
      new Promise((resolve) => {
        answer = resolve;
      })) as unknown as Ask;
    const storage = memory({ 'popup-overview': { tabId: 1, overview: overview() } });
    const feed = new OverviewFeed({ tabId: 1, ask, storage });
    await feed.restore('https://a.example/');
    const asked = feed.refresh();
    expect(feed.isAnswered.value).toBe(false);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(stateOf(feed.overview.value, feed.isSilent.value).kind).toBe('silent');
    answer(overview());
    await asked;
    expect(feed.isAnswered.value).toBe(true);
    expect(stateOf(feed.overview.value, feed.isSilent.value).kind).toBe('clear');
  });

  test('keeps what it knows when the background does not answer, and says that it does not', async () => {
    let answers = true;
    const ask = (async () => {
      if (!answers) throw new Error('The background could not be reached');
      return overview();
    }) as unknown as Ask;
    const feed = new OverviewFeed({ tabId: 1, ask, storage: memory() });
    await feed.refresh();
    answers = false;
    await feed.refresh();
    expect(feed.overview.value).toEqual(overview());
    expect(feed.isSilent.value).toBe(true);
  });
});
