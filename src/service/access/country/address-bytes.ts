import { isIP } from 'node:net';

/** Of every address: those of IPv4 are `::ffff:a.b.c.d` (RFC 4291 section 2.5.5.2). */
export const ADDRESS_BYTES = 16;

/** An IP address as 16 bytes; null for any other text. */
export function addressBytes(text: string): Buffer | null {
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return null;
  if (family === 4) return Buffer.from([...new Array<number>(10).fill(0), 0xff, 0xff, ...octets(text)]);
  const [before = [], after = []] = text.split('::').map(groupBytes);
  return Buffer.from([...before, ...new Array<number>(ADDRESS_BYTES - before.length - after.length).fill(0), ...after]);
}

const octets = (text: string): number[] => text.split('.').map(Number);

/** The bytes of one side of `::`. The last group may be written as an IPv4 address. */
function groupBytes(side: string): number[] {
  if (side === '') return [];
  return side.split(':').flatMap((group) => {
    if (group.includes('.')) return octets(group);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** The first and the last address of a network such as `192.0.2.0/24`, or of one address; null for any other text. */
export function networkBytes(text: string): readonly [Buffer, Buffer] | null {
  const [address = '', bits, ...rest] = text.split('/');
  const first = addressBytes(address);
  if (!first || rest.length > 0) return null;
  const width = isIP(address) === 4 ? 32 : 128;
  const prefix = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(prefix <= width)) return null;
  const fixed = prefix + (128 - width);
  const last = Buffer.from(first);
  for (let byte = 0; byte < ADDRESS_BYTES; byte += 1) {
    const host = 0xff >> Math.min(8, Math.max(0, fixed - byte * 8));
    first[byte] = first[byte]! & ~host;
    last[byte] = last[byte]! | host;
  }
  return [first, last];
}
