import type { RequestKind } from '../../kinds.ts';
import { entriesOf, heavier, memberOf, type Reading } from '../reading.ts';
import { readCalldata } from './calldata.ts';
import { addressesMeant, digitsOf } from './hex.ts';
import { readValue } from './values.ts';

/** Reads the parameters of `eth_sendTransaction`, or one call of several (EIP-1474, EIP-7702). */
export function readTransaction([transaction]: readonly unknown[], reading: Reading): void {
  const to = addressesMeant(memberOf(transaction, 'to'));
  reading.name(...to);
  // Wallets differ in which of the two they take.
  const written = ['data', 'input'].map((name) => digitsOf(memberOf(transaction, name), reading));
  let kind: RequestKind | undefined;
  for (const digits of written) kind = heavier(kind, readCalldata(digits, reading));
  const isPlain = written.every((digits) => digits === '');
  reading.addKind(kind ?? (isPlain ? 'send' : to.length > 0 ? 'contract' : 'deploy'));
  for (const authorization of entriesOf(memberOf(transaction, 'authorizationList'), reading)) {
    reading.addKind('delegate');
    readValue(authorization, reading);
  }
}

/** Reads the parameters of `wallet_sendCalls`: calls, and what is to pay for them (EIP-5792). */
export function readCalls([request]: readonly unknown[], reading: Reading): void {
  for (const call of entriesOf(memberOf(request, 'calls'), reading)) {
    readTransaction([call], reading);
    readValue(memberOf(call, 'capabilities'), reading);
  }
  readValue(memberOf(request, 'capabilities'), reading);
}
