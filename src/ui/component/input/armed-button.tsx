import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type Arm, armPresses } from '../../../arming/arming.ts';
import { i18n } from '../../../language/i18n.ts';
import './armed-button.css';

type ArmedButtonProps = {
  children: ComponentChildren;
  /** What is to be read before the press. */
  panel: RefObject<HTMLElement | null>;
  busy: boolean;
  onPress: () => void;
};

/** A button for what must not happen by mistake: it takes a press only after it was in the person's sight for a while, and says so. */
export function ArmedButton({ children, panel, busy, onPress }: ArmedButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const press = useRef(onPress);
  press.current = () => {
    if (!busy) onPress();
  };
  const hint = useId();
  const [state, setState] = useState<Arm>('hidden');
  useEffect(() => {
    if (!panel.current || !button.current) return;
    return armPresses({
      panel: panel.current,
      button: button.current,
      isOwnPage: true,
      onChange: setState,
      onPress: () => press.current(),
    });
  }, []);
  return (
    <div class="armed">
      <button
        ref={button}
        class="button button-danger"
        type="button"
        aria-disabled={busy || state !== 'armed' || undefined}
        aria-describedby={hint}
      >
        {children}
      </button>
      <p id={hint} class={state === 'armed' ? 'visually-hidden' : 'small quiet'} role="status">
        {i18n.t(`warning.proceed.${state}`)}
      </p>
    </div>
  );
}
