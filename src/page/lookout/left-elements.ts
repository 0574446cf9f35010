/** Where a document keeps, for the scanner that is on its way, what the person wrote an address into. Only our own world sees it. */
const KEY = Symbol.for('left elements');

type Kept = { [KEY]?: Element[] };

/** Keeps an element that was left, changed or pasted into for the scanner. */
export function keepLeft(element: Element): void {
  const kept = globalThis as Kept;
  kept[KEY] ??= [];
  kept[KEY].push(element);
}

/** What was kept so far, each once; nothing of it is kept any longer. */
export function takeLeft(): ReadonlySet<Element> {
  const kept = globalThis as Kept;
  const left = new Set(kept[KEY]);
  delete kept[KEY];
  return left;
}
