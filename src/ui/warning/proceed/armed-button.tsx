import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { type Arm, Arming, observeVisibility } from './arming.ts';
import '../../component/notice.css';
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
  const place = useRef<HTMLDivElement>(null);
  const arming = useMemo(() => new Arming(), []);
  const hint = useId();
  useEffect(() => {
    if (!panel.current || !place.current) return;
    const end = observeVisibility(panel.current, place.current, (visibility) => arming.update(visibility));
    return () => {
      end();
      arming.stop();
    };
  }, [arming]);
  const state = arming.state.value;
  return (
    <div class="armed">
      <div ref={place} class="armed-place">
        <button
          class="button button-danger"
          type="button"
          aria-disabled={busy || state !== 'armed' || undefined}
          aria-describedby={hint}
          onPointerDown={() => arming.begin()}
          onKeyDown={(event) => {
            // A key that is held down presses again and again.
            if (event.repeat) event.preventDefault();
            else arming.begin();
          }}
          onClick={() => {
            if (arming.press() && !busy) onPress();
          }}
        >
          {children}
        </button>
      </div>
      <div class={`bar armed-bar armed-bar-${state}`} aria-hidden="true" />
      <p id={hint} class="small quiet armed-hint" role="status">
        {hintOf(state)}
      </p>
    </div>
  );
}

function hintOf(state: Arm): string {
  if (state === 'arming') return i18n.t('warning.proceed.arming');
  if (state === 'unfocused') return i18n.t('warning.proceed.unfocused');
  if (state === 'small') return i18n.t('warning.proceed.small');
  if (state === 'hidden') return i18n.t('warning.proceed.hidden');
  return i18n.t('warning.proceed.armed');
}
