/** A brand as impostors imitate it. */
export type BrandName = {
  /** How findings call it. */
  readonly name: string;
  /** Words that mean the brand: lower case, letters and digits. */
  readonly terms: readonly string[];
  /** Words that contain such a word and do not mean the brand. */
  readonly excludedTerms: readonly string[];
  /** Registrable domains and accounts that are the brand's own, lower case. */
  readonly own: readonly string[];
  /** Length of the shortest term that counts as a word within a name, or with one character changed. */
  readonly shortestWord: number;
};

/**
 * Well-known names and their domains: wallets, exchanges, protocols and payment services that are imitated most. Only long names
 * are looked for as a word, since short ones are parts of honest names.
 */
const KNOWN: readonly (readonly [name: string, ...domains: string[]])[] = [
  ['aave', 'aave.com'],
  ['argent', 'argent.xyz'],
  ['arbitrum', 'arbitrum.io', 'arbitrum.foundation'],
  ['avalanche', 'avax.network'],
  ['balancer', 'balancer.fi'],
  ['binance', 'binance.com', 'binance.us', 'binance.org'],
  ['bitfinex', 'bitfinex.com'],
  ['bitpanda', 'bitpanda.com'],
  ['bitstamp', 'bitstamp.net'],
  ['blockchain', 'blockchain.com', 'blockchain.info'],
  ['blockfi', 'blockfi.com'],
  ['coinbase', 'coinbase.com'],
  ['coingecko', 'coingecko.com'],
  ['coinmarketcap', 'coinmarketcap.com'],
  ['compound', 'compound.finance'],
  ['cowswap', 'cow.fi', 'cowswap.exchange'],
  ['debank', 'debank.com'],
  ['etherscan', 'etherscan.io'],
  ['ethereum', 'ethereum.org'],
  ['exodus', 'exodus.com'],
  ['gemini', 'gemini.com'],
  ['jupiter', 'jup.ag'],
  ['kraken', 'kraken.com'],
  ['kucoin', 'kucoin.com'],
  ['layerzero', 'layerzero.network', 'layerzero.foundation'],
  ['ledger', 'ledger.com'],
  ['magiceden', 'magiceden.io'],
  ['metamask', 'metamask.io'],
  ['myetherwallet', 'myetherwallet.com'],
  ['opensea', 'opensea.io'],
  ['optimism', 'optimism.io'],
  ['pancakeswap', 'pancakeswap.finance'],
  ['paypal', 'paypal.com', 'paypal.me'],
  ['phantom', 'phantom.app', 'phantom.com'],
  ['polkadot', 'polkadot.network', 'polkadot.com'],
  ['polygon', 'polygon.technology'],
  ['rainbow', 'rainbow.me'],
  ['raydium', 'raydium.io'],
  ['revolut', 'revolut.com'],
  ['robinhood', 'robinhood.com'],
  ['solflare', 'solflare.com'],
  ['stargate', 'stargate.finance'],
  ['starknet', 'starknet.io'],
  ['sushiswap', 'sushi.com', 'sushiswap.fi'],
  ['trezor', 'trezor.io'],
  ['trustwallet', 'trustwallet.com'],
  ['uniswap', 'uniswap.org'],
  ['walletconnect', 'walletconnect.com', 'walletconnect.org', 'walletconnect.network'],
];

/** Names that are also words of the language, of which too many honest names are made. */
const WORDS = new Set(['balancer', 'blockchain', 'compound', 'avalanche', 'phantom', 'polygon', 'rainbow', 'jupiter']);
const MANY = Number.POSITIVE_INFINITY;

export const KNOWN_BRANDS: readonly BrandName[] = KNOWN.map(([name, ...own]) => ({
  name,
  terms: [name],
  excludedTerms: [],
  own,
  shortestWord: WORDS.has(name) ? MANY : 7,
}));
