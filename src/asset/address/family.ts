/**
 * How a spelling is verified, and which form is canonical. `hex` has no checksum and is canonical in lower case. The
 * others are named after their encoding, with the parameters of the family.
 */
export type Check =
  | { readonly codec: 'hex' }
  | { readonly codec: 'base58check'; readonly versions: readonly number[] }
  | { readonly codec: 'segwit'; readonly prefix: string }
  | { readonly codec: 'bech32'; readonly sizes: readonly number[] }
  | { readonly codec: 'cash-address'; readonly prefix: string }
  | { readonly codec: 'base58'; readonly size: number }
  | { readonly codec: 'padded-hex'; readonly size: number }
  | {
      readonly codec:
        | 'evm'
        | 'xrp-classic'
        | 'xrp-x'
        | 'stellar'
        | 'ton-friendly'
        | 'cardano-byron'
        | 'cardano-shelley'
        | 'ss58'
        | 'monero'
        | 'near-name'
        | 'ens-name';
    };

/** One notation of a family's addresses. */
export type Spelling = {
  /**
   * Source of a regular expression with linear time. It has no boundaries: the caller refuses a letter or digit on
   * either side.
   */
  readonly pattern: string;
  /** Letters may be in either case. */
  readonly anyCase?: boolean;
  readonly check: Check;
};

export type Context = {
  readonly near: RegExp;
  /** Further pattern for an address without a scheme. */
  readonly shape?: RegExp;
  /** Text that, right before a match, shows that it is something else of the same shape. */
  readonly notBehind?: RegExp;
};

/** The addresses of chains that share a notation. Sources of the rules are comments, so that pages do not load them. */
export type AddressFamily = {
  /** Stable name. */
  readonly name: string;
  /** Name for people: chain names, which are not translated. */
  readonly displayName: string;
  readonly spellings: readonly Spelling[];
  /** Schemes of payment requests and short chain names before `:` (ERC-3770, BIP-21 and similar). */
  readonly schemes: readonly string[];
  /**
   * Words of which one must stand near an address whose shape is ambiguous. In pages and running text such an address
   * is recognised only near one of them or after one of the schemes. An address that a person enters needs none.
   */
  readonly context?: Context;
  /**
   * The beginning that only addresses of this family have, and the characters allowed after it, as sources of regular
   * expressions. Used to explain why an address is invalid.
   */
  readonly begins?: { readonly with: string; readonly alphabet: string };
  /** An example for people. */
  readonly example: string;
};

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const BECH32 = '[ac-hj-np-z02-9]';

/**
 * Account prefixes of Cosmos chains: all main networks of the chain registry (cosmos/chain-registry, 2026-08-21, commit
 * 627bbab9) but `bc`, which is Bitcoin's, and three with other characters than letters and digits; and two former ones.
 */
const COSMOS_PREFIXES =
  '6x|8ball|aaron|acre|agoric|aioz|akash|akiro|allo|althea|amitis|andr|arcana|archway|arkeo|arkh|atone|' +
  'aura|axelar|axm|axone|band|bb|bbn|bcna|bcx|bitsong|blockx|bluechip|bluzelle|bostrom|boua|bze|c4e|canto|' +
  'celestia|cerberus|certik|cheqd|chihuahua|chimba|chronic|cife|cnho|comdex|core|cosmos|coss|crc|cre|cro|' +
  'cudos|cvn|cysic|darc|decentr|desmos|dh|dig|divine|dora|dungeon|dydx|dym|dys|echelon|elys|emoney|empower|' +
  'epix|ethm|ethos|evmos|ex|fandom|fetch|firma|fury|furya|fx|galaxy|genesis|ggez|gitopia|gnodi|gonka|' +
  'govgen|gravity|haqq|hazina|heli|hippo|human|iaa|idep|imv|init|inj|int3|into|ixo|jkl|jolt|juno|kava|ki|' +
  'kii|kima|kopi|kudo|kujira|kyve|lamb|lava|lefeef|like|link|lmn|logos|lom|loop|loyal|lrz|ltrst|lum|lumen|' +
  'lumera|lumi|mande|manifest|mantle|mantra|mars|maya|medas|meme|micro|migaloo|milk|mirage|mises|mtgbp|muc|' +
  'mun|mythos|n|neura|neutaro|neutron|nibi|nillion|nim|noble|nois|nolus|nomic|octa|odin|omniflix|onomy|' +
  'opct|optio|orai|osmo|paloma|panacea|pasg|paxi|pb|persistence|pica|plq|point|pokt|pryzm|px|pylo|qfs|qie|' +
  'qor|quasar|qubetics|quick|qwoyn|realio|rebus|regen|rit|rizon|router|saga|scorum|secret|seda|sei|self|' +
  'sent|sge|shareledger|shentu|shido|sif|somm|sommelier|source|sovr|st|stafi|star|stars|stoc|stride|' +
  'sunrise|swth|symphony|synt|tac|tail|taketitan|tenet|terp|terra|tgrade|thor|titan|tori|turk|umee|und|' +
  'unicorn|union|ununifi|uptick|vdl|vector|warden|wolo|wormhole|xion|xpla|xyra|yjay|zen|zeta|zig|zrn';

