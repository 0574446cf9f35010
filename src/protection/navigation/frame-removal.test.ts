import { expect, test } from 'vitest';
import { type FramePort, FrameRemover, removeFrame } from './frame-removal.ts';

const LISTED = { tabId: 1, frameId: 7, parentFrameId: 0, documentId: 'evil', url: 'http://evil.test/', isHeld: false };
const FRAMES = [
  { frameId: 0, parentFrameId: -1, documentId: 'top' },
  { frameId: 5, parentFrameId: 0, documentId: 'clean' },
  { frameId: 7, parentFrameId: 0, documentId: 'evil' },
  { frameId: 9, parentFrameId: 7, documentId: 'nested' },
];
const never = () => new Promise<never>(() => {});

/** A tab with a listed frame beside a clean one; `endedBy` is the step that removes the listed one. */
function tab(
  endedBy: 'nothing' | 'itself' | 'showToken' | 'removeAt',
  over: Partial<FramePort> = {},
  opened: readonly { tabId: number; sourceFrameId: number }[] = [{ tabId: 2, sourceFrameId: 7 }],
) {
  const log: string[] = [];
  let waited = 0;
  let frames = FRAMES;
  const does = (name: string, ...words: unknown[]) => {
    log.push([name, ...words].join(' '));
    if (name === endedBy) frames = frames.filter(({ frameId }) => frameId < 7);
  };
  const port: FramePort = {
    frames: async () => frames,
    awaitToken: async (tabId, frameId, token) => does('awaitToken', tabId, frameId, token),
    showToken: async (tabId, frameId, token) => does('showToken', tabId, frameId, token),
    removeAt: async (tabId, frameId, { index, count }) => {
      does('removeAt', tabId, frameId, index, count);
      return true;
    },
    discard: async (tabId) => does('discard', tabId),
    tabs: async () => [
      { id: 1, url: 'http://clean.test/' },
      { id: 2, url: 'about:blank' },
      { id: 3, url: 'http://clean.test/window' },
      { id: 4, url: 'about:blank' },
      { id: 5, url: 'about:blank' },
      { id: 6, url: '' },
      { id: 7, url: 'about:blank' },
      { id: 8, url: 'about:blank' },
    ],
    opened: (sourceTabId) =>
      sourceTabId === 1
        ? opened.map((opening) => ({ ...opening, sourceTabId }))
        : [{ tabId: 8, sourceTabId: 7, sourceFrameId: 0 }].filter((opening) => opening.sourceTabId === sourceTabId),
    close: async (tabId) => does('close', tabId),
    token: () => 'T',
    wait: async (milliseconds) => {
      waited += milliseconds;
      does('itself');
    },
    ...over,
  };
  return { port, done: () => log.filter((line) => line !== 'itself'), waited: () => waited };
}

test('a listed frame that leaves by itself is left to it', async () => {
  const { port, done } = tab('itself');
  expect(await removeFrame(LISTED, port)).toBe('left');
  expect(done()).toEqual(['awaitToken 1 0 T', 'close 2']);
});

test('a page removes a listed frame that does not leave, and is shown only after that', async () => {
  const { port, done } = tab('showToken');
  expect(await removeFrame(LISTED, port)).toBe('removed');
  expect(done()).toEqual(['awaitToken 1 0 T', 'showToken 1 7 T', 'close 2']);
});

test('a frame that is too busy to come forward is taken away by its place', async () => {
  const { port, done, waited } = tab('removeAt', { showToken: never });
  expect(await removeFrame(LISTED, port)).toBe('removed');
  expect(done()).toEqual(['awaitToken 1 0 T', 'removeAt 1 0 1 2', 'close 2']);
  expect(waited()).toBeLessThan(300);
});

test('a busy frame in a page that changes its frames is taken away at another try', async () => {
  let tries = 0;
  const { port, done } = tab('nothing', {
    showToken: never,
    removeAt: async () => {
      tries += 1;
      return false;
    },
    frames: async () => (tries === 3 ? FRAMES.slice(0, 2) : FRAMES),
  });
  expect(await removeFrame(LISTED, port)).toBe('removed');
  expect(done()).not.toContain('discard 1');
});

test('a busy frame in a page that is loaded again meanwhile is taken away at another try', async () => {
  let tries = 0;
  const { port, done } = tab('nothing', {
    showToken: never,
    removeAt: async () => {
      tries += 1;
      if (tries === 1) throw new Error('The frame was removed');
      return true;
    },
    frames: async () => (tries === 2 ? FRAMES.slice(0, 2) : FRAMES),
  });
  expect(await removeFrame(LISTED, port)).toBe('removed');
  expect(done()).not.toContain('discard 1');
});

