import { hasSign } from '../../asset/address/token.ts';

/** A run of letters and digits that is longer than any address: words of neighbouring elements that touch. */
const LONG_RUN = /[\w+/-]{129,}/g;
/** Such a run is tested in pieces that overlap by more than most addresses have characters. */
const PIECE = 128;
const STEP = 16;
/** A name whose neighbour touches it. */
const NAME = /[0-9a-z-]\.(?:eth|near(?!by))/;

/** Whether the text of several elements, put together without a boundary between them, may hold an address of any family. Linear time. */
export function mayHoldAddress(text: string): boolean {
  if (NAME.test(text) || hasSign(text)) return true;
  for (const { 0: run } of text.matchAll(LONG_RUN))
    for (let from = 0; from < run.length; from += STEP) if (hasSign(run.slice(from, from + PIECE))) return true;
  return false;
}
