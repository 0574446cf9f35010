import { MAX_ATTACHMENTS, MAX_UPLOAD_BYTES } from '../../../api/report/attachment.ts';

/** The most that is in memory of one body: ten files of the largest size. */
const MAX_OF_BODY = MAX_ATTACHMENTS * MAX_UPLOAD_BYTES;
const MAX_OF_NETWORK = 3 * MAX_OF_BODY;
const MAX_OF_ALL = 24 * MAX_OF_BODY;
/** A smaller body needs no room: what protects people is asked in a few kilobytes, whatever others send. */
const MIN_COUNTED = 16 * 1024;

/**
 * The room for bodies, which are in memory until they are answered: a sender that begins thousands of them and ends none would use up all of
 * it. Each network has a share, so that it leaves room for others.
 */
export class BodyRoom {
  readonly #ofNetworks = new Map<string, number>();
  #ofAll = 0;

  /**
   * Takes room for a body.
   * @param bytes its size, or the most that is read of it
   * @returns gives the room back; null where there is none
   */
  take(network: string, bytes: number): (() => void) | null {
    const needed = Math.min(bytes, MAX_OF_BODY);
    if (needed < MIN_COUNTED) return () => undefined;
    const ofNetwork = this.#ofNetworks.get(network) ?? 0;
    if (ofNetwork + needed > MAX_OF_NETWORK || this.#ofAll + needed > MAX_OF_ALL) return null;
    this.#add(network, needed);
    return () => this.#add(network, -needed);
  }

  #add(network: string, bytes: number): void {
    this.#ofAll += bytes;
    const ofNetwork = (this.#ofNetworks.get(network) ?? 0) + bytes;
    if (ofNetwork === 0) this.#ofNetworks.delete(network);
    else this.#ofNetworks.set(network, ofNetwork);
  }
}
