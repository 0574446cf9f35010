/** First bytes that tell a format (the WHATWG MIME Sniffing standard, section 6.1; AVIF: ISO/IEC 23000-22 section 6). */
const SIGNATURES: readonly { readonly type: string; readonly at: number; readonly bytes: string }[] = [
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/gif', at: 0, bytes: 'GIF87a' },
  { type: 'image/gif', at: 0, bytes: 'GIF89a' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'image/avif', at: 4, bytes: 'ftypavis' },
  { type: 'application/pdf', at: 0, bytes: '%PDF-' },
];

/** Kinds of text, which have no signature, by the ending of their name. */
const TEXTS: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/plain',
  csv: 'text/csv',
  eml: 'message/rfc822',
  json: 'application/json',
};

/** The endings of files that are taken, for a chooser of files. */
export const TAKEN_FILES = [...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'pdf'], ...Object.keys(TEXTS)].map(
  (ending) => `.${ending}`,
);

/** The media type of a file that is taken along with a report; null for what is neither one of the known binary formats nor text of a known ending. */
export function mediaTypeOf(bytes: Uint8Array, fileName: string): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 32));
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  const found = SIGNATURES.find(({ at, bytes: signature }) => head.startsWith(signature, at));
  if (found) return found.type;
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(TEXTS, ending) ? TEXTS[ending]! : null;
  return type !== null && isText(bytes) ? type : null;
}

/** Tab, line feed, form feed, carriage return and escape. */
const CONTROLS_OF_TEXT = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** Whether bytes are UTF-8 with no control characters but those that texts have. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => (byte < 0x20 && !CONTROLS_OF_TEXT.has(byte)) || byte === 0x7f)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
