import type { Asset } from '../asset/type.ts';
import { readCalls, readTransaction } from './evm/transaction.ts';
import { readTypedDataRequest } from './evm/typed-data.ts';
import { readValue } from './evm/values.ts';
import { readMessages, readPersonalSign, readSignIns } from './message.ts';
import { memberOf, oneOrMany, Reading, type RequestKind } from './reading.ts';
import { readSolana } from './solana.ts';
import { readSui } from './sui.ts';
import { readTron } from './tron.ts';

export type { RequestKind } from './reading.ts';

/** Whom a request would pay or empower, each once: addresses as `ADDRESS`, hosts as `URL`; and what it asks for. */
export type RequestReading = { readonly parties: Asset[]; readonly kind: RequestKind };

type Reader = (args: readonly unknown[], reading: Reading, site: string, depth: number) => void;

const transaction: Reader = ([first], reading) => readTransaction(first, reading);
const calls: Reader = ([first], reading) => readCalls(first, reading);
const requests: Reader = (args, reading, site, depth) => {
  for (const entry of args) read(memberOf(entry, 'method'), memberOf(entry, 'params'), reading, site, depth + 1);
};
/** Takes what stands in the parameters in whatever shape. */
const as =
  (kind: RequestKind): Reader =>
  (args, reading) => {
    reading.addKind(kind);
    readValue(args, reading);
  };
/** Functions of the Wallet Standard have the same names for Solana and for Sui, whose transactions are `{text}`. */
const standard: Reader = (args, reading) => {
  for (const argument of args) {
    const text = memberOf(argument, 'text');
    if (typeof text === 'string') readSui(text, reading);
    else readSolana(argument, reading);
  }
};

/** A text is the hash of a transaction, or a message. */
const tron: Reader = (args, reading, site) =>
  typeof args[0] === 'string' ? readMessages(args, reading, site) : readTron(args, reading);

/** By method; the same as those of `isCheckedMethod`. */
export const READERS: ReadonlyMap<unknown, Reader> = new Map<unknown, Reader>([
  ['batch', requests],
  ['wallet_invokeMethod', ([first], ...rest) => requests([memberOf(first, 'request')], ...rest)],
  ['eth_sendTransaction', transaction],
  ['eth_signTransaction', transaction],
  ['wallet_sendTransaction', transaction],
  ['wallet_sendCalls', calls],
  ['wallet_prepareCalls', calls],
  ['eth_signTypedData', readTypedDataRequest],
  ['eth_signTypedData_v1', readTypedDataRequest],
  ['eth_signTypedData_v3', readTypedDataRequest],
  ['eth_signTypedData_v4', readTypedDataRequest],
  ['personal_sign', readPersonalSign],
  ['eth_sign', (_, reading) => reading.addKind('blind')],
  ['wallet_addEthereumChain', as('network')],
  ['wallet_watchAsset', as('token')],
  ['metamask_watchAsset', as('token')],
  ['wallet_grantPermissions', as('delegate')],
  ['wallet_requestExecutionPermissions', as('delegate')],
  ['wallet_signAuthorization', as('delegate')],
  ['eth_signAuthorization', as('delegate')],
  ['signTransaction', standard],
  ['signAllTransactions', standard],
  ['signAndSendTransaction', standard],
  ['signAndSendAllTransactions', standard],
  ['signTransactionBlock', standard],
  ['signAndExecuteTransaction', standard],
  ['signAndExecuteTransactionBlock', standard],
  ['signMessage', readMessages],
  ['signPersonalMessage', readMessages],
  ['signIn', readSignIns],
  ['tron_signTransaction', tron],
]);

/** Of requests in requests; wallets take one. */
const MAX_DEPTH = 3;

/**
 * Reads whom a wallet request pays or empowers from the request alone. Pure, the same for the same request, never
 * throws. Not every party need be one: what has the form of an address costs one look into the list.
 * @param method one of {@link READERS}: of JSON-RPC, with `batch` for an array of requests; of the Wallet Standard
 *   and TronLink the name of the function
 * @param params of the method; the arguments of a function, in which bytes are `Uint8Array`
 * @param site host of the page that asks
 */
export function readRequest(method: string, params: unknown, site: string): RequestReading {
  const reading = new Reading();
  read(method, params, reading, site, 0);
  return reading.result('typed');
}

function read(method: unknown, params: unknown, reading: Reading, site: string, depth: number): void {
  if (depth > MAX_DEPTH) reading.addKind('unreadable');
  else READERS.get(method)?.(oneOrMany(params), reading, site, depth);
}
