/** What applications do with a wallet, by the libraries that they use. Bundled, and run in a page of a test. */
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base';
import { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { connect, createConfig, disconnect, getAccount, sendTransaction, signMessage } from '@wagmi/core';
import { BrowserProvider } from 'ethers';
import { createWalletClient, custom, type EIP1193Provider } from 'viem';
import { mainnet } from 'viem/chains';
import Web3 from 'web3';

type Provider = EIP1193Provider & {
  send(...values: unknown[]): unknown;
  sendAsync(call: unknown, done: (...values: unknown[]) => void): unknown;
  enable(): Promise<unknown>;
  emit(name: string, value: unknown): void;
  isMetaMask: boolean;
  providers?: Provider[];
};
type Step = readonly [name: string, run: () => unknown];

const TO = '0x1111aaaabbbbccccddddeeeeffff000022223333';
const FROM = '0x0000000000000000000000000000000000000abc';
const PAY = { method: 'eth_sendTransaction', params: [{ from: FROM, to: TO, value: '0x1' }] } as const;
const TYPED = {
  domain: { name: 'App', chainId: 1, verifyingContract: TO },
  types: { Mail: [{ name: 'to', type: 'address' }] },
  message: { to: TO },
} as const;
const TYPED_WHOLE = {
  ...TYPED,
  primaryType: 'Mail',
  types: {
    ...TYPED.types,
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
  },
};

/** The first provider that a wallet announces (EIP-6963). */
const announced = (): Promise<Provider> =>
  new Promise((resolve) => {
    const take = (event: Event) => resolve((event as CustomEvent<{ provider: Provider }>).detail.provider);
    addEventListener('eip6963:announceProvider', take, { once: true });
    dispatchEvent(new Event('eip6963:requestProvider'));
  });

const withCallback = (run: (done: (...values: unknown[]) => void) => unknown) =>
  new Promise((resolve) => void run((error, answer) => resolve([error, answer])));

function raw(provider: Provider): Step[] {
  const { request } = provider;
  let heard: unknown;
  return [
    ['shape', () => [provider.isMetaMask, typeof request, request.length, request.name, 'request' in provider]],
    ['one object', () => request === Reflect.get(provider, 'request')],
    ['accounts', () => provider.request({ method: 'eth_requestAccounts' })],
    ['enable', () => provider.enable()],
    ['chain', () => provider.request({ method: 'eth_chainId' })],
    ['pay', () => provider.request(PAY as never)],
    ['send with a method', () => provider.send('eth_sendTransaction', PAY.params)],
    ['send with a callback', () => withCallback((done) => provider.send({ ...PAY, id: 4 }, done))],
    ['send at once', () => provider.send({ method: 'eth_accounts', id: 5 })],
    ['sendAsync', () => withCallback((done) => provider.sendAsync({ ...PAY, id: 6 }, done))],
    [
      'a batch',
      () =>
        withCallback((done) =>
          provider.sendAsync(
            [
              { ...PAY, id: 7 },
              { method: 'eth_chainId', id: 8 },
            ],
            done,
          ),
        ),
    ],
    ['an error', () => provider.request({ method: 'wallet_fail' } as never)],
    ['without parameters', () => provider.request({ method: 'personal_sign' } as never)],
    ['nothing', () => provider.request(undefined as never)],
    [
      'an event',
      () => {
        provider.on('chainChanged', (chain) => {
          heard = chain;
        });
        provider.emit('chainChanged', '0x5');
        return heard;
      },
    ],
  ];
}

function viem(provider: Provider): Step[] {
  const client = createWalletClient({ account: FROM, chain: mainnet, transport: custom(provider) });
  return [
    ['addresses', () => client.requestAddresses()],
    ['message', () => client.signMessage({ message: 'Hello' })],
    ['typed data', () => client.signTypedData({ ...TYPED, primaryType: 'Mail' })],
    ['transaction', () => client.sendTransaction({ to: TO, value: 1n, gas: 21_000n })],
    ['calls', () => client.sendCalls({ calls: [{ to: TO, value: 1n }] })],
    ['token', () => client.watchAsset({ type: 'ERC20', options: { address: TO, decimals: 18, symbol: 'T' } })],
    ['chain', () => client.addChain({ chain: mainnet })],
  ];
}

function ethers(provider: Provider): Step[] {
  const browser = new BrowserProvider(provider as never);
  return [
    ['account', async () => (await browser.getSigner()).address],
    ['message', async () => (await browser.getSigner()).signMessage('Hello')],
    [
      'typed data',
      async () =>
        (await browser.getSigner()).signTypedData(TYPED.domain, { Mail: [...TYPED.types.Mail] }, TYPED.message),
    ],
    [
      'transaction',
      async () => (await browser.getSigner()).sendUncheckedTransaction({ to: TO, value: 1n, gasLimit: 21_000n }),
    ],
    ['an error', () => browser.send('wallet_fail', [])],
  ];
}

function web3(provider: Provider): Step[] {
  const client = new Web3(provider as never);
  return [
    ['accounts', () => client.eth.requestAccounts()],
    ['message', () => client.eth.personal.sign('0x48656c6c6f', FROM, '')],
    ['typed data', () => client.eth.signTypedData(FROM, TYPED_WHOLE as never)],
    ['transaction', () => client.requestManager.send(PAY as never)],
    ['an error', () => client.requestManager.send({ method: 'wallet_fail', params: [] } as never)],
  ];
}

function wagmi(): Step[] {
  const config = createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: () => custom({ request: async () => '0x1' })({}) } as never,
  });
  return [
    ['discovery', () => config.connectors.map(({ name, type }) => [name, type])],
    ['connect', () => connect(config, { connector: config.connectors[0]! }).then(({ accounts }) => accounts)],
    ['state', () => getAccount(config).status],
    ['message', () => signMessage(config, { message: 'Hello' })],
    ['transaction', () => sendTransaction(config, { to: TO, value: 1n, gas: 21_000n })],
    ['disconnect', () => disconnect(config).then(() => getAccount(config).status)],
  ];
}

