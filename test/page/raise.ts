import type * as Parts from './parts.ts';

/**
 * Runs in a page: raises a curtain, before the page is parsed if it is called first. Stores it in `globalThis.curtain`.
 */
export function raise({ Curtain, InputStop, ParserHold }: typeof Parts, level: 'veil' | 'hide'): void {
  const input = new InputStop(document);
  const hold = new ParserHold(document, input);
  // The extension tests cover the parser hold: here the page is parsed to its end.
  Object.assign(hold, { take: () => false });
  const curtain = new Curtain(document, hold, input);
  Object.assign(globalThis, { curtain });
  curtain[level]();
}
