/** Bytes that are read from the beginning to the end. What is missing at the end is noted, and reads as nothing. */
export class Input {
  at = 0;
  isShort = false;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  take(size: number): Uint8Array {
    const taken = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    this.isShort ||= taken.length < size;
    return taken;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** A number in as many bytes as it needs (LEB128; so Protocol Buffers, and Solana in "Compact-array format"). */
  number(): number {
    let value = 0;
    for (let scale = 1; !this.isShort && scale < 2 ** 35; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    return value;
  }

  /** As many entries as the number before them says. */
  many<Entry>(read: () => Entry): Entry[] {
    const entries: Entry[] = [];
    for (let left = this.number(); left > 0 && !this.isShort; left -= 1) entries.push(read());
    return entries;
  }
}
