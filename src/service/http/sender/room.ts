import { siteOf } from './rate-limit.ts';

type Share = {
  readonly bytes: number;
  /** Ends what has it, so that its room is free; false where that is too late. */
  readonly end: () => boolean;
};

type Network = { bytes: number; readonly shares: Set<Share> };

/**
 * Room in memory for what many send, or ask for and do not read. Whoever needs some may have all that is free. Where none is left, the
 * network that has most of it loses what it has had longest: one that begins thousands and ends none takes nothing from others.
 */
export class Room {
  readonly #most: number;
  readonly #networks = new Map<string, Network>();
  #taken = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param sender as `networkOf` names it @returns gives the room back; null where there is none */
  take(sender: string, bytes: number, end: Share['end']): (() => void) | null {
    const name = siteOf(sender);
    const network = this.#networks.get(name) ?? { bytes: 0, shares: new Set() };
    const share = { bytes, end };
    this.#networks.set(name, network);
    network.shares.add(share);
    this.#add(name, network, bytes);
    const giveBack = () => {
      if (network.shares.delete(share)) this.#add(name, network, -bytes);
    };
    while (this.#taken > this.#most)
      if (!this.#endOldest(share)) {
        giveBack();
        return null;
      }
    return giveBack;
  }

  /** @param newest what needs the room. @returns whether something older was ended */
  #endOldest(newest: Share): boolean {
    const [name, largest] = [...this.#networks].reduce((one, other) => (other[1].bytes > one[1].bytes ? other : one));
    for (const share of largest.shares) {
      if (share === newest || !share.end()) continue;
      largest.shares.delete(share);
      this.#add(name, largest, -share.bytes);
      return true;
    }
    return false;
  }

  #add(name: string, network: Network, bytes: number): void {
    this.#taken += bytes;
    network.bytes += bytes;
    if (network.shares.size === 0) this.#networks.delete(name);
  }
}
