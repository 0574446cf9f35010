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

/** True where two boxes of one paragraph are on one line: the middle of each lies within the height of the other. */
export function areOnOneLine(one: Box, other: Box): boolean {
  const middle = ({ top, bottom }: Box): number => (top + bottom) / 2;
  const holds = ({ top, bottom }: Box, height: number): boolean => height > top && height < bottom;
  return holds(one, middle(other)) && holds(other, middle(one));
}

/** Position of a badge, and whether it is too narrow for its text: then it is as wide as it is high. */
export type BadgePlace = { readonly box: Box; readonly isCompact: boolean };

/** Pixels below which an icon looks like a dot. */
const MIN_SIDE = 10;

type Ground = {
  /** The last line of the address. */
  readonly line: Box;
  /** Where the badge may stand: inside the element around the address. */
  readonly within: Box;
  /** Characters of the address that tell it from no other: its `0x`, the ellipsis of a shortened one. */
  readonly blanks: readonly Box[];
  readonly direction: 'ltr' | 'rtl';
  /** Whether the page shows nothing in a box. */
  readonly isFree: (box: Box) => boolean;
};

/**
 * Chooses the position of a badge: after the last line of its address, with text or without, before it without text, or
 * over characters that say nothing. Never over any other character, because people compare addresses.
 *
 * @param size of the badge with its text; its height is that of the line at most
 * @returns null where there is no such place
 */
export function badgePlace({ line, within, blanks, direction, isFree }: Ground, size: Size): BadgePlace | null {
  const compact = { width: size.height, height: size.height };
  const top = (line.top + line.bottom - size.height) / 2;
  const rightOf = (): number => line.right + GAP;
  const leftOf = ({ width }: Size): number => line.left - GAP - width;
  const [after, before] = direction === 'ltr' ? [rightOf, leftOf] : [leftOf, rightOf];
  for (const [place, words] of [
    [after, size],
    [after, compact],
    [before, compact],
  ] as const) {
    const box = boxAt({ left: place(words), top }, words);
    if (encloses(within, box) && isFree(box)) return { box, isCompact: words === compact };
  }
  for (const { left, right, top, bottom } of blanks) {
    const side = Math.min(size.height, right - left);
    if (side < MIN_SIDE) continue;
    const point = { left: (left + right - side) / 2, top: (top + bottom - side) / 2 };
    return { box: boxAt(point, { width: side, height: side }), isCompact: true };
  }
  return null;
}

/** Position of the card: below the badge, or above it where there is more room; always inside the viewport. */
export function cardPoint(badge: Box, size: Size, within: Box): Point {
  const below = badge.bottom + 2 * GAP;
  const above = badge.top - 2 * GAP - size.height;
  const top = below + size.height <= within.bottom || above < within.top ? below : above;
  return clamped({ left: badge.left, top }, size, within);
}

/** The point moved as little as possible so that the box lies inside; a box that is too large aligns with the start. */
function clamped({ left, top }: Point, { width, height }: Size, within: Box): Point {
  return {
    left: Math.max(within.left, Math.min(left, within.right - width)),
    top: Math.max(within.top, Math.min(top, within.bottom - height)),
  };
}
