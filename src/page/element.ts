type Options = {
  readonly className?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
};

/** A new HTML element of ours. Text is always set as text, never as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { className, text, attributes = {} }: Options = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A picture of 16 units drawn with strokes; nothing for a screen reader, since words stand beside it. */
export function icon(path: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '0 0 16 16');
  picture.setAttribute('aria-hidden', 'true');
  const stroke = document.createElementNS(SVG, 'path');
  stroke.setAttribute('d', path);
  picture.append(stroke);
  return picture;
}

export const BLOCKED_ICON = 'M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 1 0 0-12.5M3.6 3.6l8.8 8.8';
export const UNCONFIRMED_ICON = 'M8 1.75 14.5 13.5h-13zM8 6.25v3.5M8 11.4v.6';
export const CLOSE_ICON = 'm4 4 8 8m0-8-8 8';
