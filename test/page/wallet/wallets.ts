/** Wallets as they stand in pages, as source text. Each notes in `reached`, as text, what it was asked to do. */

const NOTE = `
  // Frames note what reached them in the page around them.
  const top = (() => { try { return window.top.document && window.top; } catch { return window; } })();
  top.reached ??= '';
  const { stringify } = JSON;
  const { isView } = ArrayBuffer;
  const hex = (bytes) => { let text = ''; for (let at = 0; at < bytes.length; at += 1) text += bytes[at].toString(16).padStart(2, '0'); return text; };
  const answers = { personal_sign: '0x' + '1b'.repeat(65), eth_signTypedData_v4: '0x' + '1c'.repeat(65), eth_sendTransaction: '0x' + '0d'.repeat(32), wallet_sendCalls: { id: '0x1' }, wallet_watchAsset: true, wallet_addEthereumChain: null };
  const reach = (method, params) => {
    const given = stringify([method, params], (_, part) => typeof part === 'bigint' ? part + 'n' : isView(part) ? hex(new Uint8Array(part.buffer, part.byteOffset, part.byteLength)) : part);
    top.reached += given + '\\n';
    return answers[method] ?? 'done by ' + method;
  };`;

const ANNOUNCE = `
  const announce = (provider) => {
    const detail = Object.freeze({ info: Object.freeze({ uuid: '1', name: 'Stub', icon: 'data:,', rdns: 'example.stub' }), provider });
    const event = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.addEventListener('eip6963:requestProvider', event);
    event();
  };`;

const source = (text: string) => `(() => { ${NOTE} ${ANNOUNCE} ${text} })();`;

const PROVIDER = `
  // What a wallet says without asking the person.
  const SAID = { eth_chainId: '0x1', net_version: '1', eth_blockNumber: '0x1', eth_gasPrice: '0x1', eth_getTransactionCount: '0x0', wallet_getPermissions: [], wallet_requestPermissions: [{ parentCapability: 'eth_accounts', caveats: [] }], wallet_revokePermissions: null, wallet_switchEthereumChain: null };
  class Provider {
    #accounts = ['0x0000000000000000000000000000000000000abc'];
    isMetaMask = true;
    chainId = '0x1';
    #listeners = {};
    async request({ method, params }) {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return this.#accounts;
      if (method === 'wallet_fail') throw Object.assign(new Error('no such thing'), { code: 4200, data: { method } });
      if (method in SAID) return SAID[method];
      return reach(method, params);
    }
    enable() { return this.request({ method: 'eth_requestAccounts' }); }
    send(first, second) {
      if (typeof first === 'string') return this.request({ method: first, params: second });
      if (typeof second === 'function') return this.sendAsync(first, second);
      return { id: first.id, jsonrpc: '2.0', result: this.chainId };
    }
    sendAsync(payload, callback) {
      const one = (each) => this.request(each).then((result) => ({ id: each.id, jsonrpc: '2.0', result }));
      const all = Array.isArray(payload) ? Promise.all(payload.map(one)) : one(payload);
      all.then((answer) => callback(null, answer), (error) => callback(error, { id: payload.id, jsonrpc: '2.0', error }));
    }
    on(name, listener) { (this.#listeners[name] ??= []).push(listener); return this; }
    removeListener(name, listener) { this.#listeners[name] = (this.#listeners[name] ?? []).filter((each) => each !== listener); return this; }
    emit(name, value) { for (const listener of this.#listeners[name] ?? []) listener.call(this, value); }
  }
  // As MetaMask's inpage provider does.
  const proxied = (provider) => new Proxy(provider, {
    deleteProperty: () => true,
    get(target, name) { const value = target[name]; return typeof value === 'function' ? value.bind(target) : value; },
  });`;

