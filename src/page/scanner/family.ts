import { FAMILIES_IN_PAGES, type FamilyInPages } from '../../asset/address/family.ts';
import { type Shaped, shapeFinder } from '../../asset/address/shape.ts';

/** One family of addresses as the scanner looks for it: made from its entry in the registry. */
export type AddressFamily = {
  /** Also the tail of the locale key that names it to people (`marks.family.<name>`). */
  readonly name: string;
  readonly sign: string;
  /** Length of the shortest spelling: shorter texts are not read. */
  readonly shortest: number;
  /** Every address in a text, in order. */
  readonly find: (text: string) => readonly Shaped[];
  /** Where an address begins that the end of the text cuts off, or -1. It may go on in the next text node. */
  readonly opening: (text: string) => number;
  /** A spelling with its middle left out; the groups are what is left of head and tail. Must be global. */
  readonly abbreviation: RegExp;
};

/** Every family of the registry that pages are searched for. */
export const FAMILIES: readonly AddressFamily[] = FAMILIES_IN_PAGES.map(soughtFamily);

function soughtFamily(family: FamilyInPages): AddressFamily {
  const { sign, alphabet, length } = family.inPages;
  const longest = length - sign.length - 2;
  const rest = new RegExp(`^${alphabet}*$`, 'i');
  return {
    name: family.name,
    sign,
    shortest: length,
    find: shapeFinder(family),
    opening: (text) => {
      const at = text.toLowerCase().lastIndexOf(sign);
      if (at < 0 || text.length - at >= length) return -1;
      if (at > 0 && /[0-9A-Za-z]/.test(text.charAt(at - 1))) return -1;
      return rest.test(text.slice(at + sign.length)) ? at : -1;
    },
    abbreviation: new RegExp(
      `(${sign}${alphabet}{2,${longest}})\\s?(?:\\u2026|\\u22ef|\\.{2,6}|\\*{2,6}|-{2,6})\\s?(${alphabet}{2,${longest}})(?![0-9a-z])`,
      'gi',
    ),
  };
}
