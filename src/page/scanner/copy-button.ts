import { candidatesIn } from '../../asset/address/shape.ts';
import { isSwap } from '../../asset/address/swap.ts';
import { type Pressed, worldOf } from '../content-script.ts';
import { attributeOf, closest, parentElementOf } from '../document/node.ts';
import { UNREAD } from '../document/readable.ts';
import { isTextShown } from '../document/shown-text.ts';
import { TextJoin } from './text-join.ts';

/** What a copy button is called in the languages that have most speakers online, and in code. */
const COPIES = /cop(?:y(?!right)|iar|ier)|kopi|clipboard|نسخ|копир|复制|複製|コピー|복사|salin|คัดลอก/i;
/** What a button copies beside an address. */
const OTHER_THINGS = /hash|\btx|transaction|block|signature|\bkey|link|url|memo|\btag|legacy/i;
/** Digits of a transaction, or the first ones of something shortened. */
const OTHER_CODE = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])|0x[0-9a-f]{4,}(?=\u2026|\.{2,})/gi;
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
      const beside = button && addressBeside(button);
      if (!beside) return;
      worldOf().pressed = { ...beside, at: performance.now() };
      pressed(beside.address);
    },
    { capture: true, passive: true, signal },
  );
}

const buttonIn = (path: readonly EventTarget[]): Element | undefined =>
  path
    .slice(0, MAX_BUTTON_LEVELS)
    .filter((target) => target instanceof Element)
    .find((element) => COPIES.test(labelOf(element)) && !OTHER_THINGS.test(labelOf(element)));

function labelOf(element: Element): string {
  const text = (shownTextsOf(element) ?? []).map(({ data }) => data).join(' ');
  const names = NAMES.map((name) => attributeOf(element, name) ?? '').join(' ');
  return text.trim().length > MAX_LABEL_LENGTH ? names : `${names} ${text}`;
}

/** The texts that an element shows, in order; null if they are longer than those of a row. */
function shownTextsOf(element: Element): Text[] | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  let length = 0;
  for (let count = 0; count <= MAX_ROW_TEXTS; count += 1) {
    const next = walker.nextNode() as Text | null;
    if (next === null) return texts;
    const around = parentElementOf(next);
    if (around === null || closest(around, UNREAD) || !isTextShown(next)) continue;
    texts.push(next);
    length += next.data.length;
    if (length > MAX_ROW_LENGTH) return null;
  }
  return null;
}

/**
 * The one address in the texts of the nearest element around a button that has any; null where it has several, or something else
 * that the button may copy. A name is none: what it stands for is not shown.
 */
function addressBeside(button: Element): Omit<Pressed, 'at'> | null {
  let near: Element | null = button;
  for (let level = 0; level < MAX_ROW_LEVELS && near !== null; level += 1, near = parentElementOf(near)) {
    const texts = shownTextsOf(near);
    if (texts === null) return null;
    const row = texts.map(({ data }) => data).join(' ');
    const around = () => `${location.hostname} ${row}`;
    const join = new TextJoin<Text>();
    // The label of the button may follow the address without a blank: each text is read alone, and as part of a joined address.
    const contents = new Set(
      texts
        .flatMap((text) => [
          ...candidatesIn(text.data, around).map(({ content }) => content),
          ...join.follow(text, around).map(({ candidate }) => candidate.content),
        ])
        .filter((content) => !content.includes('.')),
    );
    const [address = ''] = contents;
    const isOther = (row.match(OTHER_CODE) ?? []).some((code) => !address.startsWith(code.toLowerCase()));
    if (contents.size > 1 || isOther) return null;
    if (contents.size === 1) return { address, isSwap: (copied) => !row.includes(copied) && isSwap(address, copied) };
  }
  return null;
}
