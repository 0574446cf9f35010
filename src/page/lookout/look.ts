import { ADDRESS_ATTRIBUTES } from '../address-attributes.ts';
import { isTextField, readableValue } from '../text-field.ts';
import { mayHoldAddress } from './sign.ts';

/** Elements that one step asks about their attributes, or about a shadow root. */
const ELEMENTS_PER_STEP = 256;
/** Long texts are tested in windows, so that no step takes long; windows overlap by more than any address. */
const WINDOW = 65_536;
const OVERLAP = 256;
/** Attribute values longer than this are data, not an address a person would copy. */
const MAX_VALUE_LENGTH = 4_096;

const READ_ATTRIBUTES = ['href', ...ADDRESS_ATTRIBUTES] as const;
const BEARERS = ['a[href]', 'area[href]', 'input', ...ADDRESS_ATTRIBUTES.map((name) => `[${name}]`)].join();

// Of the prototypes: an element of the page can stand in front of what a document or a form says of itself.
const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')!.get as (this: Node) => string | null;
const { querySelectorAll } = Document.prototype;

/**
 * Looks whether a document may show an address: in texts as they follow each other, whatever elements they are split over, in links,
 * labels and fields. The browser puts the texts together, which is several times faster than a walk over them.
 *
 * @param roots the shadow roots that are known in it
 * @returns step by step, at last whether something looks like one
 */
export function* look(roots: ReadonlySet<ShadowRoot>): Generator<void, boolean> {
  for (const root of [document, ...roots]) {
    yield;
    if (yield* lookAtText(root)) return true;
    yield;
    if (yield* lookAtElements(root)) return true;
  }
  return false;
}

function* lookAtText(root: Document | ShadowRoot): Generator<void, boolean> {
  const shown = root instanceof Document ? (select(root, 'body')[0] ?? select(root, ':root')[0]) : root;
  const text = (shown && textOf.call(shown)) ?? '';
  for (let from = 0; from < text.length; from += WINDOW) {
    if (from > 0) yield;
    if (mayHoldAddress(text.slice(Math.max(0, from - OVERLAP), from + WINDOW))) return true;
  }
  return false;
}

function* lookAtElements(root: Document | ShadowRoot): Generator<void, boolean> {
  let count = 0;
  for (const element of select(root, BEARERS)) {
    count += 1;
    if (count % ELEMENTS_PER_STEP === 0) yield;
    if (isTextField(element) && mayHoldAddress(readableValue(element, 'page'))) return true;
    for (const name of READ_ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value !== null && value.length <= MAX_VALUE_LENGTH && mayHoldAddress(unescaped(value))) return true;
    }
  }
  return false;
}

/** A value with its percent escapes undone, so far as they are whole. */
function unescaped(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Finds shadow roots, also roots in roots, and adds them to those that are known; what is no longer on the page is dropped.
 * @param shadowOf the root of an element, if it has one that may be read
 */
export function* findShadowRoots(
  known: Set<ShadowRoot>,
  shadowOf: (element: Element) => ShadowRoot | null,
): Generator<void> {
  for (const root of known) if (!root.isConnected) known.delete(root);
  let count = 0;
  const open: (Document | ShadowRoot)[] = [document];
  for (const root of open) {
    for (const element of select(root, '*')) {
      count += 1;
      if (count % ELEMENTS_PER_STEP === 0) yield;
      const shadow = shadowOf(element);
      if (shadow === null) continue;
      known.add(shadow);
      open.push(shadow);
    }
  }
}

const select = (root: Document | ShadowRoot, selector: string): NodeListOf<Element> =>
  root instanceof Document ? querySelectorAll.call(root, selector) : root.querySelectorAll(selector);
