import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './card.css';

/** One subject on a page that holds several. */
export function Card({ title, children }: { title?: string; children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={title && id}>
      {title && (
        <h2 id={id} class="card-title">
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}
