const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A name that others chose, ready to stand in a sentence of any direction: one in a script from right to left would draw the number or the
 * bracket behind it to its other side (Unicode Standard Annex 9, section 2.4).
 */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? apart(name) : name);

/** A text that keeps its own direction and that of what stands beside it, whichever that is. */
export const apart = (text: string): string => `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}`;
