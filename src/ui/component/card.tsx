import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './card.css';

/** One subject on a page that holds several. */
export function Card({ title, children }: { title?: string; children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="card raised" aria-labelledby={title && id}>
      {title && (
        <h2 id={id} class="card-title">
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}

/** There is nothing to show, and why. */
export const Empty = ({ title, hint }: { title: string; hint: string }) => (
  <div class="empty">
    <p class="strong">{title}</p>
    <p class="small quiet">{hint}</p>
  </div>
);

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

/** A name with its value; false where there is none to show. */
export type Fact = readonly [string, ComponentChildren] | false;

/** Names with their values, for details that a support call asks for. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact[0]} class="fact">
            <dt class="quiet">{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
);
