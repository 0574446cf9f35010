import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../icon/icon.tsx';
import { Button } from '../input/button.tsx';
import { useEscape } from './escape.ts';
import './panel.css';

type PanelProps = { onClose: () => void; children: ComponentChildren };

/** Content opened in place. Escape closes it and returns the focus to what opened it. */
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

type DisclosureProps = { label: string; open: boolean; onToggle: (open: boolean) => void; children: ComponentChildren };

/** A button that shows and hides content in place. Escape closes it. */
export function Disclosure({ label, open, onToggle, children }: DisclosureProps) {
  const id = useId();
  return (
    <div class="disclosure">
      <Button kind="quiet" expanded={open} controls={id} onPress={() => onToggle(!open)}>
        {label}
        <Icon name="next" />
      </Button>
      {open && (
        <div id={id} class="disclosure-body">
          <Panel onClose={() => onToggle(false)}>{children}</Panel>
        </div>
      )}
    </div>
  );
}