test('where a page never has the frames that the browser reports, the browser drops its tab without more delay', async () => {
  const { port, waited } = tab('nothing', { showToken: never, removeAt: async () => false });
  expect(await removeFrame(LISTED, port)).toBe('discarded');
  expect(waited()).toBeLessThan(700);
});

test('where neither a frame nor its page answers, the browser drops the tab in time', async () => {
  const { port, done, waited } = tab('nothing', { awaitToken: never, showToken: never, removeAt: never });
  expect(await removeFrame(LISTED, port)).toBe('discarded');
  expect(done()).toEqual(['discard 1', 'close 2']);
  expect(waited()).toBeLessThan(300);
});

test('where a page answers late, it gets more time before the browser drops its tab', async () => {
  const { port, done, waited } = tab('nothing', { showToken: never, removeAt: never });
  expect(await removeFrame(LISTED, port)).toBe('discarded');
  expect(done()).toEqual(['awaitToken 1 0 T', 'discard 1', 'close 2']);
  expect(waited()).toBeGreaterThan(2_000);
});

test('a frame that has run nothing keeps loading its own warning, however busy the machine is', async () => {
  let looks = 0;
  const { port, done } = tab('nothing', { frames: async () => (++looks > 10 ? FRAMES.slice(0, 2) : FRAMES) });
  expect(await removeFrame({ ...LISTED, isHeld: true }, port)).toBe('left');
  expect(done()).toEqual(['close 2']);
});

test('a frame of which nothing has run ends with its tab too where it never leaves', async () => {
  const { port, done } = tab('nothing');
  expect(await removeFrame({ ...LISTED, isHeld: true }, port)).toBe('discarded');
  expect(done()).toContain('discard 1');
});

test('the windows that it filled go with it, and those that they filled, and no other', async () => {
  const opened = [
    { tabId: 2, sourceFrameId: 9 },
    { tabId: 3, sourceFrameId: 7 },
    { tabId: 4, sourceFrameId: 0 },
    { tabId: 5, sourceFrameId: 5 },
    { tabId: 6, sourceFrameId: 7 },
    { tabId: 7, sourceFrameId: 12 },
  ];
  const { port, done } = tab('itself', {}, opened);
  await removeFrame(LISTED, port);
  expect(done().slice(1)).toEqual(['close 2', 'close 6', 'close 7', 'close 8']);
});

test('in a browser that does not number documents, a frame is known by its place and address', async () => {
  const unnumbered = FRAMES.map(({ documentId: _, ...frame }) => ({ ...frame, url: `http://${_}.test/#part` }));
  const port = (frames: FramePort['frames']) => tab('nothing', { frames }).port;
  const { documentId: _, ...listed } = LISTED;
  let looks = 0;
  const leaving = async () => unnumbered.slice(0, ++looks > 2 ? 2 : 4);
  expect(await removeFrame(listed, port(leaving))).toBe('left');
  const moved = unnumbered.map((frame) => ({ ...frame, url: 'http://other.test/' }));
  expect(
    await removeFrame(
      listed,
      port(async () => moved),
    ),
  ).toBe('left');
  expect(
    await removeFrame(
      listed,
      port(async () => unnumbered),
    ),
  ).toBe('discarded');
});

test('a held frame into which a page of its own host may look is not left for long', async () => {
  for (const [around, expected] of [
    ['http://evil.test/around', 'discard 1'],
    ['about:blank', 'discard 1'],
    ['http://clean.test/', 'close 2'],
    ['http://evil.test/listed', 'close 2'],
  ] as const) {
    const frames = FRAMES.map((frame) => ({ ...frame, url: frame.frameId === 0 ? around : 'http://ads.test/' }));
    let looks = 0;
    // Gone after a second: too late for a frame that may have run.
    const { port, done } = tab('nothing', {
      frames: async () => (++looks > 12 && expected === 'close 2' ? frames.slice(0, 2) : frames),
      awaitToken: never,
      showToken: never,
      removeAt: never,
    });
    const remover = new FrameRemover(
      () => port,
      (url) => !url.endsWith('/listed'),
    );
    await remover.remove({ ...LISTED, isHeld: true });
    expect(done()[0], around).toBe(expected);
  }
});
