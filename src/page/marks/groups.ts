/** Up to here one reads an address at a glance. */
const WHOLE = 12;

/**
 * An address in the groups in which people compare it: of four, counted from behind the `0x` that says how it is written, so that the
 * groups are those of every other program. A short one stays whole.
 * @returns the groups in their order; together they are the address
 */
export function groupsOf(address: string): readonly string[] {
  if (address.length <= WHOLE) return [address];
  return address.match(/^0x.{1,4}|.{1,4}/gu) ?? [];
}
