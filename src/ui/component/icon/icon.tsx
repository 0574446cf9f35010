import type { Tone } from '../../words/verdict.ts';
import './icon.css';

const SHAPES = {
  stop: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M4.75 8h6.5',
  hold: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M6.25 5.5v5M9.75 5.5v5',
  caution: 'M8 2l6.5 12h-13zM8 6.5v3.5M8 12v.1',
  clock: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M8 4.5v3.75l2.5 1.5',
  lookalike: 'M2 2h8v8h-8zM10 6h4v8h-8v-4',
  opened: 'M3 7.5h10v6.5h-10zM5.25 7.5v-2.75a2.75 2.75 0 0 1 5.3-1',
  off: 'M8 1.5l5.5 2v4c0 3.5-2.5 5.75-5.5 7c-3-1.25-5.5-3.5-5.5-7v-4zM2.5 14L13.5 2',
  wallet: 'M10.5 5v-2.5l-8 2.5v8.5h11v-8.5h-11M13.5 8h-3.25a1.25 1.25 0 0 0 0 2.5h3.25',
  done: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M5 8.25l2.1 2.1L11 6.2',
  note: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M8 7.25v3.75M8 4.75v.5',
  none: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13',
  help: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M6 6.25a2 2 0 1 1 2.9 1.8c-.6.3-.9.6-.9 1.2M8 11.25v.5',
  report: 'M3.5 14.5v-13M3.5 2.5h9l-2.25 3l2.25 3h-9',
  reports: 'M3 1.5h10v13h-10zM5.5 5h5M5.5 8h5M5.5 11h3',
  next: 'M6 3.5L10.5 8L6 12.5',
  back: 'M10 3.5L5.5 8L10 12.5',
  outside: 'M9.5 2.5h4v4M13.5 2.5L7.5 8.5M11.5 9.5v4h-9v-9h4',
  managed: 'M2 14h12M3.5 14v-11.5h6v11.5M9.5 6.5h3v7.5M5.5 5h2M5.5 8h2M5.5 11h2',
  remove: 'M4 4l8 8M12 4l-8 8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  pause: 'M5.5 3v10M10.5 3v10',
  check: 'M7 2a5 5 0 1 1 0 10a5 5 0 0 1 0-10M10.75 10.75L14 14',
  private: 'M1.5 8c3-5 10-5 13 0c-3 5-10 5-13 0M2.5 14L13.5 2',
  settings: 'M2 5h12M2 11h12M5.5 3v4M10.5 9v4',
} as const;

export type IconName = keyof typeof SHAPES;

/** An icon beside words, hidden from screen readers. */
export const Icon = ({ name, large = false }: { name: IconName; large?: boolean }) => (
  <svg class={large ? 'icon icon-large' : `icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={SHAPES[name]} />
  </svg>
);

/** The icon of a tone, so that nothing is conveyed by colour alone. */
export const TONE_ICONS: Record<Tone, IconName> = { plain: 'note', danger: 'stop', caution: 'caution', ok: 'done' };
