import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { Button } from '../input/button.tsx';
import './dialog.css';

type DialogProps = {
  title: string;
  children: ComponentChildren;
  /** What the person is asked to agree to, and its name. */
  action: string;
  onAgree: () => void;
  onClose: () => void;
};

/** A question before something that cannot be taken back. Escape means no. */
export function Dialog({ title, children, action, onAgree, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The browser gives the focus back where it closes a dialog, and not where one is taken away.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={id}>{title}</h2>
      <div class="dialog-text">{children}</div>
      <div class="dialog-actions">
        <Button onPress={onClose}>{i18n.t('action.cancel')}</Button>
        <Button kind="danger" onPress={onAgree}>
          {action}
        </Button>
      </div>
    </dialog>
  );
}
