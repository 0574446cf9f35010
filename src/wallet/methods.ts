/**
 * Methods of wallets whose parameters name whom a request pays or empowers: JSON-RPC methods of EVM wallets, feature
 * methods of the Wallet Standard (Solana, Sui) without their prefix, and those of TronLink.
 */
const CHECKED: { readonly [method: string]: true } = {
  __proto__: null as never,
  batch: true,
  eth_sendTransaction: true,
  eth_signTransaction: true,
  eth_sign: true,
  eth_signTypedData: true,
  eth_signTypedData_v1: true,
  eth_signTypedData_v3: true,
  eth_signTypedData_v4: true,
  eth_signAuthorization: true,
  personal_sign: true,
  wallet_sendTransaction: true,
  wallet_sendCalls: true,
  wallet_prepareCalls: true,
  wallet_invokeMethod: true,
  wallet_addEthereumChain: true,
  wallet_watchAsset: true,
  metamask_watchAsset: true,
  wallet_grantPermissions: true,
  wallet_requestExecutionPermissions: true,
  wallet_signAuthorization: true,
  signTransaction: true,
  signAllTransactions: true,
  signAndSendTransaction: true,
  signAndSendAllTransactions: true,
  signTransactionBlock: true,
  signAndExecuteTransaction: true,
  signAndExecuteTransactionBlock: true,
  signMessage: true,
  signPersonalMessage: true,
  signIn: true,
  tron_signTransaction: true,
};

/** Methods that connect a wallet: they name nobody, and wait for the verdict on the page alone. */
const CONNECTING: { readonly [method: string]: true } = {
  __proto__: null as never,
  connect: true,
  enable: true,
  eth_requestAccounts: true,
  tron_requestAccounts: true,
  wallet_connect: true,
  wallet_createSession: true,
  wallet_requestPermissions: true,
};

// These run in the page's world, where a page may have replaced every method of a prototype: they call none.

/** Whether a request with this method is read before the wallet gets it. */
export const isCheckedMethod = (method: string): boolean => CHECKED[method] === true;

/** Whether a call of this method waits until it may go on. */
export const isHeldMethod = (method: unknown): method is string =>
  typeof method === 'string' && (CHECKED[method] === true || CONNECTING[method] === true);
