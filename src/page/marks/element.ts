/** Creates an HTML element with these properties. Text is set as `textContent`, never as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A stroked icon on a 16-unit grid; hidden from screen readers, because text stands beside it. */
export function icon(path: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '0 0 16 16');
  picture.setAttribute('aria-hidden', 'true');
  const stroke = document.createElementNS(SVG, 'path');
  stroke.setAttribute('d', path);
  picture.append(stroke);
  return picture;
}

export const ICONS = {
  blocked: 'M8 2a6 6 0 1 0 .1 0M4 4l8 8',
  checking: 'M8 2a6 6 0 1 0 .1 0M8 5v3l2 2',
  unconfirmed: 'M8 2l6.5 12h-13zM8 6v4M8 12v.1',
} as const;
export const CLOSE_ICON = 'm4 4 8 8m0-8-8 8';
