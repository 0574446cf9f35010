import type { ComponentChildren } from 'preact';
import './form.css';

/** A form. Its fields show problems themselves, instead of the browser's validation bubbles; one that is too long keeps it from being sent. */
export const Form = ({ onSubmit, children }: { onSubmit: () => void; children: ComponentChildren }) => (
  <form
    class="stack"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      const long = event.currentTarget.querySelector<HTMLElement>('[data-long]');
      if (!long) return onSubmit();
      const details = long.closest('details');
      if (details) details.open = true;
      long.focus();
    }}
  >
    {children}
  </form>
);

/** A column with even gaps. */
export const Stack = ({ children }: { children: ComponentChildren }) => <div class="stack">{children}</div>;

/** A row of buttons, the likeliest first. */
export const Actions = ({ children }: { children: ComponentChildren }) => <div class="actions">{children}</div>;
