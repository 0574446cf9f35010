/** A box in the viewport (CSS pixels). */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
export type Size = { readonly width: number; readonly height: number };
export type Point = { readonly left: number; readonly top: number };

const GAP = 4;

export function boxAt({ left, top }: Point, { width, height }: Size): Box {
  return { left, top, right: left + width, bottom: top + height };
}

export function overlap(one: Box, other: Box): Box | null {
  const box = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return box.right > box.left && box.bottom > box.top ? box : null;
}

/** True where the second box lies wholly inside the first. */
export function encloses(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}

/**
 * Where a badge goes beside the last line of an address: after it, or else below or above its end, wherever nothing is
 * hidden by it. Where every place is taken, over the end of the address itself, because nobody needs to read a
 * blocked address in full there; and above it where the line is too short for that.
 *
 * @param line the last line of the address
 * @param within the part of the viewport in which the badge may stand
 * @param isFree whether nothing of the page shows in a box
 */
export function badgePoint(
  line: Box,
  size: Size,
  within: Box,
  direction: 'ltr' | 'rtl',
  isFree: (box: Box) => boolean,
): Point {
  const middle = (line.top + line.bottom - size.height) / 2;
  const after = direction === 'ltr' ? line.right + GAP : line.left - GAP - size.width;
  const end = direction === 'ltr' ? line.right - size.width : line.left;
  const below = line.bottom + 2;
  const above = line.top - size.height - 2;
  const start = direction === 'ltr' ? line.left : line.right - size.width;
  const places = [
    { left: after, top: middle },
    { left: end, top: below },
    { left: end, top: above },
    { left: start, top: below },
    { left: start, top: above },
  ].filter((point) => encloses(within, boxAt(point, size)));
  const free = places.find((point) => isFree(boxAt(point, size)));
  if (free !== undefined) return free;
  if (line.right - line.left >= size.width * 2) return clamped({ left: end, top: middle }, size, within);
  return clamped({ left: end, top: above }, size, within);
}

/** Where the card goes: under the badge, or above it where there is more room; always inside the viewport. */
export function cardPoint(badge: Box, size: Size, within: Box): Point {
  const below = badge.bottom + 2 * GAP;
  const above = badge.top - 2 * GAP - size.height;
  const top = below + size.height <= within.bottom || above < within.top ? below : above;
  return clamped({ left: badge.left, top }, size, within);
}

/** A point moved as little as needed for the box to lie inside; the start wins where it does not fit. */
function clamped({ left, top }: Point, { width, height }: Size, within: Box): Point {
  return {
    left: Math.max(within.left, Math.min(left, within.right - width)),
    top: Math.max(within.top, Math.min(top, within.bottom - height)),
  };
}
