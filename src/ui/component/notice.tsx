import type { ComponentChildren } from 'preact';
import type { Tone } from '../words/verdict.ts';
import { Icon, TONE_ICONS } from './icon/icon.tsx';
import './notice.css';

type NoticeProps = { tone?: Tone; title: string; children?: ComponentChildren; action?: ComponentChildren };

/** Something that happened, what it means, and what to do. Read out when it appears. */
export const Notice = ({ tone = 'plain', title, children, action }: NoticeProps) => (
  <div class={`notice tone-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
    <span class="notice-icon">
      <Icon name={TONE_ICONS[tone]} />
    </span>
    <div class="notice-text">
      <p class="small strong">{title}</p>
      {children && <div class="small quiet">{children}</div>}
      {action && <div class="notice-action">{action}</div>}
    </div>
  </div>
);

/** Something is under way. Shows itself only after 300 ms, so that what is quick never flashes. */
export const Progress = ({ label }: { label: string }) => (
  <div class="progress" role="status">
    <p class="small quiet">{label}</p>
    <div class="bar progress-bar" aria-hidden="true" />
  </div>
);

/** A state in one or two words, with its icon. */
export const Badge = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class={`badge tone-${tone}`}>
    <Icon name={TONE_ICONS[tone]} />
    {children}
  </span>
);

/** Says beside a control that a person cannot change it, and who decides. */
export const Managed = ({ words }: { words: string }) => (
  <p class="managed small quiet">
    <Icon name="managed" /> {words}
  </p>
);
