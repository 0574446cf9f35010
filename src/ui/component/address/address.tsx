import { useId, useState } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { Button } from '../input/button.tsx';
import './address.css';

/** Longer values are folded to this length and unfold on a press. */
const MAX_FOLDED_LENGTH = 160;

/** A web address, a wallet address or a handle as text: wrapped at any character, never a link, always left to right. */
export function Address({ value }: { value: string }) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const long = value.length > MAX_FOLDED_LENGTH;
  const shown = long && !whole ? value.slice(0, MAX_FOLDED_LENGTH) : value;
  return (
    <span class="address">
      <bdi id={id} dir="ltr" class="code">
        {shown}
        {long && !whole && '…'}
      </bdi>
      {long && (
        <Button kind="quiet" expanded={whole} controls={id} onPress={() => setWhole(!whole)}>
          {i18n.t(whole ? 'action.showLess' : 'action.showAll')}
        </Button>
      )}
    </span>
  );
}
