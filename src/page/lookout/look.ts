import { mayHoldAddress } from '../../asset/address/sign.ts';
import { attributeOf, textOf } from '../node.ts';
import { FIELDS, READ_ATTRIBUTES, readableText, readableValue, type TextField } from '../readable.ts';
import { elementsOf, shownPartOf, type Tree } from '../tree.ts';

/** Elements that one step asks about their attributes. */
const ELEMENTS_PER_STEP = 256;
/** Long texts are tested in windows, so that no step takes long; windows overlap by more than any address. */
const WINDOW_LENGTH = 65_536;
const WINDOW_OVERLAP = 256;

/**
 * Looks whether a document may show an address: in texts as they follow each other, whatever elements they are split over, in links,
 * labels and fields. The browser puts the texts together, which is several times faster than a walk over them.
 *
 * @param roots the shadow roots that are known in it
 * @returns step by step, at last whether something looks like one
 */
export function* look(roots: ReadonlySet<ShadowRoot>): Generator<void, boolean> {
  for (const tree of [document, ...roots]) {
    yield;
    if (yield* lookAtText(tree)) return true;
    yield;
    if (yield* lookAtElements(tree)) return true;
  }
  return false;
}

function* lookAtText(tree: Tree): Generator<void, boolean> {
  const shown = shownPartOf(tree);
  const text = shown === undefined ? '' : textOf(shown);
  for (let from = 0; from < text.length; from += WINDOW_LENGTH) {
    if (from > 0) yield;
    if (mayHoldAddress(text.slice(Math.max(0, from - WINDOW_OVERLAP), from + WINDOW_LENGTH))) return true;
  }
  return false;
}

function* lookAtElements(tree: Tree): Generator<void, boolean> {
  let count = 0;
  for (const field of elementsOf(tree, FIELDS)) {
    count += 1;
    if (count % ELEMENTS_PER_STEP === 0) yield;
    if (mayHoldAddress(readableValue(field as TextField, 'page'))) return true;
  }
  for (const [name, selector] of READ_ATTRIBUTES) {
    yield;
    for (const element of elementsOf(tree, selector)) {
      count += 1;
      if (count % ELEMENTS_PER_STEP === 0) yield;
      if (mayHoldAddress(readableText(attributeOf(element, name)))) return true;
    }
  }
  return false;
}
