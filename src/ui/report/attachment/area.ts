/** A place in a picture, in its pixels. */
export type Point = { readonly x: number; readonly y: number };
/** A rectangle in a picture, in its pixels. */
export type Area = Point & { readonly width: number; readonly height: number };
/** What was done to a picture: a part blacked out, or all but a part cut away. */
export type Edit = { readonly kind: 'cover' | 'crop'; readonly area: Area };

/** A drag of fewer pixels on either side is a press. */
const MIN_SIDE = 4;

/** The rectangle between two corners. */
export const areaBetween = (one: Point, other: Point): Area => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});

/** The part of an area that lies within bounds, in whole pixels and no smaller than what was meant; null where it is only a press. */
export function cut(area: Area, bounds: Area): Area | null {
  const left = Math.max(Math.floor(area.x), bounds.x);
  const top = Math.max(Math.floor(area.y), bounds.y);
  const width = Math.min(Math.ceil(area.x + area.width), bounds.x + bounds.width) - left;
  const height = Math.min(Math.ceil(area.y + area.height), bounds.y + bounds.height) - top;
  return width < MIN_SIDE || height < MIN_SIDE ? null : { x: left, y: top, width, height };
}

/** What is left of a picture after all edits. */
export const leftOf = (whole: Area, edits: readonly Edit[]): Area =>
  edits.findLast(({ kind }) => kind === 'crop')?.area ?? whole;

/** Where a keyboard's frame begins: a quarter of what is shown, in its middle. */
export const firstFrame = ({ x, y, width, height }: Area): Area => ({
  x: x + width * 0.375,
  y: y + height * 0.375,
  width: width * 0.25,
  height: height * 0.25,
});

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The frame after a key: moved by a fiftieth of the bounds, or with `resizes` made larger or smaller at its right and lower side.
 * @returns null for a key that does neither
 */
export function steered(frame: Area, key: string, resizes: boolean, bounds: Area): Area | null {
  const step = STEPS[key];
  if (step === undefined) return null;
  const [dx, dy] = [(step.x * bounds.width) / 50, (step.y * bounds.height) / 50];
  const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height];
  if (resizes)
    return {
      ...frame,
      width: clamp(frame.width + dx, bounds.width / 50, right - frame.x),
      height: clamp(frame.height + dy, bounds.height / 50, bottom - frame.y),
    };
  return {
    ...frame,
    x: clamp(frame.x + dx, bounds.x, right - frame.width),
    y: clamp(frame.y + dy, bounds.y, bottom - frame.height),
  };
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max));
