/** Where a document notes which scripts of ours it has. Only the extension's own world has it, and no name in a page can stand for it. */
const keyOf = (script: string): symbol => Symbol.for(script);

/** Starts a script of ours where its document has not got it yet: one that was open already may be given it twice. */
export function once(script: string, start: () => unknown): unknown {
  if (Object.hasOwn(globalThis, keyOf(script))) return undefined;
  Object.defineProperty(globalThis, keyOf(script), { value: true });
  return start();
}
