/** Bytes that are read from the beginning to the end. Each method throws a RangeError where they end too early. */
export class Input {
  at = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  take(size: number): Uint8Array {
    this.at += size;
    if (this.at > this.bytes.length) throw new RangeError('The bytes end too early');
    return this.bytes.subarray(this.at - size, this.at);
  }

  /** A number in as many bytes as it needs (LEB128; so Protocol Buffers, and Solana in "Compact-array format"). */
  number(): number {
    const byte = this.take(1)[0]!;
    return byte < 128 ? byte : byte - 128 + 128 * this.number();
  }

  /** As many entries as the number before them says. */
  many<Entry>(read: () => Entry): Entry[] {
    return Array.from({ length: this.number() }, read);
  }
}
