import type { RequestKind } from '../../kinds.ts';
import { heavier, MAX_BYTES, type Reading } from '../reading.ts';

const MAX_DEPTH = 6;
const WORD = 64;
const SELECTOR = 8;

/**
 * What a known call does, the words of its arguments that name parties, and the word that makes it a revocation if it
 * is zero. Of those parties the last one is whom it empowers. A call that only passes others on has their kind:
 * `several` (Safe) or `one` (ERC-7579), packed without padding.
 */
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
const ZERO = '0'.repeat(WORD);
/** What stands before an address in a word, and what no address has in it. */
const BEFORE_ADDRESS = '0'.repeat(24);
/** What stands before a length in a word. */
const LENGTH = '0'.repeat(56);
const NO_ADDRESS = '0'.repeat(16);
/** What is missing at the end reads as zero (Ethereum Yellow Paper, `CALLDATALOAD`). */
const wordAt = (data: string, start: number): string => data.slice(start, start + WORD).padEnd(WORD, '0');
/** Contracts from before Solidity 0.5 ignore what stands before the 20 bytes, so nothing is asked of it. */
const addressIn = (word: string): string => `0x${word.slice(24)}`;

/** Where data stands: in how many packed calls, and from which digit on; and the words that revocations take back. */
type Place = { readonly depth: number; readonly base: number; readonly revoked: Set<number> };

/**
 * Names whom calldata pays or empowers, without a list of the functions that pass calls on: known calls stand at the
 * start or behind the length of the bytes that hold them, and what has the shape of an address stands at a fourth byte.
 * The spender of a revocation is not named.
 *
 * Not found in an unknown call: an address with eight zero bytes in a row, and one in an encoding of its own.
 * @param data hexadecimal digits of the calldata
 * @returns the heaviest kind of the known calls
 */
export function readCalldata(
  data: string,
  reading: Reading,
  place: Place = { depth: 0, base: 0, revoked: new Set() },
): RequestKind | undefined {
  const digits = data.slice(0, 2 * MAX_BYTES);
  if (data.length > digits.length || place.depth > MAX_DEPTH) reading.addKind('unreadable');
  if (place.depth > MAX_DEPTH || !reading.mayRead(digits.length)) return undefined;
  let kind: RequestKind | undefined;
  for (let at = 0; at < digits.length; at += 8) {
    const call = CALLS.get(digits.slice(at, at + SELECTOR));
    if (call && (at === 0 || isBehindLength(digits, at))) {
      const args = digits.slice(at + SELECTOR);
      const inside = { ...place, base: place.base + at + SELECTOR };
      kind = heavier(kind, readCall(call, args, reading, inside));
      if (call[0] === 'lockdown' && at === 0)
        for (let pair = 2 * WORD; pair < args.length; pair += 2 * WORD) place.revoked.add(inside.base + pair + WORD);
    }
    if (at + WORD > digits.length || !digits.startsWith(BEFORE_ADDRESS, at) || place.revoked.has(place.base + at))
      continue;
    // Numbers, lengths and parts of two words have more zeros.
    const address = addressIn(wordAt(digits, at));
    if (!address.includes(NO_ADDRESS)) reading.mention(address);
  }
  return kind;
}

/** Whether the word before it is the length of a call that ends in the data. */
function isBehindLength(data: string, index: number): boolean {
  if (index < WORD || !data.startsWith(LENGTH, index - WORD)) return false;
  const length = 2 * Number.parseInt(data.slice(index - 8, index), 16);
  return length > WORD && index + length <= data.length;
}

function readCall(
  [kind, parties, amount]: Call,
  args: string,
  reading: Reading,
  place: Place,
): RequestKind | undefined {
  if (kind === 'several' || kind === 'one') return readPacked(kind, args, reading, place);
  const words = parties.map((word) => WORD * word);
  const isRevocation =
    kind === 'revoke' || kind === 'lockdown' || (amount !== undefined && wordAt(args, WORD * amount) === ZERO);
  if (isRevocation) for (const word of words.splice(-1)) place.revoked.add(place.base + word);
  reading.name(...words.map((word) => addressIn(wordAt(args, word))));
  return isRevocation ? 'revoke' : kind;
}

/** Reads calls that are packed without padding, so that their targets do not have the shape of a word. */
function readPacked(kind: 'several' | 'one', args: string, reading: Reading, place: Place): RequestKind | undefined {
  const numberAt = (start: number) => 2 * Number.parseInt(args.slice(start, start + WORD).slice(-12) || '0', 16);
  const readInner = (target: number, start: number, end: number) => {
    reading.name(`0x${args.slice(target, target + 40).padEnd(40, '0')}`);
    return readCalldata(args.slice(start, end), reading, {
      ...place,
      depth: place.depth + 1,
      base: place.base + start,
    });
  };
  if (kind === 'one') {
    // ERC-7579: the mode begins with 00 for one call (target, value, data), ff for a delegated one (target, data).
    const at = numberAt(WORD) + WORD;
    if (args.startsWith('01')) return undefined;
    return readInner(at, at + (args.startsWith('ff') ? 40 : 104), at + numberAt(at - WORD));
  }
  // Safe: operation (1 byte), target (20), value (32), length of the data (32), data.
  let heaviest: RequestKind | undefined;
  let at = numberAt(0) + WORD;
  for (const end = Math.min(args.length, at + numberAt(at - WORD)); at + 170 <= end; ) {
    const next = at + 170 + 2 * Number.parseInt(args.slice(at + 158, at + 170), 16);
    heaviest = heavier(heaviest, readInner(at + 2, at + 170, next));
    at = next;
  }
  return heaviest;
}
