/** Methods of wallets by how they are read: of JSON-RPC, of the Wallet Standard (Solana, Sui) without prefix, and of TronLink. */
export const METHODS = {
  batch: 'batch',
  invoke: 'wallet_invokeMethod',
  transaction: 'eth_sendTransaction eth_signTransaction wallet_sendTransaction',
  calls: 'wallet_sendCalls wallet_prepareCalls',
  typed: 'eth_signTypedData eth_signTypedData_v1 eth_signTypedData_v3 eth_signTypedData_v4',
  personal: 'personal_sign',
  blind: 'eth_sign',
  network: 'wallet_addEthereumChain',
  token: 'wallet_watchAsset metamask_watchAsset',
  delegate: 'wallet_grantPermissions wallet_requestExecutionPermissions wallet_signAuthorization eth_signAuthorization',
  standard:
    'signTransaction signAllTransactions signAndSendTransaction signAndSendAllTransactions signTransactionBlock ' +
    'signAndExecuteTransaction signAndExecuteTransactionBlock',
  message: 'signMessage signPersonalMessage',
  signIn: 'signIn',
  tron: 'tron_signTransaction',
  /** They name nobody, and wait for the verdict on the page alone. */
  connecting:
    'connect enable eth_requestAccounts tron_requestAccounts wallet_connect wallet_createSession wallet_requestPermissions',
};
export type MethodForm = keyof typeof METHODS;

/** Made when the script starts, without a prototype: a page may replace every built-in later, or give a name to all objects. */
const FORMS: { [method: string]: MethodForm } = Object.create(null);
for (const form of Object.keys(METHODS) as MethodForm[])
  for (const method of METHODS[form].split(' ')) FORMS[method] = form;

/** How the parameters of a method are read, which waits until it may go on; undefined for any other. */
export const formOf = (method: unknown): MethodForm | undefined =>
  typeof method === 'string' ? FORMS[method] : undefined;
