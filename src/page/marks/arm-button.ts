import { armPresses } from '../../arming/arming.ts';

/**
 * Arms a button of a card or notice like the one that opens a listed site, so that no page can lead a click onto it.
 * @param panel what is to be read before the press
 */
export function armButton(panel: HTMLElement, button: HTMLElement, onPress: () => void, signal: AbortSignal): void {
  const onChange = (state: string) => {
    button.ariaDisabled = state === 'armed' ? null : 'true';
  };
  const stop = armPresses({ panel, button, onChange, onPress });
  signal.addEventListener('abort', stop);
}
