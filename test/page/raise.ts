import type * as Parts from './parts.ts';

/** Runs in a page: puts a curtain up, before anything of the page is read where it is called first. `globalThis.curtain` has it. */
export function raise({ Curtain, InputStop, ParserHold }: typeof Parts, level: 'veil' | 'hide'): void {
  const input = new InputStop(document);
  const hold = new ParserHold(document, input);
  // What holds the parser is tried with the extension: here the page is read to its end.
  Object.assign(hold, { take: () => false });
  const curtain = new Curtain(document, hold, input);
  Object.assign(globalThis, { curtain });
  curtain[level]();
}
