/** Made when the script starts: a page may replace every method of a prototype later, or give a name to all objects. */
const tableOf = (...names: readonly string[]): { readonly [method: string]: true } =>
  Object.assign(Object.create(null), ...names.flatMap((line) => line.split(' ')).map((name) => ({ [name]: true })));

/**
 * Methods of wallets whose parameters name whom a request pays or empowers: JSON-RPC methods of EVM wallets, feature
 * methods of the Wallet Standard (Solana, Sui) without their prefix, and those of TronLink.
 */
const CHECKED = tableOf(
  'batch eth_sendTransaction eth_signTransaction eth_sign eth_signTypedData eth_signTypedData_v1',
  'eth_signTypedData_v3 eth_signTypedData_v4 eth_signAuthorization personal_sign wallet_sendTransaction',
  'wallet_sendCalls wallet_prepareCalls wallet_invokeMethod wallet_addEthereumChain wallet_watchAsset',
  'metamask_watchAsset wallet_grantPermissions wallet_requestExecutionPermissions wallet_signAuthorization',
  'signTransaction signAllTransactions signAndSendTransaction signAndSendAllTransactions',
  'signTransactionBlock signAndExecuteTransaction signAndExecuteTransactionBlock signMessage',
  'signPersonalMessage signIn tron_signTransaction',
);

/** Methods that connect a wallet: they name nobody, and wait for the verdict on the page alone. */
const CONNECTING = tableOf(
  'connect enable eth_requestAccounts tron_requestAccounts wallet_connect wallet_createSession',
  'wallet_requestPermissions',
);

/** Whether a request with this method is read before the wallet gets it. */
export const isCheckedMethod = (method: string): boolean => CHECKED[method] === true;

/** Whether a call of this method waits until it may go on. */
export const isPausedMethod = (method: unknown): method is string =>
  typeof method === 'string' && (CHECKED[method] === true || CONNECTING[method] === true);
