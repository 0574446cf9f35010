import type { WalletReader } from './reader.ts';

const scope = globalThis as { waryWalletReader?: WalletReader };

/** Hands the reader to the bridge of the same document. */
export const offerReader = (reader: WalletReader): void => {
  scope.waryWalletReader = reader;
};

/** @throws Error where it was not injected */
export function offeredReader(): WalletReader {
  if (!scope.waryWalletReader) throw new Error('The reader of requests is not in this document');
  return scope.waryWalletReader;
}
