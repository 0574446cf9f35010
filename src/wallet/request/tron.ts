import { base58check } from '../../asset/address/codec/base58.ts';
import { toHex } from '../../asset/hash.ts';
import { attempt } from '../attempt.ts';
import type { RequestKind } from '../kinds.ts';
import { readCalldata } from './calldata.ts';
import { bytesOfDigits, Input, type Reading } from './reading.ts';

/** In the JSON that is shown: addresses in digits and base58 without the owner's, calldata, contracts, and what is signed. */
const SHOWN =
  /"owner_address":"\w*"|"(?:0[xX])?41([0-9a-fA-F]{40})"|"(T[1-9A-HJ-NP-Za-km-z]{33})"|"data":"([^"]*)"|"type":"(\w+)"|"raw_data_hex":"([^"]*)"/g;

/** By the name of the contract (TRON, `Contract.proto`). */
const KINDS: ReadonlyMap<unknown, RequestKind> = new Map([
  ['TransferContract', 'send'],
  ['TransferAssetContract', 'transfer'],
  ['AccountPermissionUpdateContract', 'delegate'],
]);

/** Names whom a TRON transaction pays or empowers, in what is shown, without the owner, and in what is signed (`raw_data_hex`). */
export function readTron([transaction]: readonly unknown[], reading: Reading): void {
  reading.form = (address) => base58check.encode(bytesOfDigits(`41${address.slice(2)}`));
  const written = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const text = attempt(() => JSON.stringify(transaction, written)) ?? '';
  if (!reading.mayRead(4 * text.length)) return;
  for (const [, digits, address, data, contract, signed] of text.matchAll(SHOWN)) {
    if (address ?? digits) reading.name(address ?? `0x${digits!.toLowerCase()}`);
    if (data) readCalldata(reading.bytesOf(data), reading);
    if (contract) reading.addKind(KINDS.get(contract) ?? 'contract');
    if (signed) readSigned(reading.bytesOf(signed), reading);
  }
}

/** Of Protocol Buffers: an address stands behind its length of 21, calldata behind tag 4, a contract's name in the URL of its type. */
function readSigned(bytes: Uint8Array, reading: Reading): void {
  for (const { 1: address, index } of toHex(bytes).matchAll(/(?=1541([0-9a-f]{40}))/g))
    if (index % 2 === 0) reading.name(`0x${address}`);
  for (let at = bytes.indexOf(0x22); at >= 0; at = bytes.indexOf(0x22, at + 1)) {
    const input = new Input(bytes.subarray(at + 1));
    readCalldata(attempt(() => input.take(input.number())) ?? new Uint8Array(), reading);
  }
  for (const [, name] of new TextDecoder().decode(bytes).matchAll(/protocol\.(\w+Contract)/g))
    reading.addKind(KINDS.get(name) ?? 'contract');
}
