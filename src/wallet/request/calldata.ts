import { toHex } from '../../asset/hash.ts';
import type { RequestKind } from '../kinds.ts';
import type { Reading } from './reading.ts';

/** Bytes above which go-ethereum's pool refuses a transaction (`txMaxSize`). */
const MAX_BYTES = 131_072;
const WORD = 32;
const SELECTOR = 4;
const BEFORE_ADDRESS = 12;
/** What no address has in its digits; numbers, lengths and parts of two words have it. */
const NO_ADDRESS = '0'.repeat(16);
/** Of a packed call of Safe: operation (1 byte), target (20), value (32), length of the data (32). */
const SAFE_HEAD = 85;

/** What a call does, the words that name its parties, of which it empowers the last, and the word that makes it a revocation if that or the last is zero. */
type Call = readonly [kind: RequestKind | 'several' | 'one' | 'lockdown', parties: readonly number[], amount?: number];

/** By selector, the first four bytes of the Keccak-256 of the signature (Solidity, "Contract ABI Specification"). */
const CALLS: ReadonlyMap<string, Call> = new Map([
  ['a9059cbb', ['transfer', [0]]], // transfer(address,uint256)
  ['23b872dd', ['transfer', [0, 1]]], // transferFrom(address,address,uint256)
  ['42842e0e', ['transfer', [0, 1]]], // safeTransferFrom(address,address,uint256)
  ['b88d4fde', ['transfer', [0, 1]]], // safeTransferFrom(address,address,uint256,bytes)
  ['f242432a', ['transfer', [0, 1]]], // safeTransferFrom(address,address,uint256,uint256,bytes)
  ['2eb2c2d6', ['transfer', [0, 1]]], // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
  ['36c78516', ['transfer', [0, 1, 3]]], // transferFrom(address,address,uint160,address), Permit2
  ['0d58b1db', ['transfer', []]], // transferFrom((address,address,uint160,address)[]), Permit2
  ['095ea7b3', ['approve', [0], 1]], // approve(address,uint256)
  ['39509351', ['approve', [0], 1]], // increaseAllowance(address,uint256)
  ['d73dd623', ['approve', [0], 1]], // increaseApproval(address,uint256)
  ['87517c45', ['approve', [0, 1], 2]], // approve(address,address,uint160,uint48), Permit2
  ['a22cb465', ['approve-all', [0], 1]], // setApprovalForAll(address,bool)
  ['d505accf', ['permit', [0, 1], 2]], // permit(address,address,uint256,uint256,uint8,bytes32,bytes32), ERC-2612
  ['8fcbaf0c', ['permit', [0, 1], 4]], // permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32), DAI
  ['2b67b570', ['permit', [0, 1, 5], 2]], // permit(address,((address,uint160,uint48,uint48),address,uint256),bytes), Permit2
  ['2a2d80d1', ['permit', [0]]], // permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes), Permit2
  ['a457c2d7', ['revoke', [0]]], // decreaseAllowance(address,uint256)
  ['66188463', ['revoke', [0]]], // decreaseApproval(address,uint256)
  ['cc53287f', ['lockdown', []]], // lockdown((address,address)[]), Permit2
  ['8d80ff0a', ['several', []]], // multiSend(bytes), Safe
  ['e9ae5c53', ['one', []]], // execute(bytes32,bytes), ERC-7579
  ['d691c964', ['one', []]], // executeFromExecutor(bytes32,bytes), ERC-7579
]);

/** Names whom calldata pays or empowers, however nested. @param revoked where in the buffer the spenders of revocations stand */
export function readCalldata(calldata: Uint8Array, reading: Reading, revoked = new Set<number>()): void {
  const data = calldata.subarray(0, MAX_BYTES);
  if (data.length < calldata.length) reading.addKind('unreadable');
  if (!reading.mayRead(2 * data.length)) return;
  for (let at = 0; at < data.length; at += SELECTOR) {
    const isCall = at === 0 || isBehindLength(data, at);
    const call = isCall ? CALLS.get(toHex(data.subarray(at, at + SELECTOR))) : undefined;
    const args = data.subarray(at + SELECTOR);
    if (call) readCall(call, args, reading, revoked);
    if (call?.[0] === 'lockdown' && at === 0)
      for (let spender = 3 * WORD; spender < args.length; spender += 2 * WORD) revoked.add(args.byteOffset + spender);
    if (at + WORD > data.length || revoked.has(data.byteOffset + at)) continue;
    const zeros = data.subarray(at, at + BEFORE_ADDRESS).findIndex((byte) => byte !== 0);
    const isVersion = reading.form && zeros === BEFORE_ADDRESS - 1 && data[at + zeros] === 0x41;
    const address = zeros < 0 || isVersion ? addressIn(data, at) : NO_ADDRESS;
    if (!address.includes(NO_ADDRESS)) reading.mention(address);
  }
}

const numberAt = (data: Uint8Array, at: number): number =>
  data.subarray(at + WORD - 6, at + WORD).reduce((value, byte) => value * 256 + byte, 0);

/** The address in a word. What stands before it is ignored (Solidity before 0.5), and what is missing is zero (`CALLDATALOAD`). */
const addressIn = (data: Uint8Array, at: number): string =>
  `0x${toHex(data.subarray(at + BEFORE_ADDRESS, at + WORD)).padEnd(40, '0')}`;

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

function isBehindLength(data: Uint8Array, at: number): boolean {
  const length = at < WORD ? 0 : numberAt(data, at - WORD);
  return length > WORD && at + length <= data.length && isZero(data.subarray(at - WORD, at - 6));
}

function readCall([kind, parties, amount]: Call, args: Uint8Array, reading: Reading, revoked: Set<number>): void {
  if (kind === 'several' || kind === 'one') {
    readPacked(kind, args, reading, revoked);
    return;
  }
  const words = parties.map((word) => WORD * word);
  const isZeroIn = (word: number) => isZero(args.subarray(WORD * word, WORD * (word + 1)));
  const isNothing = amount !== undefined && (isZeroIn(amount) || isZeroIn(parties.at(-1)!));
  const isRevocation = kind === 'revoke' || kind === 'lockdown' || isNothing;
  if (isRevocation) for (const word of words.splice(-1)) revoked.add(args.byteOffset + word);
  reading.name(...words.map((word) => addressIn(args, word)));
  reading.addKind(isRevocation ? 'revoke' : kind);
}

/** Reads calls that are packed without padding, so that their targets do not have the shape of a word. */
function readPacked(kind: 'several' | 'one', args: Uint8Array, reading: Reading, revoked: Set<number>): void {
  const start = WORD + numberAt(args, kind === 'one' ? WORD : 0);
  const packed = args.subarray(start, start + numberAt(args, start - WORD));
  const readInner = (target: number, from: number, to: number) => {
    reading.name(addressIn(packed, target - BEFORE_ADDRESS));
    reading.nested(() => readCalldata(packed.subarray(from, to), reading, revoked));
  };
  // ERC-7579: the mode begins with 00 for one call (target, value, data), ff for a delegated one (target, data).
  if (kind === 'one' && args[0] !== 1) readInner(0, args[0] === 0xff ? 20 : 52, packed.length);
  for (let at = 0, next = 0; kind === 'several' && at + SAFE_HEAD <= packed.length; at = next) {
    next = at + SAFE_HEAD + numberAt(packed, at + SAFE_HEAD - WORD);
    readInner(at + 1, at + SAFE_HEAD, next);
  }
}
