import type { ComponentChildren } from 'preact';
import './form.css';

/** Fields under one another and what is done with them. Problems are told by the fields, never by the browser's own bubbles. */
export const Form = ({ onSubmit, children }: { onSubmit: () => void; children: ComponentChildren }) => (
  <form
    class="stack"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);

/** Things under one another with even room between them. */
export const Stack = ({ children }: { children: ComponentChildren }) => <div class="stack">{children}</div>;

/** Buttons beside one another, the likeliest first. */
export const Actions = ({ children }: { children: ComponentChildren }) => <div class="actions">{children}</div>;
