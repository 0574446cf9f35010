/**
 * Methods of wallets whose parameters name whom a request pays or empowers: JSON-RPC methods of EVM wallets, feature
 * methods of the Wallet Standard (Solana, Sui) without their prefix, and those of TronLink.
 */
const CHECKED =
  /^(?:eth_(?:sign|signTypedData(?:_v[134])?|(?:send|sign)Transaction|signAuthorization)|personal_sign|wallet_(?:send(?:Calls|Transaction)|prepareCalls|invokeMethod|addEthereumChain|watchAsset|grantPermissions|requestExecutionPermissions|signAuthorization)|metamask_watchAsset|batch|sign(?:And(?:Send|Execute))?(?:All)?Transactions?(?:Block)?|sign(?:Personal)?Message|signIn|tron_signTransaction)$/;

/** Whether a request with this method is read before the wallet gets it. Has no imports: it runs in the page's world. */
export const isCheckedMethod = (method: string): boolean => CHECKED.test(method);
