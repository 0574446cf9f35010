import type { ComponentChildren } from 'preact';
import './row.css';

/** Rows under one another; each is one thing with what can be done about it at its end. */
export const Rows = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <ul class="rows" aria-label={label}>
    {children}
  </ul>
);

export const Row = ({ children, action }: { children: ComponentChildren; action?: ComponentChildren }) => (
  <li class="row">
    <div class="row-text">{children}</div>
    {action && <div class="row-action">{action}</div>}
  </li>
);

/** Names with their values, for details that a support call asks for. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name} class="fact">
        <dt class="quiet">{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
