import { canonicalEvmAddress, type FoundAddress, findEvmAddresses } from './evm.ts';

/** The addresses of one family of chains. */
export type AddressFamily = {
  /** Every address in a text, in order. */
  readonly find: (text: string) => FoundAddress[];
  /** The canonical content of a text that is one address as a whole, else null. */
  readonly canonical: (text: string) => string | null;
};

/** Every family that is recognised. A text that two families claim belongs to the first. */
export const ADDRESS_FAMILIES: readonly AddressFamily[] = [{ find: findEvmAddresses, canonical: canonicalEvmAddress }];

/** The canonical content of a text that is one wallet address of any family as a whole, else null. */
export function canonicalAddress(text: string): string | null {
  for (const family of ADDRESS_FAMILIES) {
    const content = family.canonical(text);
    if (content !== null) return content;
  }
  return null;
}

/** Every wallet address of any family in a text, in the order in which they stand there. */
export function findAddresses(text: string): FoundAddress[] {
  return ADDRESS_FAMILIES.flatMap((family) => family.find(text)).sort((one, other) => one.index - other.index);
}
