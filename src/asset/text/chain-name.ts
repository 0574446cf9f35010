import type { Asset } from '../type.ts';

/**
 * Endings of naming services for wallets that no DNS root has (a test compares them with the top-level domains): Solana
 * Name Service; Unstoppable Domains, "Supported TLDs"; Space ID; the services of TON, Stacks, Sui, Aptos, Tezos, Hedera,
 * Avalanche, Starknet, Lens, Algorand, Injective, Sei, Kaspa, Berachain, Monad, Ronin, Tron, XRP, Internet Computer,
 * Osmosis. Names of ENS and NEAR are addresses by themselves (address/).
 */
export const NAME_ENDINGS = (
  'sol 888 altimist anime austin binanceus bitcoin bitget blockchain clay crypto dao farms hi klever kresus lfg manga metropolis nft npc pog polygon ' +
  'propykeys pudgy raiin secret smobler stepn tball ubu unstoppable wallet witg wrkx x zil arb bnb ton btc sui apt tez hbar avax stark lens algo inj ' +
  'sei kas bera nad ron trx xrp icp osmo'
).split(' ');

const NAME = new RegExp(`^(?:[a-z0-9_-]{1,63}\\.){1,4}(?:${NAME_ENDINGS.join('|')})$`, 'i');

/** A name for a wallet that makes up a whole text: an address, because nobody can open it as a site; null for others. */
export const chainName = (text: string): Asset | null =>
  NAME.test(text) ? { type: 'ADDRESS', content: text.toLowerCase() } : null;