/** Words by which a page speaks of NEAR. */
export const NEAR_WORDS = /(?<!\.)\bNEAR\b|\bnear (?:protocol|account|wallet)|\bnearblocks|\bmynearwallet|\bnear\.org/;

/** Words right before digits that are no address: a transaction, a hash, a key. */
const NO_ADDRESS =
  /(?:\b(?:tx\w*|transa[^\s:]*|blocks?|receipts?|sha-?256|digest|checksum)|hash|key)(?:.?id)?\W{0,4}$/i;

/**
 * Every recognised family, in order of precedence for an ambiguous text. A new family with a known encoding is one
 * entry here; a new encoding also needs a case in `canonicalSpelling`.
 */
export const ADDRESS_FAMILIES: readonly AddressFamily[] = [
  {
    name: 'evm',
    displayName: 'Ethereum (EVM)',
    spellings: [
      { pattern: '(?:0x|xdc|ronin:)[0-9a-f]{40}', anyCase: true, check: { codec: 'evm' } },
      { pattern: '(?=[0-9A-F]*[a-f])(?=[0-9a-f]*[A-F])[0-9a-fA-F]{40}', check: { codec: 'evm' } },
    ],
    begins: { with: '0[xX]', alphabet: '[0-9A-Fa-f]' },
    schemes: ['ethereum', 'eth', 'matic', 'bnb', 'arb1', 'oeth', 'base', 'avax', 'gno', 'ftm'],
    example: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
    // Source: ERC-55, ERC-681, ERC-3770, CAIP-10; documentation of XDC and Ronin
  },
  // Bitcoin SV uses the base58 addresses of Bitcoin unchanged: they are shown as Bitcoin, and one entry lists both.
  {
    name: 'bitcoin',
    displayName: 'Bitcoin',
    spellings: [
      { pattern: `[13]${BASE58}{25,34}`, check: { codec: 'base58check', versions: [0x00, 0x05] } },
      { pattern: `bc1${BECH32}{11,71}`, anyCase: true, check: { codec: 'segwit', prefix: 'bc' } },
    ],
    begins: { with: 'bc1|[13](?=.*[a-z])(?=.*[A-Z])', alphabet: BASE58 },
    schemes: ['bitcoin', 'btc', 'bsv'],
    example: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    // Source: BIP-13, BIP-21, BIP-173, BIP-350; Bitcoin SV, chainparams.cpp
  },
  {
    name: 'litecoin',
    displayName: 'Litecoin',
    spellings: [
      { pattern: `[LM]${BASE58}{25,34}`, check: { codec: 'base58check', versions: [0x30, 0x32] } },
      { pattern: `ltc1${BECH32}{11,71}`, anyCase: true, check: { codec: 'segwit', prefix: 'ltc' } },
    ],
    begins: { with: 'ltc1|L', alphabet: BASE58 },
    schemes: ['litecoin', 'ltc'],
    example: 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea',
    // Source: Litecoin Core, chainparams.cpp
  },
  // Verge uses the addresses of Dogecoin unchanged: they are shown as Dogecoin, and one entry lists both.
  {
    name: 'dogecoin',
    displayName: 'Dogecoin',
    spellings: [{ pattern: `[D9A]${BASE58}{25,34}`, check: { codec: 'base58check', versions: [0x1e, 0x16] } }],
    begins: { with: 'D', alphabet: BASE58 },
    schemes: ['dogecoin', 'doge', 'verge'],
    example: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
    // Source: Dogecoin Core, chainparams.cpp; Verge, chainparams.cpp
  },
  {
    name: 'dash',
    displayName: 'Dash',
    spellings: [{ pattern: `[X7]${BASE58}{25,34}`, check: { codec: 'base58check', versions: [0x4c, 0x10] } }],
    schemes: ['dash'],
    example: 'XpESxaUmonkq8RaLLp46Brx2K39ggQe226',
    // Source: Dash Core, chainparams.cpp
  },
  {
    name: 'zcash',
    displayName: 'Zcash',
    spellings: [{ pattern: `t[13]${BASE58}{33}`, check: { codec: 'base58check', versions: [0x1cb8, 0x1cbd] } }],
    schemes: ['zcash', 'zec'],
    example: 't1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC',
    // Source: Zcash protocol specification, section 5.6.1.1
  },
  {
    name: 'bitcoin-cash',
    displayName: 'Bitcoin Cash',
    spellings: [
      {
        pattern: `(?:bitcoincash:)?[qpzr]${BECH32}{41}(?:${BECH32}{19})?`,
        anyCase: true,
        check: { codec: 'cash-address', prefix: 'bitcoincash' },
      },
    ],
    begins: { with: 'bitcoincash:', alphabet: BECH32 },
    schemes: ['bitcoincash', 'bch'],
    example: 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    // Source: CashAddr specification; CashTokens (CHIP-2022-02); CHIP-2022-05
  },
  {
    name: 'bitcoin-gold',
    displayName: 'Bitcoin Gold',
    spellings: [
      { pattern: `[GA]${BASE58}{25,34}`, check: { codec: 'base58check', versions: [0x26, 0x17] } },
      { pattern: `btg1${BECH32}{11,71}`, anyCase: true, check: { codec: 'segwit', prefix: 'btg' } },
    ],
    schemes: ['bitcoingold', 'btg'],
    example: 'GW3JrQyHtoVfEFES3Y9JagiX3VSKQStLwj',
    // Source: Bitcoin Gold, chainparams.cpp
  },
  {
    name: 'tron',
    displayName: 'TRON',
    spellings: [{ pattern: `T${BASE58}{33}`, check: { codec: 'base58check', versions: [0x41] } }],
    begins: { with: 'T', alphabet: BASE58 },
    schemes: ['tron', 'trx'],
    example: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    // Source: TRON documentation, account
  },
  {
    name: 'xrp',
    displayName: 'XRP Ledger',
    spellings: [
      { pattern: `r${BASE58}{24,34}`, check: { codec: 'xrp-classic' } },
      { pattern: `X${BASE58}{46}`, check: { codec: 'xrp-x' } },
    ],
    begins: { with: 'r', alphabet: BASE58 },
    schemes: ['xrpl', 'ripple', 'xrp'],
    example: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    // Source: XRPL base58 encodings; XLS-5 (X-address)
  },
  {
    name: 'stellar',
    displayName: 'Stellar',
    spellings: [{ pattern: '(?:[GC][A-Z2-7]{55}|M[A-Z2-7]{68})', check: { codec: 'stellar' } }],
    begins: { with: 'G', alphabet: '[A-Z2-7]' },
    schemes: ['stellar', 'xlm'],
    example: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    // Source: SEP-23
  },
  {
    name: 'ton',
    displayName: 'TON',
    spellings: [
      { pattern: '[EUk0][Qf][0-9A-Za-z_/+-]{46}', check: { codec: 'ton-friendly' } },
      { pattern: '(?:-1|0):[0-9a-f]{64}', anyCase: true, check: { codec: 'hex' } },
    ],
    begins: { with: '[EU]Q', alphabet: '[\\w+/-]' },
    schemes: ['ton'],
    example: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
    // Source: TEP-2
  },
  {
    name: 'cardano',
    displayName: 'Cardano',
    spellings: [
      { pattern: `(?:addr|stake)1${BECH32}{50,100}`, check: { codec: 'cardano-shelley' } },
      { pattern: `(?:Ae2${BASE58}{50,60}|DdzFF${BASE58}{95,110})`, check: { codec: 'cardano-byron' } },
    ],
    begins: { with: 'addr1|stake1', alphabet: BECH32 },
    schemes: ['cardano', 'ada', 'web+cardano'],
    example: 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
    // Source: CIP-19
  },
  {
    name: 'cosmos',
    displayName: 'Cosmos',
    spellings: [
      {
        pattern: `(?:${COSMOS_PREFIXES})1(?:${BECH32}{58}|${BECH32}{38})`,
        check: { codec: 'bech32', sizes: [20, 32] },
      },
    ],
    begins: { with: `(?:${COSMOS_PREFIXES})1`, alphabet: BECH32 },
    schemes: ['cosmos'],
    example: 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
    // Source: cosmos/chain-registry; SLIP-173; Cosmos SDK, ADR-028
  },
  {
    name: 'monero',
    displayName: 'Monero',
    spellings: [{ pattern: `[48]${BASE58}{94}(?:${BASE58}{11})?`, check: { codec: 'monero' } }],
    schemes: ['monero', 'xmr'],
    example: '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    // Source: Monero, cryptonote_basic_impl.cpp
  },
  {
    name: 'polkadot',
    displayName: 'Polkadot',
    spellings: [{ pattern: `[1-9A-HJ-Za-km-z]${BASE58}{45,48}`, check: { codec: 'ss58' } }],
    schemes: ['substrate', 'polkadot', 'dot', 'ksm'],
    example: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    // Source: SS58 address format, registry of prefixes
  },
  {
    name: 'near',
    displayName: 'NEAR',
    spellings: [
      { pattern: '[a-z0-9][a-z0-9._-]{0,57}[a-z0-9]?\\.near', check: { codec: 'near-name' } },
      // An implicit account: the public key.
      { pattern: '[0-9a-f]{64}', check: { codec: 'hex' } },
    ],
    schemes: ['near'],
    context: {
      near: NEAR_WORDS,
      notBehind: NO_ADDRESS,
    },
    example: 'relay.aurora.near',
    // Source: NEAR nomicon, account identifiers
  },
  {
    name: 'ens',
    displayName: 'ENS name',
    spellings: [
      { pattern: "(?:[a-z0-9_$'\\u00a1-\\uffff-]{1,63}\\.){1,8}eth", anyCase: true, check: { codec: 'ens-name' } },
    ],
    schemes: [],
    example: 'vitalik.eth',
    // Source: ENSIP-1, ENSIP-15
  },
  {
    name: 'solana',
    displayName: 'Solana',
    // Lower case only would be bech32 of another chain.
    spellings: [{ pattern: `(?:(?=[1-9a-z]*[A-Z])${BASE58}{32,44}|1{32})`, check: { codec: 'base58', size: 32 } }],
    schemes: ['solana', 'sol'],
    context: {
      near: /\b(?:solana|sol|spl|phantom|solflare|solscan|solana\.fm|raydium|jupiter|orca|birdeye|dexscreener|pump\.?fun|mint|ca|contract)\b/i,
      // Words and numbers have one kind of character; IPFS identifiers begin with `Qm`.
      shape: /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?!Qm.{44}$)/,
    },
    example: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    // Source: Solana documentation, accounts: 32 bytes in base58 without a checksum
  },
  {
    name: 'move',
    displayName: 'Aptos, Sui, Starknet',
    spellings: [{ pattern: '0x[0-9a-f]{60,64}', anyCase: true, check: { codec: 'padded-hex', size: 32 } }],
    schemes: ['aptos', 'sui', 'starknet'],
    context: {
      // In small letters alone some of these are words: `argent` (money), `sui` (on the), `apt`.
      near: /\b(?:[Aa]ptos|APTOS|APT\b|S[Uu][Ii]\b|sui(?:[.:sv]| (?:a|net))|[Ss]tark[Nns]|STARKNET|STRK|[Aa]rgent ?[Xx]|[Bb]raavos)/,
      notBehind: NO_ADDRESS,
    },
    example: '0x06f2c2c1b5e1f0b6a2d9e0a7a6ce7cf32b1d2c6d1a4a1bd2b8a62a0c4d3e5f60',
    // Source: AIP-40 (Aptos), Sui and Starknet documentation: 32 bytes without a checksum; leading zeros may be omitted
  },
];
