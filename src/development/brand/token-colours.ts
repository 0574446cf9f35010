import { readFileSync } from 'node:fs';
import { type Scheme, tintOf } from '../../colour/accent.ts';
import type { Oklch } from '../../colour/colour.ts';

const TOKENS = new URL('../../ui/page/tokens.css', import.meta.url);

const declarations = (block: string): [string, string][] =>
  [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? '', value ?? '']);

/**
 * The colours of the interface in one scheme, by the name of their role in `tokens.css`.
 * @param tint what its surfaces are tinted in, `#rrggbb`
 * @returns a function that throws an Error for a role that is no plain colour
 */
export function tokenColours(scheme: Scheme, tint?: string): (role: string) => Oklch {
  const [light = '', dark = ''] = readFileSync(TOKENS, 'utf8').split('@media (prefers-color-scheme: dark)');
  const values = new Map([...declarations(light), ...(scheme === 'dark' ? declarations(dark) : [])]);
  if (tint !== undefined) {
    const { c, h } = tintOf(tint, scheme);
    values.set('hue', h.toFixed(2)).set(`tint-${scheme}`, c.toFixed(4));
  }
  const resolved = (text: string): string =>
    text.includes('var(')
      ? resolved(text.replace(/var\(--([\w-]+)\)/g, (_, other: string) => values.get(other) ?? ''))
      : text;
  return (role) => {
    const written = resolved(values.get(role) ?? '');
    const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(written);
    if (!match) throw new Error(`--${role} is not a plain OKLCH colour: ${written}`);
    const [l, c, h] = match.slice(1).map(Number) as [number, number, number];
    return { l, c, h };
  };
}
