import { describe, expect, it } from 'vitest';
import { type Box, badgePoint, boxAt, cardPoint, encloses, overlap } from './placement.ts';

const WITHIN: Box = { left: 0, top: 0, right: 1000, bottom: 800 };
const SIZE = { width: 120, height: 20 };
const LINE: Box = { left: 100, top: 200, right: 500, bottom: 220 };
const always = (): boolean => true;

describe('the place of a badge', () => {
  it('is after the address, on its line', () => {
    expect(badgePoint(LINE, SIZE, WITHIN, 'ltr', always)).toEqual({ left: 504, top: 200 });
    expect(badgePoint({ ...LINE, left: 300 }, SIZE, WITHIN, 'rtl', always)).toEqual({ left: 176, top: 200 });
  });

  it('is below or above where text follows', () => {
    const textFollows = (box: Box): boolean => overlap(box, { left: 501, top: 190, right: 900, bottom: 225 }) === null;
    const below = badgePoint(LINE, SIZE, WITHIN, 'ltr', textFollows);
    expect(below).toEqual({ left: 380, top: 222 });
    const only = (box: Box): boolean => textFollows(box) && box.bottom <= 200;
    expect(badgePoint(LINE, SIZE, WITHIN, 'ltr', only)).toEqual({ left: 380, top: 178 });
  });

  it('is over the end of the address itself where text is all around', () => {
    const point = badgePoint(LINE, SIZE, WITHIN, 'ltr', () => false);
    expect(encloses(LINE, boxAt(point, SIZE))).toBe(true);
    expect(point.left + SIZE.width).toBe(LINE.right);
  });

  it('is above a line too short for that', () => {
    expect(badgePoint({ ...LINE, right: 200 }, SIZE, WITHIN, 'ltr', () => false).top).toBeLessThan(LINE.top);
  });

  it('never leaves the viewport', () => {
    for (const right of [990, 1000]) {
      for (const top of [0, 400, 780]) {
        const line = { left: right - 60, top, right, bottom: top + 20 };
        for (const free of [true, false]) {
          const point = badgePoint(line, SIZE, WITHIN, 'ltr', () => free);
          expect(encloses(WITHIN, boxAt(point, SIZE))).toBe(true);
        }
      }
    }
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