const KEY = new PublicKey(new Uint8Array(32).fill(7));
const PAYEE = new PublicKey(new Uint8Array(32).fill(9));
const TRANSFER = SystemProgram.transfer({ fromPubkey: KEY, toPubkey: PAYEE, lamports: 1 });
const HASH = new PublicKey(new Uint8Array(32).fill(3)).toBase58();
const legacy = () => {
  const transaction = new Transaction({ feePayer: KEY, blockhash: HASH, lastValidBlockHeight: 1 });
  return transaction.add(TRANSFER);
};
const versioned = () =>
  new VersionedTransaction(
    new TransactionMessage({ payerKey: KEY, recentBlockhash: HASH, instructions: [TRANSFER] }).compileToV0Message(),
  );

function standard(): Promise<Step[]> {
  return new Promise((resolve) => {
    const register = (wallet: ConstructorParameters<typeof StandardWalletAdapter>[0]['wallet']) => {
      const adapter = new StandardWalletAdapter({ wallet });
      resolve([
        ['connect', () => adapter.connect().then(() => adapter.publicKey?.toBase58())],
        ['message', () => adapter.signMessage?.(new Uint8Array([1, 2]))],
        ['legacy transaction', () => adapter.signTransaction?.(legacy()).then((signed) => signed.signatures.length)],
        [
          'versioned transaction',
          () => adapter.signTransaction?.(versioned()).then((signed) => signed.signatures.length),
        ],
        ['several', () => adapter.signAllTransactions?.([versioned(), versioned()]).then(({ length }) => length)],
        ['disconnect', () => adapter.disconnect().then(() => adapter.connected)],
      ]);
    };
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
  });
}

type Older = Record<'connect' | 'signTransaction' | 'signMessage', (given?: unknown) => Promise<unknown>>;
function solana(provider: Older): Step[] {
  return [
    ['connect', () => provider.connect()],
    [
      'transaction',
      async () => {
        const own = legacy();
        return (await provider.signTransaction(own)) === own;
      },
    ],
    ['message', () => provider.signMessage(new Uint8Array([1, 2]))],
  ];
}

type TronWeb = { trx: { sign(transaction: unknown): Promise<unknown> } };
type TronLink = { request(call: object): Promise<unknown> };
const TRON_TRANSFER = { txID: '00', raw_data: { contract: [] }, raw_data_hex: '0a02', visible: false };
const tron = (web: TronWeb, link: TronLink): Step[] => [
  ['accounts', () => link.request({ method: 'tron_requestAccounts' })],
  ['transaction', () => web.trx.sign(TRON_TRANSFER)],
  ['message', () => web.trx.sign('48656c6c6f')],
];

type Scope = { ethereum?: Provider; solana?: Older; tronWeb?: TronWeb; tronLink?: TronLink };
const scope = globalThis as Scope;
const provider = async () => scope.ethereum ?? (await announced());

const APPLICATIONS: Record<string, () => Step[] | Promise<Step[]>> = {
  raw: async () => raw(await provider()),
  viem: async () => viem(await provider()),
  ethers: async () => ethers(await provider()),
  web3: async () => web3(await provider()),
  wagmi,
  'wallet-adapter': standard,
  'older solana': () => solana(scope.solana!),
  tron: () => tron(scope.tronWeb!, scope.tronLink!),
};

const told = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' ? `${part}n` : part instanceof Error ? { ...part, message: part.message } : part,
  ) ?? 'undefined';

/** What came of each step of an application: its value, or its error with code and message. A step that hangs says so. */
export async function run(name: string): Promise<string[]> {
  const results: string[] = [];
  for (const [step, work] of await APPLICATIONS[name]!()) {
    const late = new Promise<string>((resolve) => setTimeout(resolve, 3_000, 'nothing'));
    const done = (async () => told(await work()))().catch(
      (error: Error & { code?: unknown }) => `${error.name} ${String(error.code)} ${error.message.split('\n')[0]}`,
    );
    results.push(`${step}: ${await Promise.race([done, late])}`);
  }
  return results;
}
