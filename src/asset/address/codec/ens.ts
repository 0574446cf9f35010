/** Minimum label length that the registrar of `.eth` accepts, in characters. */
const MIN_NAME_LENGTH = 3;

/** Returns the normal form of a name in any script (ENSIP-15). Throws if there is none. */
export type Normalize = (name: string) => string;

let normalizeAnyScript: Normalize | null = null;

/** Enables names in every script. Without this call only ASCII names are recognised. */
export function readAnyScript(normalize: Normalize): void {
  normalizeAnyScript = normalize;
}

/**
 * Normal form of an Ethereum Name Service name (ENSIP-15), or null. In ASCII: small letters, digits, `-`, `$`, and `_`
 * at the beginning of a label; no label has `-` at both its third and fourth position. Names below `base.eth` have a
 * separate type.
 */
export function ensName(text: string): string | null {
  const name = normalName(text);
  return name === null || name.endsWith('.base.eth') ? null : name;
}

/** Normal form of a Base name, `label.base.eth`, or null. The rules are those of the Ethereum Name Service. */
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

/** An apostrophe is excluded, because its normal form is the typographic one. */
const isAscii = (text: string): boolean => !/['\u0080-\uffff]/.test(text);

const normalInAscii = (name: string): string | null =>
  name.split('.').every((label) => /^_*[a-z0-9$-]+$/.test(label) && !label.startsWith('--', 2)) ? name : null;

function normalInAnyScript(text: string): string | null {
  try {
    const name = normalizeAnyScript?.(text) ?? null;
    return name?.endsWith('.eth') ? name : null;
  } catch {
    // A mix of scripts, or a whole-script confusable: the owner cannot be identified.
    return null;
  }
}
