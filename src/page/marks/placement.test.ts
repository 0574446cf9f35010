import { describe, expect, it } from 'vitest';
import { areOnOneLine, type Box, badgePlace, cardPoint, encloses, overlap } from './placement.ts';

const WITHIN: Box = { left: 0, top: 0, right: 1000, bottom: 800 };
const SIZE = { width: 120, height: 20 };
const LINE: Box = { left: 100, top: 200, right: 500, bottom: 220 };
const always = (): boolean => true;

describe('the place of a badge', () => {
  const COMPACT = SIZE.height;

  it('is after the address, on its line, with its words', () => {
    const after = { left: 504, top: 200, right: 624, bottom: 220 };
    expect(badgePlace(LINE, SIZE, WITHIN, 'ltr', always)).toEqual({ box: after, isCompact: false });
    const rtl = badgePlace({ ...LINE, left: 300 }, SIZE, WITHIN, 'rtl', always);
    expect(rtl).toEqual({ box: { left: 176, top: 200, right: 296, bottom: 220 }, isCompact: false });
  });

  it('needs no words where what holds the address ends, or text follows a little later', () => {
    const cell = { ...WITHIN, right: 540 };
    const after = { left: 504, top: 200, right: 524, bottom: 220 };
    expect(badgePlace(LINE, SIZE, cell, 'ltr', always)).toEqual({ box: after, isCompact: true });
    const textFollows = (box: Box): boolean => overlap(box, { left: 530, top: 190, right: 900, bottom: 225 }) === null;
    expect(badgePlace(LINE, SIZE, WITHIN, 'ltr', textFollows)).toEqual({ box: after, isCompact: true });
  });

  it('is before the address where text follows at once', () => {
    const { box, isCompact } = badgePlace(LINE, SIZE, WITHIN, 'ltr', ({ right }) => right < LINE.left);
    expect(box).toEqual({ left: 76, top: 200, right: 96, bottom: 220 });
    expect(isCompact).toBe(true);
  });

  it('is over the end of the address itself where text is all around', () => {
    for (const direction of ['ltr', 'rtl'] as const) {
      const { box } = badgePlace(LINE, SIZE, WITHIN, direction, () => false);
      expect(encloses(LINE, box)).toBe(true);
      expect(direction === 'ltr' ? box.right : box.left).toBe(direction === 'ltr' ? LINE.right : LINE.left);
      expect(box.right - box.left).toBe(COMPACT);
    }
  });

  it('is above an address too short for that', () => {
    expect(badgePlace({ ...LINE, right: 130 }, SIZE, WITHIN, 'ltr', () => false).box.bottom).toBeLessThan(LINE.top);
  });

  it('never leaves what holds the address', () => {
    for (const right of [990, 1000]) {
      for (const top of [0, 400, 780]) {
        const line = { left: right - 60, top, right, bottom: top + 20 };
        for (const free of [true, false])
          expect(encloses(WITHIN, badgePlace(line, SIZE, WITHIN, 'ltr', () => free).box)).toBe(true);
      }
    }
  });
});

describe('boxes on one line', () => {
  const next: Box = { left: 520, top: 203, right: 900, bottom: 217 };
  it('share it whatever their size', () => expect(areOnOneLine(LINE, next)).toBe(true));
  it('are not those of the line below', () => {
    expect(areOnOneLine(LINE, { ...next, top: 218, bottom: 238 })).toBe(false);
    expect(areOnOneLine(LINE, { ...next, top: 205, bottom: 600 })).toBe(false);
  });
});

describe('the place of a card', () => {
  const badge: Box = { left: 700, top: 700, right: 820, bottom: 720 };
  it('is under the badge, or above it where there is no room, and inside the viewport', () => {
    const size = { width: 360, height: 300 };
    expect(cardPoint({ ...badge, top: 100, bottom: 120 }, size, WITHIN)).toEqual({ left: 640, top: 128 });
    expect(cardPoint(badge, size, WITHIN)).toEqual({ left: 640, top: 392 });
  });

  it('shows its beginning where it is larger than the viewport', () => {
    const small = { left: 8, top: 8, right: 312, bottom: 200 };
    expect(cardPoint({ left: 10, top: 50, right: 100, bottom: 70 }, { width: 304, height: 400 }, small)).toEqual({
      left: 8,
      top: 8,
    });
  });
});
