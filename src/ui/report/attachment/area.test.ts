import { describe, expect, test } from 'vitest';
import { areaBetween, cut, type Edit, firstFrame, leftOf, steered } from './area.ts';

const WHOLE = { x: 0, y: 0, width: 1000, height: 500 };

describe('a part of a picture', () => {
  test('is what was dragged over in any direction, within the picture', () => {
    const dragged = areaBetween({ x: 300.4, y: 200.6 }, { x: -20, y: 100 });
    expect(cut(dragged, WHOLE)).toEqual({ x: 0, y: 100, width: 301, height: 101 });
  });

  test('covers every pixel that was touched, and none for a mere press', () => {
    expect(cut({ x: 10.9, y: 10.9, width: 10, height: 10 }, WHOLE)).toEqual({ x: 10, y: 10, width: 11, height: 11 });
    expect(cut({ x: 10, y: 10, width: 2, height: 90 }, WHOLE)).toBeNull();
    expect(cut({ x: 1200, y: 10, width: 50, height: 50 }, WHOLE)).toBeNull();
  });
});

test('a picture is what its last cut left, and whole again when that is undone', () => {
  const edits: Edit[] = [
    { kind: 'crop', area: { x: 100, y: 100, width: 400, height: 300 } },
    { kind: 'cover', area: { x: 120, y: 120, width: 50, height: 20 } },
  ];
  expect(leftOf(WHOLE, edits)).toEqual(edits[0]!.area);
  expect(leftOf(WHOLE, [])).toEqual(WHOLE);
});

test('the keyboard moves a frame and changes its size, and never leaves the picture', () => {
  const frame = firstFrame(WHOLE);
  expect(steered(frame, 'ArrowRight', false, WHOLE)).toEqual({ ...frame, x: frame.x + 20 });
  expect(steered(frame, 'ArrowUp', true, WHOLE)).toEqual({ ...frame, height: frame.height - 10 });
  expect(steered(frame, 'a', false, WHOLE)).toBeNull();
  let moved = frame;
  for (let press = 0; press < 99; press += 1) moved = steered(moved, 'ArrowLeft', false, WHOLE)!;
  expect(moved.x).toBe(0);
  for (let press = 0; press < 99; press += 1) moved = steered(moved, 'ArrowRight', true, WHOLE)!;
  expect(moved.x + moved.width).toBe(1000);
});
