import type { IdleTime } from '../frame-time.ts';
import { takeLeft } from '../lookout/left-elements.ts';
import { isTextField } from '../text-field.ts';
import { WATCHED_ATTRIBUTES } from './candidate.ts';
import { fieldCandidates } from './field.ts';
import { ReadingQueue } from './question/queue.ts';
import type { Sighting } from './sighting.ts';
import { readElement, type WalkContext, walk } from './walk.ts';

type ScannerOptions = {
  readonly sight: (sighting: Sighting) => void;
  /** Something on the page changed: positions and spellings may no longer be what they were. */
  readonly changed: () => void;
  /** All that was queued has been read. */
  readonly drained: () => void;
  /** The document shows another address of the same application. */
  readonly viewChanged: () => void;
  readonly shadowOf: (element: Element) => ShadowRoot | null;
  readonly isOurs: (node: Node) => boolean;
  readonly time: IdleTime;
  readonly signal: AbortSignal;
};

const WATCH: MutationObserverInit = { childList: true, subtree: true, characterData: true };
/** A text that may be one styled part of an address. */
const FRAGMENT = /^\s*(0[xX])?[0-9A-Za-z]+\s*$/;
/** Elements with more children than this are not read again for the sake of one changed text. */
const FEW = 16;

/** Finds addresses in a document: reads it once, then whatever changes, always from an idle queue. */
export class Scanner {
  readonly #options: ScannerOptions;
  readonly #queue: ReadingQueue<Node>;
  readonly #observer: MutationObserver;
  /** Waiting elements of which only the attributes changed. */
  readonly #attributesOnly = new WeakSet<Node>();
  /** Waiting editable elements that are read although the person is inside them, because something was pasted. */
  readonly #pasted = new WeakSet<Node>();
  #watchesAttributes = false;
  #address = location.href;

  constructor(options: ScannerOptions) {
    this.#options = options;
    const { time, drained, signal } = options;
    this.#queue = new ReadingQueue<Node>({
      idle: time,
      read: (node) => this.#read(node),
      everything: () => document,
      visible: () => !document.hidden,
      drained,
    });
    this.#observer = new MutationObserver((records) => this.#note(records));
    this.#watch(document);
    const listen = { signal, capture: true, passive: true };
    for (const type of ['change', 'focusout', 'paste']) {
      document.addEventListener(
        type,
        (event) => {
          const [target] = event.composedPath();
          // What is pasted is in the field only after the event.
          if (target instanceof Element) time.after(() => this.#left(target), 0);
        },
        listen,
      );
    }
    document.addEventListener('visibilitychange', () => this.#queue.wake(), listen);
    signal.addEventListener('abort', () => {
      this.#observer.disconnect();
      this.#queue.end();
    });
    this.readAll();
    for (const element of takeLeft()) time.after(() => this.#left(element), 0);
  }

  /** Reads the whole document again. */
  readAll(): void {
    this.#queue.add(document);
  }

  /** From now on a changed link or label is read too: worth its cost only where a page is known to hold addresses. */
  watchAttributes(): void {
    if (this.#watchesAttributes) return;
    this.#watchesAttributes = true;
    this.#watch(document);
  }

  /** A root that is watched already is watched on, now also for attributes where these matter. */
  #watch(root: Node): void {
    this.#observer.observe(
      root,
      this.#watchesAttributes ? { ...WATCH, attributeFilter: [...WATCHED_ATTRIBUTES] } : WATCH,
    );
  }

  /** Only collects; everything else waits for an idle moment. */
  #note(records: readonly MutationRecord[]): void {
    const { isOurs, changed } = this.#options;
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') {
        if (isOurs(target)) continue;
        this.#attributesOnly.add(target);
        this.#queue.add(target);
      } else if (type === 'characterData') {
        this.#queue.add(target);
      } else {
        for (const node of addedNodes) {
          if (isOurs(node)) continue;
          this.#attributesOnly.delete(node);
          this.#queue.add(node);
        }
      }
    }
    changed();
  }

  #read(node: Node): Iterator<void> {
    if (location.href !== this.#address) {
      this.#address = location.href;
      this.#options.viewChanged();
      this.readAll();
    }
    const context: WalkContext = {
      sight: this.#options.sight,
      shadowOf: this.#options.shadowOf,
      enter: (root) => this.#watch(root),
    };
    if (this.#attributesOnly.delete(node)) {
      readElement(node as Element, context);
      return [].values();
    }
    if (!this.#pasted.delete(node) && isBeingEdited(node)) return [].values();
    return walk(node.nodeType === Node.TEXT_NODE ? wholeOf(node as Text) : node, context);
  }

  /** A field was left, changed or pasted into. */
  #left(target: Element): void {
    if (this.#options.signal.aborted) return;
    if (isTextField(target)) {
      for (const candidate of fieldCandidates(target, 'person')) {
        this.#options.sight({ candidate, place: { kind: 'field', element: target } });
      }
      this.#options.changed();
      this.#options.drained();
    } else if (target instanceof HTMLElement && target.isContentEditable) {
      this.#pasted.add(target);
      this.#queue.add(target);
    }
  }
}

/** True inside an editable element that has the focus: it is read when the person leaves it, not while they type. */
function isBeingEdited(node: Node): boolean {
  const active = document.activeElement;
  if (active === null || active === document.body || !active.contains(node)) return false;
  return active instanceof HTMLElement && active.isContentEditable;
}

/** A changed text, or the small element around it where the text may be one part of a styled address. */
function wholeOf(text: Text): Node {
  if (!FRAGMENT.test(text.data.slice(0, 64))) return text;
  let whole: Node = text;
  for (let level = 0; level < 2; level += 1) {
    const parent: Node | null = whole.parentNode;
    if (parent === null || parent.nodeType !== Node.ELEMENT_NODE || parent.childNodes.length > FEW) break;
    whole = parent;
  }
  return whole;
}
