import { armPresses } from '../../arming/arming.ts';

/**
 * Arms a button of a card or notice like the one that opens a listed site, so that no page can lead a click onto it.
 * @param panel what is to be read before the press
 * @param isDecision whether the press decides about safety
 */
export function armButton(
  panel: HTMLElement,
  button: HTMLElement,
  onPress: () => void,
  signal: AbortSignal,
  isDecision = false,
): void {
  const onChange = (state: string) => {
    button.ariaDisabled = state === 'armed' ? null : 'true';
  };
  signal.addEventListener('abort', armPresses({ panel, button, isDecision, onChange, onPress }));
}
