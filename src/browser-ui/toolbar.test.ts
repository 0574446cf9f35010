import { expect, test, vi } from 'vitest';
import { FakeSession } from '../../test/fixtures/protection.ts';
import type { ProtectionLevel } from '../protection/health/health.ts';
import type { Verdict } from '../protection/verdict/verdict.ts';
import { Toolbar, type ToolbarParts } from './toolbar.ts';

/** @param shown the title that the browser shows at first */
function toolbarOf(
  kinds: Record<string, Verdict['kind']>,
  session = new FakeSession(),
  say?: ToolbarParts['say'],
  shown = 'normal 0',
) {
  const calls: string[] = [];
  const titles = new Map<unknown, string>();
  const toolbar = new Toolbar({
    port: {
      setIcon: async ({ tabId, path }) => calls.push(`${tabId ?? 'all'} ${path[16]}`),
      setTitle: async ({ tabId, title }) => {
        titles.set(tabId, title);
        calls.push(`${tabId ?? 'all'} ${title}`);
      },
      getTitle: async ({ tabId }) => titles.get(tabId) ?? titles.get(undefined) ?? shown,
    },
    session,
    stateOf: (_, url) => ({
      isPaused: false,
      isLookalike: false,
      verdict: { kind: kinds[url] ?? (url.startsWith('warning') ? 'blocked' : 'clear') },
      isWarning: url.startsWith('warning'),
    }),
    say: say ?? ((sign, blocked) => `${sign ?? 'normal'} ${blocked}`),
  });
  return { toolbar, calls, session };
}

const level = (level: ProtectionLevel, hasNews = false) => ({ level, hasNews, isManaged: false });

test('an ordinary page costs the browser no call', async () => {
  const { toolbar, calls } = toolbarOf({});
  await toolbar.onPageOpened(1, 'a.example');
  await toolbar.setBlockedCount(1, 'a.example', 0);
  await toolbar.setGeneral(level('protected'));
  expect(calls).toEqual([]);
});

test('what was done in a tab is shown there, until another page is in it', async () => {
  const { toolbar, calls } = toolbarOf({ 'warning#listed.example': 'blocked', 'listed.example': 'permitted' });
  await toolbar.onPageOpened(1, 'warning#listed.example');
  await toolbar.onPageOpened(1, 'listed.example');
  await toolbar.onPageOpened(1, 'a.example');
  expect(calls).toEqual(['1 /icons/stopped-16.png', '1 stopped 0', '1 /icons/opened-16.png', '1 opened 0']);
});

test('a warning loses its sign once its site has left the list', async () => {
  const { toolbar, calls } = toolbarOf({ 'warning#lifted.example': 'clear' });
  await toolbar.onPageOpened(1, 'warning#lifted.example');
  expect(calls).toEqual([]);
});

test('a sign from before the worker ended is taken away once the site has left the list', async () => {
  const { toolbar, calls } = toolbarOf({}, undefined, undefined, 'opened 0');
  await toolbar.setBlockedCount(1, 'lifted.example', 0);
  expect(calls).toEqual(['1 /icons/16.png', '1 normal 0']);
});

test('listed addresses are in the title, and are gone from it with them', async () => {
  const { toolbar, calls } = toolbarOf({});
  await toolbar.setBlockedCount(1, 'a.example', 2);
  await toolbar.setBlockedCount(1, 'a.example', 0);
  expect(calls.filter((call) => !call.includes('icons'))).toEqual(['1 normal 2', '1 normal 0']);
});

test('shows on every tab that the protection does not work, once across all workers', async () => {
  const { toolbar, calls, session } = toolbarOf({});
  await toolbar.setGeneral(level('unprotected'));
  const { toolbar: later, calls: laterCalls } = toolbarOf({}, session);
  await later.setGeneral(level('unprotected'));
  await later.setGeneral(level('protected'));
  expect(calls).toEqual(['all /icons/unprotected-16.png', 'all unprotected 0']);
  expect(laterCalls).toEqual(['all /icons/16.png', 'all normal 0']);
});

