/** The registrar of `.eth` gives away no shorter name, in characters. */
const MIN_NAME_LENGTH = 3;

/** The normal form of a name in any script (ENSIP-15). Throws where a name has none. */
export type Normalize = (name: string) => string;

let normalizeAnyScript: Normalize | null = null;

/** Names in any script are read from now on. Without this only those in ASCII are. */
export function readAnyScript(normalize: Normalize): void {
  normalizeAnyScript = normalize;
}

/**
 * A name of the Ethereum Name Service in its normal form (ENSIP-15); null for what is none. In ASCII: small letters, digits, `-`, `$`, and
 * `_` at the beginning of a label; no label has `-` at its third and fourth place. Names below `base.eth` are of a type of their own.
 */
export function ensName(text: string): string | null {
  const name = normalName(text);
  return name === null || name.endsWith('.base.eth') ? null : name;
}

/** A name of the Base chain (`label.base.eth`) in its normal form, which is that of the Ethereum Name Service; null for what is none. */
export function baseName(text: string): string | null {
  if (!/^[^.\s/]{1,63}\.base\.eth$/i.test(text)) return null;
  const name = normalName(text);
  return name === null || [...name.slice(0, -'.base.eth'.length)].length < MIN_NAME_LENGTH ? null : name;
}

function normalName(text: string): string | null {
  const name = isAscii(text) ? normalInAscii(text.toLowerCase()) : normalInAnyScript(text);
  const label = name?.split('.').at(-2);
  return label !== undefined && [...label].length >= MIN_NAME_LENGTH ? name : null;
}

/** An apostrophe is written with the mark of typesetters in a normal form. */
const isAscii = (text: string): boolean => !/['\u0080-\uffff]/.test(text);

const normalInAscii = (name: string): string | null =>
  name.split('.').every((label) => /^_*[a-z0-9$-]+$/.test(label) && !label.startsWith('--', 2)) ? name : null;

function normalInAnyScript(text: string): string | null {
  try {
    const name = normalizeAnyScript?.(text) ?? null;
    return name?.endsWith('.eth') ? name : null;
  } catch {
    // Letters of several scripts, or of one that another looks like: nobody could tell whose name it is.
    return null;
  }
}
