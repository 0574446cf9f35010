import { bytesIn, entriesOf, memberOf, type Reading } from '../reading.ts';
import { readCalldata } from './calldata.ts';
import { addressesMeant, readValue } from './values.ts';

/** Reads the parameters of `eth_sendTransaction`, or one call of several (EIP-1474, EIP-7702). */
export function readTransaction([transaction]: readonly unknown[], reading: Reading): void {
  const to = addressesMeant(memberOf(transaction, 'to'));
  reading.name(...to);
  // Wallets differ in which of the two they take.
  const data = [memberOf(transaction, 'data'), memberOf(transaction, 'input')].map((each) => bytesIn(each, reading));
  const known = data.filter((each) => readCalldata(each, reading));
  const isPlain = data.every(({ length }) => length === 0);
  if (known.length === 0) reading.addKind(isPlain ? 'send' : to.length > 0 ? 'contract' : 'deploy');
  const authorizations = entriesOf(memberOf(transaction, 'authorizationList'), reading);
  if (authorizations.length > 0) reading.addKind('delegate');
  readValue(authorizations, reading);
}

/** Reads the parameters of `wallet_sendCalls`: calls, and what is to pay for them (EIP-5792). */
export function readCalls([request]: readonly unknown[], reading: Reading): void {
  for (const call of entriesOf(memberOf(request, 'calls'), reading)) {
    readTransaction([call], reading);
    readValue(memberOf(call, 'capabilities'), reading);
  }
  readValue(memberOf(request, 'capabilities'), reading);
}
