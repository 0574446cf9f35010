import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { Button } from '../input/button.tsx';
import './confirmed.css';

type ConfirmedButtonProps = {
  kind?: 'plain' | 'quiet';
  /** The action, on the button and on the dialog's confirming button. */
  label: string;
  title: string;
  /** What it means. */
  children: ComponentChildren;
  /** Takes no press while something else is worked on. */
  busy?: boolean;
  onConfirm: () => void;
};

/** A button for something irreversible: it asks for confirmation first. */
export function ConfirmedButton({
  kind = 'plain',
  label,
  title,
  children,
  busy = false,
  onConfirm,
}: ConfirmedButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind={kind} busy={busy} onPress={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Question
          title={title}
          label={label}
          onConfirm={() => {
            setAsking(false);
            onConfirm();
          }}
          onClose={() => setAsking(false)}
        >
          {children}
        </Question>
      )}
    </>
  );
}

type QuestionProps = Omit<ConfirmedButtonProps, 'kind' | 'busy'> & { onClose: () => void };

/** Escape means no. */
function Question({ title, label, children, onConfirm, onClose }: QuestionProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The browser restores the focus when a dialog is closed, not when it is removed.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog raised"
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={id}>{title}</h2>
      <div class="dialog-text">{children}</div>
      <div class="dialog-actions">
        <Button onPress={onClose}>{i18n.t('action.cancel')}</Button>
        <Button kind="danger" onPress={onConfirm}>
          {label}
        </Button>
      </div>
    </dialog>
  );
}
