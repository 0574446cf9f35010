import { attributeOf, textOf } from './node.ts';
import { elementsOf, type Tree } from './tree.ts';

/** A text that a style shows before or after an element: a string, or an attribute of the element. */
const CONTENT = /content\s*:\s*(?:"([^"]*)"|'([^']*)'|attr\(\s*([\w-]+))/g;
/** Enough of an address to be one with the text beside it: its sign alone, too. */
const PART = /0x(?:[0-9a-f]{6}|\s*$)|(?=[a-z]*\d)[0-9a-z]{16}/i;
/** Elements read for one selector: a style for all elements draws decorations. */
const MAX_ELEMENTS = 200;

/** The style elements of a tree that show a part of an address, or what may be one in an attribute. */
function* showingStyles(tree: Tree): Generator<HTMLStyleElement> {
  for (const style of elementsOf(tree, 'style'))
    for (const [, double, single, attribute] of textOf(style).matchAll(CONTENT)) {
      const isPart =
        attribute === undefined
          ? PART.test(double ?? single ?? '')
          : [...elementsOf(tree, `[${attribute}]`)].some((one) => PART.test(attributeOf(one, attribute) ?? ''));
      if (!isPart || !(style instanceof HTMLStyleElement)) continue;
      yield style;
      break;
    }
}

/** Whether the style elements of a tree may show an address or a part of one. */
export const mayGenerateAddress = (tree: Tree): boolean => !showingStyles(tree).next().done;

/** The elements for which the style elements of a tree show an address or a part of one. */
export function generatingElements(tree: Tree): Element[] {
  const elements = [...showingStyles(tree)]
    .flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])])
    .flatMap((rule) => {
      if (!(rule instanceof CSSStyleRule) || !/::?(?:before|after)/.test(rule.selectorText)) return [];
      const selector = rule.selectorText
        .replace(/(^|[\s>+~,(])::?(?:before|after)/g, '$1*')
        .replace(/::?(?:before|after)/g, '');
      return [...elementsOf(tree, selector)].slice(0, MAX_ELEMENTS);
    });
  return [...new Set(elements)];
}

/** The text that styles show before or after an element; empty where there is none. */
export function generatedText(element: Element, side: '::before' | '::after'): string {
  const { content, display } = getComputedStyle(element, side);
  if (display === 'none') return '';
  return [...content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)\s*\)/g)]
    .map(([, text, attribute]) => (attribute === undefined ? (text ?? '') : (attributeOf(element, attribute) ?? '')))
    .join('');
}
