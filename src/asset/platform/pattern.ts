/** A path segment: no slash, no space, nothing that is still escaped or that a URL would not hold. */
const SEGMENT = '[^/\\s?#%<>"\\\\]+';
const LABEL = '[^./]+';

/**
 * The regular expression of a template (platform.ts, Route): anchored at both ends, without nested repetition, so linear in the text.
 * Letters match in either case.
 * @param kind `sub` for labels of a host, where a part never spans a dot; `path` for paths and fragments, which may end with a slash
 */
export function patternOf(
  template: string,
  shapes: Readonly<Record<string, string>> = {},
  kind: 'path' | 'sub' = 'path',
): RegExp {
  const open = template.endsWith('/**');
  const part = kind === 'sub' ? LABEL : SEGMENT;
  const source = (open ? template.slice(0, -3) : template)
    .split(/(\{[^}]*\})/)
    .map((piece) => (piece.startsWith('{') ? groupOf(piece.slice(1, -1), part, shapes) : escaped(piece)))
    .join('');
  const end = kind === 'sub' ? '' : open ? '(?:/.*)?' : '/?';
  return new RegExp(`^${source}${end}$`, 'iu');
}

function groupOf(name: string, part: string, shapes: Readonly<Record<string, string>>): string {
  if (name === '_') return part;
  if (name.endsWith('*')) return `(?<${name.slice(0, -1)}>.+)`;
  return `(?<${name}>${shapes[name] ?? part})`;
}

const escaped = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A template with its parts filled in; a part without a value stays empty. */
export const filled = (template: string, parts: Readonly<Record<string, string | undefined>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');
