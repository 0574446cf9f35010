import { mayHoldAddress } from '../../asset/address/sign.ts';
import { mayGenerateAddress } from '../document/generated.ts';
import { textOf } from '../document/node.ts';
import { FIELDS, readableValue, type TextField, WINDOW_LENGTH, WINDOW_OVERLAP } from '../document/readable.ts';
import { addressHolders, elementsOf, shownPartOf, type Tree } from '../document/tree.ts';

/** Fields that are read in one step. */
const FIELDS_PER_STEP = 256;

/**
 * Checks whether a document or shadow root may show an address: in consecutive texts, even if split over elements, in
 * what styles show, and in links, labels and fields. The browser concatenates the texts, which is several times faster than a walk over them.
 *
 * @returns step by step; finally whether something looks like an address
 */
export function* look(tree: Tree): Generator<void, boolean> {
  yield;
  if ((yield* lookAtText(tree)) || mayGenerateAddress(tree)) return true;
  yield;
  return yield* lookAtElements(tree);
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
    if (count % FIELDS_PER_STEP === 0) yield;
    if (mayHoldAddress(readableValue(field as TextField, 'page'))) return true;
  }
  for (const element of addressHolders(tree))
    if (element) return true;
    else yield;
  return false;
}
