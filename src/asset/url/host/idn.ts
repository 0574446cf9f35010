const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 128;
const LAST_CODE_POINT = 0x10ffff;

/**
 * A host in Unicode, for display only: decodes labels that begin with `xn--` (RFC 3492). Keeps a label that is invalid,
 * or that the browser would not produce from the decoded text, so that invisible and forbidden characters are never
 * shown.
 */
export function readableHost(host: string): string {
  return host
    .split('.')
    .map((label) => {
      const decoded = /^xn--/i.test(label) ? decodeLabel(label.slice(4)) : null;
      return decoded !== null && asciiOf(decoded) === label.toLowerCase() ? decoded : label;
    })
    .join('.');
}

function asciiOf(label: string): string | null {
  return URL.canParse(`http://${label}.example`)
    ? new URL(`http://${label}.example`).hostname.slice(0, -'.example'.length)
    : null;
}

/** Decodes one Punycode label (RFC 3492, section 6.2) without its `xn--`; null if it is invalid. */
export function decodeLabel(encoded: string): string | null {
  const delimiter = encoded.lastIndexOf('-');
  const basic = delimiter > 0 ? encoded.slice(0, delimiter) : '';
  const output = Array.from(basic, (character) => character.codePointAt(0) ?? 0);
  if (output.some((point) => point >= FIRST_CODE_POINT)) return null;
  let point = FIRST_CODE_POINT;
  let position = 0;
  let bias = FIRST_BIAS;
  for (let at = delimiter > 0 ? delimiter + 1 : 0; at < encoded.length; ) {
    const before = position;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(encoded.charCodeAt(at));
      at += 1;
      if (digit === null) return null;
      position += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > Number.MAX_SAFE_INTEGER / BASE) return null;
    }
    const length = output.length + 1;
    bias = adapt(position - before, length, before === 0);
    point += Math.floor(position / length);
    if (point > LAST_CODE_POINT) return null;
    position %= length;
    output.splice(position, 0, point);
    position += 1;
  }
  return String.fromCodePoint(...output);
}

function digitOf(code: number): number | null {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  const folded = code | 0x20;
  return folded >= 0x61 && folded <= 0x7a ? folded - 0x61 : null;
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : Math.floor(delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
