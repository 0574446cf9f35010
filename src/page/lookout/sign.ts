import { hasSign } from '../../asset/address/token.ts';

/** A run of letters and digits that is longer than any address: words of neighbouring elements that touch. */
const LONG_RUN = /[\w+/-]{129,}/g;
/** Such a run is tested in pieces that overlap by more than most addresses have characters. */
const PIECE = 128;
const STEP = 16;
/** What only its own boundaries would tell: names, accounts of a workchain, and those of XRP that nobody holds the key of. */
const TOUCHED = /[0-9A-Za-z$_\u00a1-\uffff-]\.(?:eth|near(?!by))|:[0-9A-Fa-f]{64}|r{10}/;

/** Whether the text of several elements, put together without a boundary between them, may hold an address of any family. Linear time. */
export function mayHoldAddress(text: string): boolean {
  if (TOUCHED.test(text) || hasSign(text)) return true;
  for (const { 0: run } of text.matchAll(LONG_RUN))
    for (let from = 0; from < run.length; from += STEP) if (hasSign(run.slice(from, from + PIECE))) return true;
  return false;
}
