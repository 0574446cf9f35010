/** Places of a word in the filter: FNV-1a of the word and a digit. */
export function placesOf(word: string): number[];

/**
 * Whether a text holds what opens a wallet: a recovery phrase (BIP-39), or a private key as wallets export it: extended
 * (BIP-32), WIF, PEM, Nostr (NIP-19), Stellar (SEP-23), Sui (SIP-15), 64 hexadecimal digits, 64 bytes of Solana in Base58
 * or as a list. Digits and Base58 may also be a transaction, and digits after `0x` an address: those count unless they
 * are part of a link or the text before them says what they are, these only where it speaks of a key.
 */
export function holdsSecret(text: string): boolean;
