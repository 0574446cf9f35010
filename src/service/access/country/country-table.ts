import { ADDRESS_BYTES, addressBytes } from './address-bytes.ts';

/** Which country an address belongs to, as an operator's database has it. */
export type CountryDatabase = {
  /** ISO 3166-1 alpha-2; null for what is no IP address, and for one that the database does not know. */
  readonly of: (address: string) => string | null;
};

/** Addresses from `first` to `last`, 16 bytes each. */
export type CountryRange = { readonly first: Buffer; readonly last: Buffer; readonly country: string };

/**
 * A table of ranges, 34 bytes each, which is searched by halves.
 * @throws RangeError naming the first address that is in two of them
 */
export function countryTable(ranges: readonly CountryRange[]): CountryDatabase {
  const sorted = [...ranges].sort((one, other) => one.first.compare(other.first));
  const firsts = Buffer.concat(sorted.map(({ first }) => first));
  const lasts = Buffer.concat(sorted.map(({ last }) => last));
  const countries = Buffer.from(sorted.map(({ country }) => country).join(''), 'latin1');
  const at = (bytes: Buffer, index: number) => bytes.subarray(index * ADDRESS_BYTES, (index + 1) * ADDRESS_BYTES);
  for (let index = 1; index < sorted.length; index += 1)
    if (at(firsts, index).compare(at(lasts, index - 1)) <= 0) throw new RangeError(shown(at(firsts, index)));
  return {
    of: (text) => {
      const address = addressBytes(text);
      if (!address) return null;
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (at(lasts, middle).compare(address) < 0) low = middle + 1;
        else high = middle;
      }
      const isWithin = low < countries.length / 2 && at(firsts, low).compare(address) <= 0;
      return isWithin ? countries.toString('latin1', low * 2, low * 2 + 2) : null;
    },
  };
}

function shown(address: Buffer): string {
  if (addressBytes('::ffff:0.0.0.0')!.compare(address, 0, 12, 0, 12) === 0) return address.subarray(12).join('.');
  return address.toString('hex').replace(/.{4}(?=.)/g, '$&:');
}
