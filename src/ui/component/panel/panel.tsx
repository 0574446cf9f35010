import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useEscape } from './escape.ts';

type PanelProps = { onClose: () => void; children: ComponentChildren };

/** Something that was opened in place. Escape closes it, and the focus goes back to what opened it. */
export function Panel({ onClose, children }: PanelProps) {
  const element = useRef<HTMLDivElement>(null);
  const opener = useRef(document.activeElement);
  useEscape(() => void onClose());
  useEffect(
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
