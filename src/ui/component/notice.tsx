import type { ComponentChildren } from 'preact';
import type { Tone } from '../words/verdict.ts';
import { Icon, TONE_ICONS } from './icon.tsx';
import './notice.css';
import './tone.css';

type NoticeProps = { tone?: Tone; title: string; children?: ComponentChildren; action?: ComponentChildren };

/** Something that happened, what it means, and what to do. Read out when it appears. */
export const Notice = ({ tone = 'plain', title, children, action }: NoticeProps) => (
  <div class={`notice tone-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
    <span class="notice-icon">
      <Icon name={TONE_ICONS[tone]} />
    </span>
    <div class="notice-text">
      <p class="notice-title">{title}</p>
      {children && <div class="small quiet">{children}</div>}
      {action && <div class="notice-action">{action}</div>}
    </div>
  </div>
);
