import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useEscape } from './escape.ts';

type PanelProps = { onClose: () => void; children: ComponentChildren };

/** Something that was opened in place. Escape closes it, and the focus goes back to what opened it. */
export function Panel({ onClose, children }: PanelProps) {
  const element = useRef<HTMLDivElement>(null);
  const opener = useRef(document.activeElement);
  useEscape(() => void onClose());
  // Before the next key: an effect that runs after painting may come later than the Escape that closes it.
  useLayoutEffect(
    () => () => {
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      if (!isLost && !element.current?.contains(activeElement)) return;
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    },
    [],
  );
  return <div ref={element}>{children}</div>;
}
