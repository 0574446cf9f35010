import { findEvmAddresses } from '../../asset/address/evm.ts';
import type { AssetType } from '../../asset/type.ts';

/** An address in a text: its canonical content and where its spelling stands (UTF-16 units). */
export type Found = { readonly content: string; readonly index: number; readonly length: number };

/** One kind of address the scanner knows. A new family is a new value in `FAMILIES`; nothing else changes. */
export type AddressFamily = {
  /** Also the tail of the locale key that names it to people (`marks.family.<name>`). */
  readonly name: string;
  readonly type: AssetType;
  /** What every spelling holds, in either case: texts and attributes without it are passed over. Empty where there is no such thing. */
  readonly sign: string;
  /** Length of the shortest spelling: shorter texts are not read. */
  readonly shortest: number;
  /** Every address in a text, in order. */
  readonly find: (text: string) => readonly Found[];
  /** Where an address begins that the end of the text cuts off, or -1. It may go on in the next text node. */
  readonly opening: (text: string) => number;
  /** A spelling with its middle left out; the groups are what is left of head and tail. Must be global. */
  readonly abbreviation: RegExp;
};

const EVM_LENGTH = 42;

/** Start of `0x` and fewer than 40 hex digits at the very end of a text, or -1. */
function evmOpening(text: string): number {
  const at = Math.max(text.lastIndexOf('0x'), text.lastIndexOf('0X'));
  if (at < 0 || text.length - at >= EVM_LENGTH) return -1;
  if (at > 0 && /[0-9A-Za-z]/.test(text.charAt(at - 1))) return -1;
  return /^[0-9a-fA-F]*$/.test(text.slice(at + 2)) ? at : -1;
}

const EVM: AddressFamily = {
  name: 'evm',
  type: 'ADDRESS',
  sign: '0x',
  shortest: EVM_LENGTH,
  find: findEvmAddresses,
  opening: evmOpening,
  abbreviation: /(0x[0-9a-f]{2,38})\s?(?:\u2026|\u22ef|\.{2,6}|\*{2,6}|-{2,6})\s?([0-9a-f]{2,38})(?![0-9a-z])/gi,
};

export const FAMILIES: readonly AddressFamily[] = [EVM];
