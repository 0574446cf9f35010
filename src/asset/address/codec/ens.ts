/** The registrar of `.eth` gives away no shorter name. */
const MIN_NAME_LENGTH = 3;

/**
 * A name of the Ethereum Name Service in its normal form, as far as that is in ASCII (ENSIP-15): small letters, digits, `-`, `$`, and `_`
 * at the beginning of a label; no label has `-` at its third and fourth place. Names below `base.eth` are of a type of their own.
 */
export function ensName(text: string): string | null {
  const name = text.toLowerCase();
  const labels = name.split('.');
  const isRegistered = (labels.at(-2)?.length ?? 0) >= MIN_NAME_LENGTH;
  if (!isRegistered || labels.slice(-2).join('.') === 'base.eth') return null;
  return labels.every((label) => /^_*[a-z0-9$-]+$/.test(label) && !label.startsWith('--', 2)) ? name : null;
}
