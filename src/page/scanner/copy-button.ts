import { attributeOf, parentElementOf } from '../document/node.ts';
import { keepPressed } from '../pressed-copy.ts';
import { candidatesIn } from './candidate.ts';

/** What a copy button is called in the languages that have most speakers online, and in code. */
const COPIES = /cop(?:y(?!right)|iar|ier)|kopi|clipboard|نسخ|копир|复制|複製|コピー|복사|salin|คัดลอก/i;
const NAMES = ['class', 'id', 'title', 'aria-label', 'data-original-title', 'data-testid'] as const;
/** Longer texts are no label of a button. */
const MAX_LABEL_LENGTH = 40;
/** Elements from the pressed one upwards that may be the button, and from the button upwards that may be its row. */
const MAX_BUTTON_LEVELS = 4;
const MAX_ROW_LEVELS = 4;
const MAX_ROW_LENGTH = 400;
/** Text nodes of a row: an element with more is a page, which a press must not read whole. */
const MAX_ROW_TEXTS = 100;

/**
 * Calls back with the address that the page shows beside a copy button, when the person presses the button. What the
 * page really copies is known only once it is pasted, or if the page fires a `copy` event.
 */
export function watchCopyButtons(pressed: (address: string) => void, signal: AbortSignal): void {
  document.addEventListener(
    'click',
    (event) => {
      if (!event.isTrusted) return;
      const button = buttonIn(event.composedPath());
      const address = button && addressBeside(button);
      if (!address) return;
      keepPressed(address);
      pressed(address);
    },
    { capture: true, passive: true, signal },
  );
}

const buttonIn = (path: readonly EventTarget[]): Element | undefined =>
  path
    .slice(0, MAX_BUTTON_LEVELS)
    .filter((target) => target instanceof Element)
    .find((element) => COPIES.test(labelOf(element)));

function labelOf(element: Element): string {
  const text = shortTextOf(element)?.trim() ?? null;
  const names = NAMES.map((name) => attributeOf(element, name) ?? '').join(' ');
  return text === null || text.length > MAX_LABEL_LENGTH ? names : `${names} ${text}`;
}

/** The text of an element; null if it is longer than that of a row. */
function shortTextOf(element: Element): string | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let texts = 0; texts <= MAX_ROW_TEXTS; texts += 1) {
    const next = walker.nextNode() as Text | null;
    if (next === null) return text;
    text += next.data;
    if (text.length > MAX_ROW_LENGTH) return null;
  }
  return null;
}

/** The one address in the text of the nearest element around a button that has any; null where it has several. */
function addressBeside(button: Element): string | null {
  let near: Element | null = button;
  for (let level = 0; level < MAX_ROW_LEVELS && near !== null; level += 1, near = parentElementOf(near)) {
    const text = shortTextOf(near);
    if (text === null) return null;
    const contents = new Set(candidatesIn(text, () => `${location.hostname} ${text}`).map(({ content }) => content));
    if (contents.size > 0) return contents.size === 1 ? [...contents][0]! : null;
  }
  return null;
}
