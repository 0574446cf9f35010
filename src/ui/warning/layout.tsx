import type { ComponentChildren } from 'preact';
import { Mark } from '../brand/mark.tsx';
import type { Tone } from '../words/verdict.ts';
import '../component/tone.css';

type LayoutProps = {
  tone?: Tone;
  sign?: ComponentChildren;
  title: ComponentChildren;
  /** Set while it is not known yet what there is to say: what stands below the mark appears late then, and never flashes. */
  patient?: boolean;
  children: ComponentChildren;
};

/** The form of every state of the warning: a band with whose it is and what happened, and below it the rest. */
export const Layout = ({ tone = 'plain', sign, title, patient = false, children }: LayoutProps) => (
  <main class={`warning tone-${tone}${patient ? ' warning-patient' : ''}`}>
    <div class="warning-band">
      <Mark onBand={tone !== 'plain'} />
      {sign && <span class="warning-sign">{sign}</span>}
      <h1 class="warning-heading">{title}</h1>
    </div>
    <div class="warning-body">{children}</div>
  </main>
);
