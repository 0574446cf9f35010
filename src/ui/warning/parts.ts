import { readableHost } from '../../asset/url/host/idn.ts';
import { registrableOf } from '../../asset/url/host/registrable.ts';
import type { Target } from './target.ts';

/** An address in parts, for the eye: what says whose it is stands out. */
export type HostParts = {
  readonly above: string;
  /** What somebody registered or was given. */
  readonly own: string;
  readonly path: string;
  /** True where something was left out. */
  readonly folded: boolean;
};

/** Characters that fit beside each other into a few lines of the narrowest window. */
const MAX_LENGTH = { above: 26, own: 56, path: 40 };

/** The parts of a stopped address, without its scheme and user; long ones are folded in their middle, a path at its end. */
export function hostParts({ host, after, before }: Pick<Target, 'host' | 'after' | 'before'>): HostParts {
  const labels = readableHost(host).split('.');
  const count = host.startsWith('[') ? labels.length : registrableOf(host).split('.').length;
  const own = labels.slice(-count).join('.');
  const above = labels
    .slice(0, -count)
    .map((label) => `${label}.`)
    .join('');
  const path = after === '/' ? '' : after;
  const parts = {
    above: middleFolded(above, MAX_LENGTH.above),
    own: middleFolded(own, MAX_LENGTH.own),
    path: path.length > MAX_LENGTH.path ? `${path.slice(0, MAX_LENGTH.path)}…` : path,
  };
  const whole = parts.above === above && parts.own === own && parts.path === path;
  return { ...parts, folded: !whole || before.includes('@') };
}

function middleFolded(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.ceil(most / 2);
  return `${text.slice(0, most - end - 1)}…${text.slice(-end)}`;
}
