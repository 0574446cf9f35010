import { worldOf } from '../content-script.ts';

/** What the watch reports to the background. Text that does not look like an address is reported as an empty string. */
export type ClipboardEvents = {
  /** The page shows what was copied as `selected`; `clipboard` is what it wrote instead, if anything. */
  readonly copied: (selected: string, clipboard: string, byButton: boolean) => void;
  readonly pasted: (text: string) => void;
};

/** One word as long as an address, with its chain at most. The background decides whether it is one. */
const WORD = /^[\w:.-]{20,160}$/;
/** Milliseconds in which a press makes its page copy. */
const PRESS_LIFETIME_MS = 1_000;
const FIELDS = /^(?:text|search|url|)$/;

/**
 * Watches what a person copies and pastes, through events that only the person can cause and that carry the text. It
 * never reads the clipboard. The only text that leaves the document is a single word that may be an address. Password
 * fields are ignored.
 */
export function watchClipboard(view: Window, { copied, pasted }: ClipboardEvents, signal: AbortSignal): void {
  const begin = (event: ClipboardEvent): void => {
    if (!event.isTrusted) return;
    const selection = wordIn(selectionOf(view.document));
    // A script that copies selects what it copies, which is hidden.
    const pressed = takePressed();
    const selected = pressed?.address ?? selection;
    // Reported after the page has handled the event. If the page stops the event, only the selected text is known. A page
    // that swaps the clipboard could end a timer, which has a number, but not this signal.
    const byButton = pressed !== null;
    const handled = AbortSignal.timeout(0);
    const withoutClipboard = () => copied(selected, '', byButton);
    handled.addEventListener('abort', withoutClipboard);
    const end = (later: ClipboardEvent): void => {
      if (later !== event) return;
      handled.removeEventListener('abort', withoutClipboard);
      const clipboard = wordIn(later.clipboardData?.getData('text/plain')) || (pressed ? selection : '');
      const isSame = pressed !== null && clipboard !== '' && !pressed.isSwap(clipboard);
      copied(isSame ? '' : selected, clipboard, byButton);
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

/** Chain, amount and further parts of a request for a payment (ERC-681, BIP-21), behind the payee. */
const OF_REQUEST = /(?:@\w{1,18})?\?\S*$/;

const wordIn = (text = ''): string => {
  const word = text.trim().replace(OF_REQUEST, '');
  return WORD.test(word) ? word : '';
};

/** What a page shows beside a copy button that was just pressed, once; null where there is none. */
function takePressed() {
  const world = worldOf();
  const { pressed } = world;
  world.pressed = undefined;
  return pressed && performance.now() - pressed.at < PRESS_LIFETIME_MS ? pressed : null;
}

function selectionOf(document: Document): string {
  const active = document.activeElement;
  if (active instanceof HTMLTextAreaElement || (active instanceof HTMLInputElement && FIELDS.test(active.type)))
    return active.value.slice(active.selectionStart ?? 0, active.selectionEnd ?? 0);
  return document.getSelection()?.toString() ?? '';
}
