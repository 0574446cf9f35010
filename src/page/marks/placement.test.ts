import { describe, expect, it } from 'vitest';
import { areOnOneLine, type Box, badgePlace, cardPoint, overlap } from './placement.ts';

const WITHIN: Box = { left: 0, top: 0, right: 1000, bottom: 800 };
const SIZE = { width: 120, height: 20 };
const LINE: Box = { left: 100, top: 200, right: 500, bottom: 220 };
const always = (): boolean => true;

describe('the place of a badge', () => {
  const place = (over: Partial<Parameters<typeof badgePlace>[0]> = {}) =>
    badgePlace({ line: LINE, within: WITHIN, blanks: [], direction: 'ltr', isFree: always, ...over }, SIZE);

  it('is after the address, on its line, with its words', () => {
    const after = { left: 504, top: 200, right: 624, bottom: 220 };
    expect(place()).toEqual({ box: after, isCompact: false });
    const rtl = place({ line: { ...LINE, left: 300 }, direction: 'rtl' });
    expect(rtl).toEqual({ box: { left: 176, top: 200, right: 296, bottom: 220 }, isCompact: false });
  });

  it('needs no words where what holds the address ends, or text follows a little later', () => {
    const after = { left: 504, top: 200, right: 524, bottom: 220 };
    expect(place({ within: { ...WITHIN, right: 540 } })).toEqual({ box: after, isCompact: true });
    const textFollows = (box: Box): boolean => overlap(box, { left: 530, top: 190, right: 900, bottom: 225 }) === null;
    expect(place({ isFree: textFollows })).toEqual({ box: after, isCompact: true });
  });

  it('is before the address where text follows at once', () => {
    const before = { left: 76, top: 200, right: 96, bottom: 220 };
    expect(place({ isFree: ({ right }) => right < LINE.left })).toEqual({ box: before, isCompact: true });
  });

  it('is within what says nothing where text is all around, if an icon can be seen there', () => {
    const zeroX: Box = { left: 100, top: 202, right: 116, bottom: 218 };
    const found = place({ isFree: () => false, blanks: [{ ...zeroX, right: 108 }, zeroX] });
    expect(found).toEqual({ box: zeroX, isCompact: true });
  });

  it('is nowhere else: no other character of an address is covered', () => {
    expect(place({ isFree: () => false })).toBeNull();
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
