import type { Asset } from '../asset/type.ts';
import type { RequestKind } from './kinds.ts';
import { formOf, type MethodForm } from './methods.ts';
import { readCalls, readTransaction, readTypedData, readValue } from './request/evm.ts';
import { readMessages, readPersonalSign, readSignIns } from './request/message.ts';
import { memberOf, Reading, textIn } from './request/reading.ts';
import { readSolana } from './request/solana.ts';
import { readSui } from './request/sui.ts';
import { readTron } from './request/tron.ts';

/** Whom a request would pay or empower, each once: addresses as `ADDRESS`, hosts as `URL`; and what it asks for. */
export type RequestReading = { readonly parties: Asset[]; readonly kind: RequestKind };

type Reader = (args: readonly unknown[], reading: Reading) => void;

const readRequests: Reader = (args, reading) => {
  for (const entry of args) reading.nested(() => read(memberOf(entry, 'method'), memberOf(entry, 'params'), reading));
};

/** What is in no such form is read in whatever shape, and asks for what its form says. */
const READERS: Readonly<Record<Exclude<MethodForm, 'network' | 'token' | 'delegate'>, Reader>> = {
  batch: readRequests,
  invoke: ([first], reading) => readRequests([memberOf(first, 'request')], reading),
  transaction: readTransaction,
  calls: readCalls,
  typed: readTypedData,
  personal: readPersonalSign,
  blind: (_, reading) => reading.addKind('blind'),
  // Functions of the Wallet Standard have the same names for Solana and for Sui, whose transactions are `{text}`.
  standard: (args, reading) => {
    for (const argument of args) {
      const text = textIn(argument, 'text');
      if (text) readSui(text, reading);
      if (!text || memberOf(argument, 'transaction') || memberOf(argument, 'message')) readSolana(argument, reading);
    }
  },
  message: readMessages,
  signIn: readSignIns,
  tron: (args, reading) => (typeof args[0] === 'string' ? readMessages : readTron)(args, reading),
  connecting: () => undefined,
};

/**
 * Reads whom a wallet request pays or empowers from the request alone. Pure; never throws. It names rather more parties.
 * @param method of JSON-RPC, `batch` for an array of requests; the name of a function of the Wallet Standard or TronLink
 * @param params of the method; the arguments of a function, in which bytes are `Uint8Array`
 * @param site host of the page that asks
 */
export function readRequest(method: string, params: unknown, site: string): RequestReading {
  const reading = new Reading();
  reading.site = site;
  read(method, params, reading);
  return reading.result();
}

function read(method: unknown, params: unknown, reading: Reading): void {
  const form = formOf(method);
  if (form === 'network' || form === 'token' || form === 'delegate') {
    reading.addKind(form);
    readValue(params, reading);
  } else if (form) READERS[form](Array.isArray(params) ? reading.entriesOf(params) : [params], reading);
}
