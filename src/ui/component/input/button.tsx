import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import './button.css';

type Look = {
  /** `primary` once on a screen; `quiet` for a way that is there but not offered; `row` over the whole width, with an icon at each end. */
  kind?: 'primary' | 'plain' | 'danger' | 'quiet' | 'row';
  children: ComponentChildren;
  /** What a screen reader says where the visible text alone is not enough. */
  label?: string | undefined;
};

type ButtonProps = Look & {
  onPress?: () => void;
  submits?: boolean;
  /** Working on it: takes no further press, but keeps the focus. */
  busy?: boolean;
  /** Takes the focus when it appears. */
  focused?: boolean;
  /** Set where the button shows and hides something. */
  expanded?: boolean | undefined;
  controls?: string | undefined;
};

export function Button({
  kind = 'plain',
  children,
  label,
  onPress,
  submits,
  busy,
  focused,
  expanded,
  controls,
}: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) element.current?.focus();
  }, [focused]);
  return (
    <button
      ref={element}
      class={`button button-${kind}`}
      type={submits ? 'submit' : 'button'}
      aria-label={label}
      aria-disabled={busy || undefined}
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onPress?.();
      }}
    >
      {children}
    </button>
  );
}

type FileButtonProps = {
  label: string;
  /** The types and endings of files that can be chosen. */
  accept: string;
  multiple?: boolean;
  onChoose: (files: readonly File[]) => void;
};

/** A button that has the browser let a person choose files. */
export function FileButton({ label, accept, multiple, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onPress={() => input.current?.click()}>{label}</Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** A button's look on something that leads to another page. Opens a tab of its own and tells that page nothing. */
export const LinkButton = ({ kind = 'plain', children, label, href }: Look & { href: string }) => (
  <a class={`button button-${kind}`} href={href} target="_blank" rel="noopener noreferrer" aria-label={label}>
    {children}
  </a>
);
