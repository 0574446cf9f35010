/** What is known about the list in use. */
export type ListInfo = {
  readonly token: string;
  readonly recentToken: string | null;
  /** Snapshot and recent additions together. */
  readonly entries: number;
  /** When the service last said that this list is current, or for a bundled one when it was published; ms since epoch. */
  readonly currentAt: number;
  readonly origin: 'bundled' | 'service';
  readonly algoVersion: string;
  /** Hex characters of a prefix that the service wants in a confirm request, 4 to 8; 4, the most private, until it says otherwise. */
  readonly confirmPrefixLength: number;
};
