import type { ComponentChildren } from 'preact';
import type { Tone } from '../words/verdict.ts';
import { Icon, TONE_ICONS } from './icon.tsx';
import './badge.css';
import './tone.css';

/** A state in one or two words, with its sign. */
export const Badge = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class={`badge tone-${tone}`}>
    <Icon name={TONE_ICONS[tone]} />
    {children}
  </span>
);
