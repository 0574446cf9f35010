import { mayHoldAddress } from '../../asset/address/sign.ts';
import { ADDRESS_ATTRIBUTES, ADDRESS_ELEMENTS, attributeText, isTextField, readableValue } from '../readable.ts';
import { elementsOf, shownPartOf, type Tree, textOf } from '../tree.ts';

/** Elements that one step asks about their attributes. */
const ELEMENTS_PER_STEP = 256;
/** Long texts are tested in windows, so that no step takes long; windows overlap by more than any address. */
const WINDOW_LENGTH = 65_536;
const WINDOW_OVERLAP = 256;

const READ_ATTRIBUTES = ['href', ...ADDRESS_ATTRIBUTES] as const;

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
  for (const element of elementsOf(tree, ADDRESS_ELEMENTS)) {
    count += 1;
    if (count % ELEMENTS_PER_STEP === 0) yield;
    if (isTextField(element) && mayHoldAddress(readableValue(element, 'page'))) return true;
    for (const name of READ_ATTRIBUTES) {
      const text = attributeText(element, name);
      if (text !== '' && mayHoldAddress(text)) return true;
    }
  }
  return false;
}
