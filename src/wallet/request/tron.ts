import { base58check } from '../../asset/address/codec/base58.ts';
import { toHex } from '../../asset/hash.ts';
import { readCalldata } from './evm/calldata.ts';
import { bytesOfDigits, digitsOf } from './evm/hex.ts';
import { entriesOf, heavier, MAX_BYTES, memberOf, type Reading, type RequestKind, VALUE_WORK } from './reading.ts';

/** Writes an EVM address as the TRON network does: Base58Check with version 41. */
const tronForm = (address: string): string => base58check.encode(bytesOfDigits(`41${address.slice(2)}`));

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
  const called = readCall(digitsOf(data, reading), reading);
  reading.addKind(called ?? KINDS.get(memberOf(contract, 'type')) ?? 'contract');
  readAddresses(others, reading);
}

function readAddresses(value: unknown, reading: Reading, depth = 0): void {
  if (depth > 8 || !reading.mayRead(VALUE_WORK)) reading.addKind('unreadable');
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) readAddresses(member, reading, depth + 1);
  else if (typeof value === 'string') {
    const digits = /^(?:0x)?41([0-9a-f]{40})$/i.exec(value)?.[1]?.toLowerCase() ?? digitsOfWritten(value);
    if (digits !== undefined) reading.name(`0x${digits}`);
  }
}

function digitsOfWritten(address: string): string | undefined {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return undefined;
  try {
    return toHex(base58check.decode(address).subarray(1));
  } catch {
    return undefined; // Its checksum is wrong, so it is no address.
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
    const [length, start] = varintAt(bytes, at + 1);
    if (length >= 4 && start + length <= bytes.length)
      kind = heavier(kind, readCall(digits.slice(2 * start, 2 * (start + length)), reading));
  }
  const names = [...new TextDecoder().decode(bytes).matchAll(/protocol\.(\w+Contract)/g)];
  for (const [, name] of names) reading.addKind(kind ?? KINDS.get(name) ?? 'contract');
  return names.length;
}

/** A number of variable length, and where it ends. */
function varintAt(bytes: Uint8Array, start: number): readonly [value: number, end: number] {
  let [value, at] = [0, start];
  for (let scale = 1; at < bytes.length; scale *= 128) {
    const byte = bytes[at++]!;
    value += (byte & 127) * scale;
    if (byte < 128) break;
  }
  return [value, at];
}
