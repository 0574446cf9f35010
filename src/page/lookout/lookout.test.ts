import { beforeEach, describe, expect, it } from 'vitest';
import { FakeTime } from '../document/frame-time.fixture.ts';
import { isWorthReading, Lookout } from './lookout.ts';

describe('a lookout for addresses', () => {
  let time: FakeTime;
  let end: AbortController;
  let page: { isShown: boolean; hasChanged: boolean; isBehind: boolean; isOrphaned: boolean; holdsAddress: boolean };
  /** The cost of one look: number of steps, and milliseconds of each. */
  let cost: { steps: number; each: number };
  let looks: number;
  let calls: number;
  let call: () => Promise<unknown>;
  let lookout: Lookout;

  beforeEach(() => {
    time = new FakeTime();
    end = new AbortController();
    page = { isShown: true, hasChanged: true, isBehind: false, isOrphaned: false, holdsAddress: false };
    cost = { steps: 3, each: 0.5 };
    looks = 0;
    calls = 0;
    call = async () => undefined;
    lookout = new Lookout(
      {
        time,
        isShown: () => page.isShown,
        hasChanged: () => page.hasChanged,
        noteChanges: () => {
          page.hasChanged = false;
        },
        isBehind: () => page.isBehind,
        isOrphaned: () => page.isOrphaned,
        *look() {
          looks += 1;
          page.hasChanged = false;
          page.isBehind = false;
          for (let step = 0; step < cost.steps; step += 1) {
            time.at += cost.each;
            yield;
          }
          return page.holdsAddress;
        },
        call: () => {
          calls += 1;
          return call();
        },
      },
      end,
    );
  });

  /** Lets half a second pass, then makes the frame idle repeatedly. */
  const half = () => {
    time.advance(500);
    while (time.idle !== null) time.runIdle();
  };
  const second = () => {
    half();
    half();
  };
  /** Wakes the lookout and lets half a second pass. */
  const wake = () => {
    lookout.wake();
    half();
  };

  it('looks once when the page has rested and the frame is idle, and leaves an unchanged page alone', () => {
    lookout.wake();
    time.advance(500);
    expect(looks).toBe(0);
    time.runIdle();
    expect(looks).toBe(1);
    for (let count = 0; count < 60; count += 1) second();
    expect(looks).toBe(1);
    expect(calls).toBe(0);
  });

  it('looks again within two seconds after a change, and calls the scanner once it sees an address', async () => {
    wake();
    page.hasChanged = true;
    page.holdsAddress = true;
    second();
    await Promise.resolve();
    expect(calls).toBe(1);
    expect(end.signal.aborted).toBe(true);
  });

  it('never works longer than a slice at a time', () => {
    cost = { steps: 100, each: 0.5 };
    lookout.wake();
    time.advance(500);
    let slices = 0;
    while (time.idle !== null) {
      const from = time.at;
      time.runIdle();
      expect(time.at - from).toBeLessThanOrEqual(4.5);
      slices += 1;
    }
    expect(slices).toBeGreaterThan(10);
    expect(looks).toBe(1);
  });

  it('leaves a changing page alone until it rests, and looks every three seconds at one that never rests', () => {
    const change = () => {
      page.hasChanged = true;
      half();
    };
    lookout.wake();
    for (let count = 0; count < 4; count += 1) change();
    expect(looks).toBe(0);
    half();
    expect(looks).toBe(1);
    for (let count = 0; count < 60; count += 1) change();
    expect(looks).toBeGreaterThanOrEqual(1 + 9);
    expect(looks).toBeLessThanOrEqual(1 + 12);
  });

  it('looks at a resting page if part of an earlier change has not been checked', () => {
    wake();
    page.isBehind = true;
    half();
    expect(looks).toBe(2);
    second();
    expect(looks).toBe(2);
  });

  it('takes less than two in a hundred of a page that changes all the time', () => {
    cost = { steps: 40, each: 1 };
    wake();
    const from = time.at;
    for (let count = 0; count < 60; count += 1) {
      page.hasChanged = true;
      second();
    }
    const share = ((looks - 1) * 40) / (time.at - from);
    expect(looks).toBeGreaterThan(10);
    expect(share).toBeLessThan(0.021);
  });

  it('rests while nobody can see the frame, and looks when it is shown', () => {
    page.isShown = false;
    wake();
    second();
    expect(looks).toBe(0);
    page.isShown = true;
    wake();
    expect(looks).toBe(1);
  });

  it('calls the scanner once, whatever it sees meanwhile, and again if the scanner could not be injected', async () => {
    let fail: (error: Error) => void = () => undefined;
    call = () => new Promise((_, reject) => (fail = reject));
    void lookout.call();
    void lookout.call();
    lookout.wake();
    expect(calls).toBe(1);
    fail(new Error('no worker'));
    await new Promise(setImmediate);
    call = async () => undefined;
    for (let count = 0; count < 6; count += 1) second();
    await new Promise(setImmediate);
    expect(calls).toBe(2);
    expect(end.signal.aborted).toBe(true);
  });

  it('ends with its extension, or where nobody wants the scanner', async () => {
    page.isOrphaned = true;
    wake();
    expect(end.signal.aborted).toBe(true);
    second();
    expect(looks).toBe(0);
  });
});

const TOP = {
  contentType: 'text/html',
  isTop: true,
  side: () => 800,
  address: 'https://a.example/',
  hasContent: true,
};

function isRead({ contentType, isTop, side, address, hasContent }: typeof TOP): boolean {
  const view = {
    document: { contentType, body: { firstChild: hasContent ? {} : null } },
    location: { href: address },
    top: {},
    get innerWidth() {
      return side();
    },
    innerHeight: 800,
  };
  if (isTop) view.top = view;
  return isWorthReading(view as unknown as Window);
}

describe('the frames that are read', () => {
  it('are every page in a tab, also an empty one that a script may fill', () => {
    expect(isRead(TOP)).toBe(true);
    expect(isRead({ ...TOP, hasContent: false, side: () => 0 })).toBe(true);
    expect(isRead({ ...TOP, contentType: 'application/xhtml+xml' })).toBe(true);
  });

  it('are no pictures, PDFs or data', () => {
    for (const contentType of ['image/png', 'application/pdf', 'application/xml', 'application/json', 'image/svg+xml'])
      expect(isRead({ ...TOP, contentType })).toBe(false);
  });

  it('are no tiny or empty frames', () => {
    const frame = { ...TOP, isTop: false };
    expect(isRead({ ...frame, side: () => 1 })).toBe(false);
    expect(isRead({ ...frame, address: 'about:blank', hasContent: false })).toBe(false);
    expect(isRead({ ...frame, address: 'about:srcdoc' })).toBe(true);
    expect(isRead(frame)).toBe(true);
  });

  it('are found without laying out the page, unless it is a frame with content', () => {
    const side = (): number => expect.unreachable('The size was asked');
    expect(isRead({ ...TOP, side })).toBe(true);
    expect(isRead({ ...TOP, isTop: false, contentType: 'image/png', side })).toBe(false);
    const empty = { ...TOP, isTop: false, address: 'about:blank', hasContent: false, side };
    expect(isRead(empty)).toBe(false);
  });
});
