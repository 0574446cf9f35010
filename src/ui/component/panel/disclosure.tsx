import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../icon.tsx';
import { Button } from '../input/button.tsx';
import { Panel } from './panel.tsx';
import './disclosure.css';

type DisclosureProps = { label: string; open: boolean; onToggle: (open: boolean) => void; children: ComponentChildren };

/** A line that opens what stands behind it, in place. Escape closes it. */
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
