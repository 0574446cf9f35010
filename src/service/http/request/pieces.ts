/**
 * Bytes that arrive in pieces, in one buffer that grows: apart, pieces of a byte would take a hundred times the memory.
 */
export class Pieces {
  #kept = Buffer.alloc(0);
  #length = 0;

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#kept.length) this.#kept = Buffer.concat([this.#kept], 2 * needed);
    this.#kept.set(piece, this.#length);
    this.#length = needed;
  }

  get length(): number {
    return this.#length;
  }

  /** All of them, at most so many; a part of the buffer, not a copy. */
  bytes(most = this.#length): Buffer<ArrayBuffer> {
    return this.#kept.subarray(0, Math.min(most, this.#length));
  }
}