test('what the button shows after a worker that ended while it changed is set again', async () => {
  const { toolbar, session } = toolbarOf({}, undefined, (sign) => {
    // The browser has the new state; the worker ends before it can note that.
    session.set = () => new Promise(() => {});
    return sign ?? 'normal';
  });
  void toolbar.setGeneral(level('reduced'));
  await vi.waitFor(() => expect(session.held).toHaveProperty('toolbar-sign'));
  const { toolbar: later, calls } = toolbarOf({}, Object.assign(new FakeSession(), { held: session.held }));
  await later.setGeneral(level('protected'));
  expect(calls).toEqual(['all /icons/16.png', 'all normal 0']);
});

test('the same state is set again if the worker ended, or the browser failed, before it was shown', async () => {
  const session = new FakeSession();
  const { toolbar } = toolbarOf({}, session, () => Promise.reject(new Error('The worker ended')));
  await expect(toolbar.setGeneral(level('reduced'))).rejects.toThrow('The worker ended');
  const { toolbar: later, calls } = toolbarOf({}, session);
  await later.setGeneral(level('reduced'));
  await later.setGeneral(level('reduced'));
  expect(calls).toEqual(['all /icons/reduced-16.png', 'all reduced 0']);
});

test('the answer to a report is shown on every tab until it is seen, behind what needs the person at once', async () => {
  const { toolbar, calls } = toolbarOf({});
  await toolbar.setGeneral(level('protected', true));
  await toolbar.setGeneral(level('reduced', true));
  await toolbar.setGeneral(level('protected', true));
  await toolbar.setGeneral(level('protected', false));
  expect(calls.filter((call) => call.includes('icons'))).toEqual([
    'all /icons/news-16.png',
    'all /icons/reduced-16.png',
    'all /icons/news-16.png',
    'all /icons/16.png',
  ]);
});

test('in another language the button says again what it said, of all tabs and of each', async () => {
  const session = new FakeSession();
  await toolbarOf({}, session).toolbar.setGeneral(level('unprotected'));
  const { toolbar, calls } = toolbarOf({ 'listed.example': 'permitted' }, session);
  await toolbar.updateTitle();
  await toolbar.setBlockedCount(1, 'listed.example', 0);
  await toolbar.setBlockedCount(2, 'a.example', 3);
  await toolbar.setBlockedCount(3, 'a.example', 0);
  expect(calls.filter((call) => !call.includes('icons'))).toEqual([
    'all unprotected 0',
    '1 opened 0',
    '2 unprotected 3',
  ]);
});

test('the last state of the protection is shown, even if the words of the one before come later', async () => {
  const waiting: (() => void)[] = [];
  const late = (sign: string | null) =>
    sign === 'reduced'
      ? new Promise<string>((resolve) => waiting.push(() => resolve('reduced')))
      : Promise.resolve(sign ?? 'normal');
  const { toolbar, calls } = toolbarOf({}, undefined, late);
  const changes = [toolbar.setGeneral(level('reduced')), toolbar.setGeneral(level('protected'))];
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  for (const say of waiting) say();
  await Promise.all(changes);
  expect(calls.at(-1)).toBe('all normal');
});

test('a page that opens while the protection changes shows no state that is over', async () => {
  const waiting: (() => void)[] = [];
  let isLate = false;
  const late = (sign: string | null) =>
    isLate && sign === 'reduced'
      ? new Promise<string>((resolve) => waiting.push(() => resolve('reduced')))
      : Promise.resolve(sign ?? 'normal');
  const { toolbar, calls } = toolbarOf({}, undefined, late);
  await toolbar.setGeneral(level('reduced'));
  isLate = true;
  const changes = [toolbar.setBlockedCount(1, 'a.example', 0), toolbar.setGeneral(level('protected'))];
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  for (const say of waiting) say();
  await Promise.all(changes);
  expect(calls.filter((call) => call.startsWith('1 '))).toEqual([]);
});
