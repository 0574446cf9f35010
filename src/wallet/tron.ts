import { base58check } from '../asset/address/codec/base58.ts';
import { toHex } from '../asset/hash.ts';
import { readCalldata } from './evm/calldata.ts';
import { bytesOfDigits, digitsOf } from './evm/hex.ts';
import { entriesOf, heavier, memberOf, type Reading, type RequestKind } from './reading.ts';

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
 * it, so both are read; the owner, who signs, is passed over only where the object shows it.
 */
export function readTron([transaction]: readonly unknown[], reading: Reading): void {
  reading.form = tronForm;
  const inner = memberOf(transaction, 'transaction') ?? transaction;
  const contracts = entriesOf(memberOf(memberOf(inner, 'raw_data'), 'contract'));
  for (const contract of contracts) readShown(contract, reading);
  const { digits, isWhole } = digitsOf(memberOf(inner, 'raw_data_hex'));
  readSigned(digits, reading);
  if (!isWhole || contracts.length + digits.length === 0) reading.addKind('unreadable');
}

function readShown(contract: unknown, reading: Reading): void {
  const value = memberOf(memberOf(contract, 'parameter'), 'value');
  const { owner_address: _, data, ...others } = Object(value) as Record<string, unknown>;
  const called = readCall(digitsOf(data).digits, reading);
  reading.addKind(called ?? KINDS.get(memberOf(contract, 'type')) ?? 'contract');
  readAddresses(others, reading);
}

function readAddresses(value: unknown, reading: Reading, depth = 0): void {
  if (depth > 8 || !reading.mayRead(1)) reading.addKind('unreadable');
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
 * Reads the bytes that are signed (Protocol Buffers): an address stands behind its length, the name of a contract in the
 * URL of its type, and calldata at any byte.
 */
function readSigned(digits: string, reading: Reading): void {
  for (const { 1: address, index } of digits.matchAll(/(?=1541([0-9a-f]{40}))/g))
    if (index % 2 === 0) reading.name(`0x${address}`);
  const text = new TextDecoder().decode(bytesOfDigits(digits));
  let kind: RequestKind | undefined;
  for (let shift = 0; shift < 8; shift += 2) kind = heavier(kind, readCall(digits.slice(shift), reading));
  for (const [, name] of text.matchAll(/protocol\.(\w+Contract)/g))
    reading.addKind(kind ?? KINDS.get(name) ?? 'contract');
}
