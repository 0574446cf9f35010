/** What the watch tells the background. Any other text than what looks like an address is an empty one. */
export type ClipboardEvents = {
  /** The person copied; `clipboard` is what the page put there, where it did. */
  readonly copied: (selected: string, clipboard: string) => void;
  readonly pasted: (text: string) => void;
};

/** One word of the length of an address, with its chain at most. Whether it is one is for the background to say. */
const WORD = /^[\w:.-]{20,160}$/;
const FIELDS = /^(?:text|search|url|)$/;

/**
 * Watches what a person copies and pastes, by the events that only their own act makes and that carry the text themselves: the clipboard is never
 * asked for, and no text leaves the document but one word that may be an address. Passwords are not looked at.
 */
export function watchClipboard(view: Window, { copied, pasted }: ClipboardEvents, signal: AbortSignal): void {
  let selected = '';
  const begin = (event: ClipboardEvent): void => {
    if (!event.isTrusted) return;
    selected = wordIn(selectionOf(view.document));
    // Told after the page has handled the event; where the page stops the event, only the selected text is known.
    const timer = view.setTimeout(() => copied(selected, ''));
    const end = (later: ClipboardEvent): void => {
      if (later !== event) return;
      view.clearTimeout(timer);
      copied(selected, wordIn(later.clipboardData?.getData('text/plain')));
    };
    view.addEventListener(event.type as 'copy', end, { once: true, signal });
  };
  const capture = { capture: true, passive: true, signal };
  for (const type of ['copy', 'cut'] as const) view.addEventListener(type, begin, capture);
  view.addEventListener(
    'paste',
    (event) => {
      const [target] = event.composedPath();
      if (!event.isTrusted || (target instanceof HTMLInputElement && target.type === 'password')) return;
      const text = wordIn(event.clipboardData?.getData('text/plain'));
      if (text !== '') pasted(text);
    },
    capture,
  );
}

const wordIn = (text = ''): string => {
  const word = text.trim();
  return WORD.test(word) ? word : '';
};

/** What is selected in the field that has the focus, else on the page. */
function selectionOf(document: Document): string {
  const active = document.activeElement;
  if (active instanceof HTMLTextAreaElement || (active instanceof HTMLInputElement && FIELDS.test(active.type)))
    return active.value.slice(active.selectionStart ?? 0, active.selectionEnd ?? 0);
  return document.getSelection()?.toString() ?? '';
}
