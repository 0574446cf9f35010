import { base58check } from '../../asset/address/codec/base58.ts';
import { toHex } from '../../asset/hash.ts';
import type { RequestKind } from '../kinds.ts';
import { bytesIn, bytesOfDigits, Input } from './bytes.ts';
import { readCalldata } from './calldata.ts';
import { attempt, entriesOf, MAX_BYTES, memberOf, type Reading } from './reading.ts';

/** An address that is shown, in digits or in Base58Check. */
const SHOWN = /"(?:0[xX])?41([0-9a-fA-F]{40})"|"(T[1-9A-HJ-NP-Za-km-z]{33})"/g;

/** By the name of the contract (TRON, `Contract.proto`); any other is `contract`. */
const KINDS: ReadonlyMap<unknown, RequestKind> = new Map([
  ['TransferContract', 'send'],
  ['TransferAssetContract', 'transfer'],
  ['AccountPermissionUpdateContract', 'delegate'],
]);

/**
 * Names whom a TRON transaction pays or empowers. What is signed is `raw_data_hex`, whatever the object shows beside
 * it, so both are read. The owner, who signs, is no party of what is shown; in the bytes it looks like the others.
 */
export function readTron([argument]: readonly unknown[], reading: Reading): void {
  reading.form = (address) => base58check.encode(bytesOfDigits(`41${address.slice(2)}`));
  let count = 0;
  for (const transaction of [argument, memberOf(argument, 'transaction')]) {
    const contracts = entriesOf(memberOf(memberOf(transaction, 'raw_data'), 'contract'), reading);
    for (const contract of contracts) readShown(contract, reading);
    count += contracts.length + readSigned(bytesIn(memberOf(transaction, 'raw_data_hex'), reading), reading);
  }
  if (count === 0) reading.addKind('unreadable');
}

function readShown(contract: unknown, reading: Reading): void {
  const value = memberOf(memberOf(contract, 'parameter'), 'value');
  const { owner_address: _, data, ...others } = Object(value) as Record<string, unknown>;
  const isKnown = readCalldata(bytesIn(data, reading), reading);
  if (!isKnown) reading.addKind(KINDS.get(memberOf(contract, 'type')) ?? 'contract');
  const text = attempt(() => JSON.stringify(others, (_, each) => (typeof each === 'bigint' ? String(each) : each)));
  if (text === null) reading.addKind('unreadable');
  for (const [, digits, written] of text?.matchAll(SHOWN) ?? []) reading.name(written ?? `0x${digits!.toLowerCase()}`);
}

/**
 * Reads the bytes that are signed (Protocol Buffers; TRON, `Contract.proto`): an address stands behind its length of 21,
 * calldata behind tag 4 and its length, and the name of a contract in the URL of its type.
 * @returns how many contracts are in them
 */
function readSigned(bytes: Uint8Array, reading: Reading): number {
  const read = bytes.subarray(0, MAX_BYTES);
  if (read.length < bytes.length) reading.addKind('unreadable');
  for (const { 1: address, index } of toHex(read).matchAll(/(?=1541([0-9a-f]{40}))/g))
    if (index % 2 === 0) reading.name(`0x${address}`);
  let isKnown = false;
  for (let at = read.indexOf(0x22); at >= 0; at = read.indexOf(0x22, at + 1)) {
    const input = new Input(read.subarray(at + 1));
    const data = attempt(() => input.take(input.number())) ?? input.bytes.subarray(0, 0);
    if (data.length >= 4) isKnown = readCalldata(data, reading) || isKnown;
  }
  const names = [...new TextDecoder().decode(read).matchAll(/protocol\.(\w+Contract)/g)];
  for (const [, name] of isKnown ? [] : names) reading.addKind(KINDS.get(name) ?? 'contract');
  return names.length;
}
