/** Characters of each thing around an address that are looked at: a heading, a row of a table, a card. */
const MAX_LENGTH = 600;
/** How far up a row or a card is looked for. */
const MAX_LEVELS = 5;

/**
 * What stands around a node, for families of addresses that need a word beside them: the host and the title of the document, the target
 * of a link that the node is in, and the text of the nearest elements that hold not much more than it.
 */
export function surroundingsOf(node: Node): string {
  const parts = [location.hostname, document.title.slice(0, MAX_LENGTH)];
  let text = '';
  let at: Node | null = node;
  for (let level = 0; level < MAX_LEVELS && at !== null; level += 1) {
    if (at instanceof HTMLAnchorElement) parts.push(at.href.slice(0, MAX_LENGTH));
    const whole: string = at.textContent ?? '';
    if (whole.length > MAX_LENGTH) break;
    // The host of a shadow root holds no text of its own.
    if (whole.length > text.length) text = whole;
    at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null);
  }
  return [...parts, text].join(' ');
}
