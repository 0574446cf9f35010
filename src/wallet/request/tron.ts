import { base58check } from '../../asset/address/codec/base58.ts';
import { toHex } from '../../asset/hash.ts';
import type { RequestKind } from '../kinds.ts';
import { readCalldata } from './evm/calldata.ts';
import { bytesOfDigits, digitsOf } from './evm/hex.ts';
import { Input } from './input.ts';
import { attempt, entriesOf, heavier, MAX_BYTES, memberOf, type Reading, VALUE_WORK } from './reading.ts';

/** Writes an EVM address as the TRON network does: Base58Check with version 41. */
const tronForm = (address: string): string => base58check.encode(bytesOfDigits(`41${address.slice(2)}`));
/** An address that is shown, in digits or in that form. */
const SHOWN = /"(?:0[xX])?41([0-9a-fA-F]{40})"|"(T[1-9A-HJ-NP-Za-km-z]{33})"/g;

/** By the name of the contract (TRON, `Contract.proto`); any other is `contract`. */
const KINDS: ReadonlyMap<unknown, RequestKind> = new Map([
  ['TransferContract', 'send'],
  ['TransferAssetContract', 'transfer'],
  ['AccountPermissionUpdateContract', 'delegate'],
]);

/**
 * Names whom a TRON transaction pays or empowers. What is signed is `raw_data_hex`, whatever the object shows beside
 * it, so both are read. The owner, who signs, is no party of what is shown; in the bytes it cannot be told from others.
 */
export function readTron([argument]: readonly unknown[], reading: Reading): void {
  reading.form = tronForm;
  let count = 0;
  for (const transaction of [argument, memberOf(argument, 'transaction')]) {
    const contracts = entriesOf(memberOf(memberOf(transaction, 'raw_data'), 'contract'), reading);
    for (const contract of contracts) readShown(contract, reading);
    const digits = digitsOf(memberOf(transaction, 'raw_data_hex'), reading);
    count += contracts.length + readSigned(digits.slice(0, 2 * MAX_BYTES), reading);
    if (digits.length > 2 * MAX_BYTES) reading.addKind('unreadable');
  }
  if (count === 0) reading.addKind('unreadable');
}

function readShown(contract: unknown, reading: Reading): void {
  const value = memberOf(memberOf(contract, 'parameter'), 'value');
  const { owner_address: _, data, ...others } = Object(value) as Record<string, unknown>;
  reading.addKind(readCall(digitsOf(data, reading), reading) ?? KINDS.get(memberOf(contract, 'type')) ?? 'contract');
  const text = attempt(() => JSON.stringify(others, (_, each) => (typeof each === 'bigint' ? String(each) : each)));
  if (text === null) reading.addKind('unreadable');
  for (const [, digits, written] of text && reading.mayRead(text.length) ? text.matchAll(SHOWN) : []) {
    // One with a wrong checksum is none.
    const key = digits ?? attempt(() => toHex(base58check.decode(written ?? '').subarray(1)));
    if (key !== null) reading.name(`0x${key.toLowerCase()}`);
  }
}

/** Reads calldata. Contracts ignore what stands before 20 bytes, and wallets put the version there. */
function readCall(digits: string, reading: Reading): RequestKind | undefined {
  const kind = readCalldata(digits, reading);
  if (/0{22}41/.test(digits)) readCalldata(digits.replace(/0{22}41/g, '0'.repeat(24)), reading);
  return kind;
}

/**
 * Reads the bytes that are signed (Protocol Buffers; TRON, `Contract.proto`): an address stands behind its length of 21,
 * calldata behind tag 4 and its length, and the name of a contract in the URL of its type.
 * @returns how many contracts are in them
 */
function readSigned(digits: string, reading: Reading): number {
  for (const { 1: address, index } of digits.matchAll(/(?=1541([0-9a-f]{40}))/g))
    if (index % 2 === 0) reading.name(`0x${address}`);
  const bytes = bytesOfDigits(digits);
  let kind: RequestKind | undefined;
  for (let at = bytes.indexOf(0x22); at >= 0 && reading.mayRead(VALUE_WORK); at = bytes.indexOf(0x22, at + 1)) {
    const input = new Input(bytes.subarray(at + 1));
    const length = input.number();
    const start = at + 1 + input.at;
    if (length >= 4 && start + length <= bytes.length)
      kind = heavier(kind, readCall(digits.slice(2 * start, 2 * (start + length)), reading));
  }
  const names = [...new TextDecoder().decode(bytes).matchAll(/protocol\.(\w+Contract)/g)];
  for (const [, name] of names) reading.addKind(kind ?? KINDS.get(name) ?? 'contract');
  return names.length;
}
