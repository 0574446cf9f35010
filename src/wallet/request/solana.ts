import { base58, base64 } from '@scure/base';
import type { RequestKind } from '../kinds.ts';
import { Input } from './input.ts';
import { attempt, bytesIn, entriesOf, memberOf, type Reading } from './reading.ts';

/** What an instruction does, by its first byte, and where in its data the key stands to which it gives control. */
type Instructions = Readonly<Record<number, readonly [kind: RequestKind, key?: number]>>;

/** Transfer, Approve, Revoke, SetAuthority, TransferChecked, ApproveChecked, TransferFeeExtension; `spl-token-2022/instruction.rs`. */
const TOKEN: Instructions = {
  3: ['transfer'],
  4: ['approve'],
  5: ['revoke'],
  6: ['approve-all', 3],
  12: ['transfer'],
  13: ['approve'],
  26: ['transfer'],
};
/** CreateAccount, Assign, Transfer, AuthorizeNonceAccount, AssignWithSeed, TransferWithSeed; `system_instruction.rs`. */
const SYSTEM: Instructions = {
  0: ['contract', 20],
  1: ['approve-all', 4],
  2: ['send'],
  7: ['approve-all', 4],
  10: ['approve-all'],
  11: ['send'],
};
/** Authorize and AuthorizeWithSeed; `stake/instruction.rs`. */
const STAKE: Instructions = { 1: ['approve-all', 4], 8: ['approve-all', 4] };
/** Programs that belong to nobody, so that they are no parties; null if what they do is no kind of its own. */
const PROGRAMS: ReadonlyMap<string, Instructions | null> = new Map([
  ['11111111111111111111111111111111', SYSTEM],
  ['Stake11111111111111111111111111111111111111', STAKE],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', TOKEN],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', TOKEN],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', null],
  ['ComputeBudget111111111111111111111111111111', null],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', null],
  ['Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', null],
]);

/** Longer than any transaction: those have 1,232 bytes at most (`PACKET_DATA_SIZE`). */
const MAX_BYTES = 4_096;
/** Characters of the longest one in base58, of which decoding takes the square of the length. */
const MAX_BASE58 = 2_048;
const KEY = 32;

/**
 * Names whom a Solana transaction pays or empowers: its keys without the fee payer and {@link PROGRAMS}, the keys to
 * which instructions give control, and the names of its lookup tables. What a table holds is not in the request. The
 * fee payer is named if others sign too, because then it need not be the person.
 * @param bytes a message, legacy or v0, with its signatures unless `isMessage`
 */
function readTransaction(bytes: Uint8Array, reading: Reading, isMessage: boolean): void {
  if (!reading.mayRead(Math.min(bytes.length, MAX_BYTES))) return;
  const input = new Input(bytes.subarray(0, MAX_BYTES));
  const key = (data = input.take(KEY)) => base58.encode(data);
  const name = (...keys: readonly string[]) => reading.name(...keys.filter((each) => !PROGRAMS.has(each)));
  if (!isMessage) input.take(64 * input.number());
  const isVersioned = (input.bytes[input.at] ?? 0) > 127;
  const version = isVersioned ? input.byte() & 127 : 0;
  const [signers] = input.take(3);
  const keys = input.many(() => key());
  name(...keys.slice(signers === 1 ? 1 : 0));
  input.take(KEY);
  const kinds = input.many(() => {
    const known = PROGRAMS.get(keys[input.byte()] ?? '');
    input.take(input.number());
    const data = input.take(input.number());
    const [kind, at] = known?.[data[0] ?? -1] ?? ['contract' as const];
    if (at !== undefined && data.length >= at + KEY) name(key(data.subarray(at, at + KEY)));
    if (known !== null) reading.addKind(kind);
  });
  if (kinds.length === 0) reading.addKind('contract');
  if (isVersioned)
    input.many(() => {
      name(key());
      input.take(input.number());
      input.take(input.number());
    });
  if (input.isShort || input.at < bytes.length || version > 0) reading.addKind('unreadable');
}

/** Bytes as wallets take them: themselves, numbers in an array, base58 or base64; null for anything else. */
function writtenBytes(value: unknown, reading: Reading): Uint8Array | null {
  if (value instanceof Uint8Array || (Array.isArray(value) && typeof value[0] === 'number'))
    return bytesIn(value, reading);
  if (typeof value !== 'string') return null;
  const isBase64 = /[0OIl+/=]/.test(value) || value.length > MAX_BASE58;
  return attempt(() => (isBase64 ? base64 : base58).decode(value));
}

/**
 * Reads an argument of a signing method: a transaction with its signatures, an object with a `transaction` or with a
 * `message` without signatures, or an array of them. Wallets differ in which of the two they take.
 */
export function readSolana(argument: unknown, reading: Reading, isMessage = false, depth = 0): void {
  const bytes = writtenBytes(argument, reading);
  const inside = [
    ...entriesOf(argument, reading).map((entry) => [entry, isMessage] as const),
    [memberOf(argument, 'message'), true] as const,
    [memberOf(argument, 'transaction'), false] as const,
  ].filter(([value]) => value !== undefined);
  if (bytes !== null) readTransaction(bytes, reading, isMessage);
  else if (depth > 3 || inside.length === 0) reading.addKind('unreadable');
  else for (const [value, isInnerMessage] of inside) readSolana(value, reading, isInnerMessage, depth + 1);
}
