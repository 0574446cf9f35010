import { runs } from '../../asset/address/similarity.ts';
import { send } from '../../messaging/send.ts';
import { pageRuntime } from '../content-script.ts';
import { isTextField, readableValue } from '../document/readable.ts';
import { clearField } from '../marks/clear-field.ts';
import { element } from '../marks/layer.ts';
import { type Words, wordsOf } from '../marks/words.ts';
import { Notice } from './notice.ts';

/** A message of the background about two addresses; `first` is null where only its hash is known. */
export type AddressSubject = {
  readonly kind: 'twins' | 'copied' | 'pasted' | 'button' | 'swapped';
  readonly first: string | null;
  readonly second: string;
};

/** The label of each address, by kind of notice. */
const LABELS = {
  twins: ['shown', 'shown'],
  copied: ['copied', 'shown'],
  pasted: ['copied', 'pasted'],
  button: ['shown', 'pasted'],
  swapped: ['shown', 'clipboard'],
} as const;

/** The last notice about an address that was put in place of another. */
let replaced: Notice | null = null;

/**
 * Shows two addresses one above the other, so that the person sees where they differ. Does nothing where the notice about a replaced
 * address is open and this one only says that two look alike: what was pasted looks like what was copied.
 */
export function showAddresses({ kind, first, second }: AddressSubject): void {
  if ((kind === 'twins' || kind === 'copied') && replaced?.isShown) return;
  const words = wordsOf(pageRuntime());
  const [one, other] = LABELS[kind];
  const rows = [
    ...(first === null ? [] : row(words, one, first, second)),
    ...row(words, other, second, first ?? second),
  ];
  const title = words.say(`addresses_${kind}_title`);
  const body = [
    element('p', { textContent: words.say(`addresses_${kind}_text`), dir: 'auto' }),
    element('dl', {}, rows),
  ];
  if (kind === 'twins' || kind === 'copied') {
    new Notice({ words, title, body });
    return;
  }
  const clear = () => fieldsWith(second).forEach(clearField);
  const scam = kind === 'swapped' ? 'address-poisoning' : 'malware';
  const steps = () => void send('stepsOpen', { scam }).catch(() => undefined);
  const actions = [
    ...(fieldsWith(second).length > 0
      ? [{ label: words.say('card_clear'), act: clear, isPrimary: true as const, stays: true as const }]
      : []),
    { label: words.say('addresses_steps'), act: steps },
  ];
  replaced = new Notice({ words, tone: 'danger', title, body, actions });
}

const fieldsWith = (address: string) =>
  [...document.querySelectorAll('input,textarea')]
    .filter(isTextField)
    .filter((field) => readableValue(field, 'person').toLowerCase().includes(address.toLowerCase()));

/** An address with its label; characters that differ from the other one are strong. */
function row({ say }: Words, label: string, address: string, other: string): Node[] {
  const shown = element('dd', { className: 'address', dir: 'ltr', translate: false });
  for (const [part, differs] of runs(address, other))
    shown.append(differs ? element('strong', { textContent: part }) : document.createTextNode(part));
  return [element('dt', { textContent: say(`pair_${label}`) }), shown];
}