/** EVM wallets by their shape. */
export const EVM = {
  'a class with private fields': source(
    `${PROVIDER} const own = new Provider(); window.ethereum = own; announce(own);`,
  ),
  'a proxy, as MetaMask has it': source(
    `${PROVIDER} const own = proxied(new Provider()); window.ethereum = own; announce(own);`,
  ),
  'a frozen instance': source(
    `${PROVIDER} const own = Object.freeze(new Provider()); window.ethereum = own; announce(own);`,
  ),
  'frozen members of its own, only on EIP-6963': source(
    `${PROVIDER} const inner = new Provider(); const own = Object.freeze({ request: (call) => inner.request(call), send: (...values) => inner.send(...values), sendAsync: (...values) => inner.sendAsync(...values), on: (...values) => inner.on(...values), removeListener: (...values) => inner.removeListener(...values), emit: (...values) => inner.emit(...values), enable: () => inner.enable(), isMetaMask: true, chainId: '0x1' }); announce(own);`,
  ),
  'several in one': source(
    `${PROVIDER} const own = new Provider(); const other = new Provider(); own.providers = [other, own]; window.ethereum = own; announce(other);`,
  ),
  'one that cannot be written over': source(
    `${PROVIDER} const own = new Provider(); Object.defineProperty(window, 'ethereum', { value: own, configurable: false, writable: false }); announce(own);`,
  ),
} as const;

/** A wallet that comes after the page's first script. */
export const LATE = source(
  `${PROVIDER} addEventListener('DOMContentLoaded', () => setTimeout(() => { window.ethereum = new Provider(); window.dispatchEvent(new Event('ethereum#initialized')); }, 20));`,
);

const STANDARD = `
  const account = Object.freeze({ address: '7', publicKey: new Uint8Array(32), chains: ['solana:mainnet'], features: ['solana:signTransaction'] });
  const features = {
    'standard:connect': { version: '1.0.0', connect: async (...inputs) => { reach('connect', inputs); return { accounts: [account] }; } },
    'standard:events': { version: '1.0.0', on: () => () => {} },
    'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signTransaction: async (...inputs) => { reach('signTransaction', inputs); return inputs.map(({ transaction }) => ({ signedTransaction: transaction })); } },
    'solana:signMessage': { version: '1.0.0', signMessage: async (...inputs) => { reach('signMessage', inputs); return inputs.map(({ message }) => ({ signedMessage: message, signature: new Uint8Array(64) })); } },
  };
  const register = (wallet) => {
    const callback = ({ register }) => register(wallet);
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }));
    window.addEventListener('wallet-standard:app-ready', ({ detail }) => callback(detail));
  };`;

/** Wallets of the Wallet Standard. */
export const STANDARD_WALLETS = {
  'a class': source(
    `${STANDARD} class Wallet { version = '1.0.0'; name = 'Stub'; icon = 'data:image/svg+xml,'; chains = ['solana:mainnet']; accounts = [account]; get features() { return features; } } register(new Wallet());`,
  ),
  'a frozen one': source(
    `${STANDARD} for (const name of Object.keys(features)) Object.freeze(features[name]); class Wallet { version = '1.0.0'; name = 'Stub'; icon = 'data:image/svg+xml,'; chains = ['solana:mainnet']; accounts = [account]; get features() { return Object.freeze(features); } } register(Object.freeze(new Wallet()));`,
  ),
} as const;

/** A Solana wallet as wallets were before the Wallet Standard. */
export const OLDER_SOLANA = source(
  `class Provider { isPhantom = true; publicKey = null; async connect() { reach('connect', []); return { publicKey: '7' }; } async signTransaction(transaction) { reach('signTransaction', transaction.serializeMessage()); return transaction; } async signMessage(message) { reach('signMessage', message); return { signature: new Uint8Array(64) }; } }
  const own = new Provider(); window.solana = own; window.phantom = { solana: own };`,
);

/** TronLink. */
export const TRON = source(
  `window.tronWeb = { trx: { async sign(transaction) { reach('sign', transaction); return { ...transaction, signature: ['00'] }; } } };
  window.tronLink = { tronWeb: window.tronWeb, async request({ method, params }) { return reach(method, params); } };`,
);
