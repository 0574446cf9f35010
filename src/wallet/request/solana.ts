import { base58, base64 } from '@scure/base';
import { bytesOf, entriesOf, memberOf, type Reading, type RequestKind } from './reading.ts';

/** What an instruction does, by its first byte, and where in its data the key stands to which it gives control. */
type Instructions = Readonly<Record<number, readonly [kind: RequestKind, key?: number]>>;

/** Source: `spl-token/instruction.rs`. */
const TOKEN: Instructions = {
  3: ['transfer'],
  4: ['approve'],
  5: ['revoke'],
  6: ['approve-all', 3], // SetAuthority
  12: ['transfer'],
  13: ['approve'],
};
/** Programs that belong to nobody, so that they are no parties; null if what they do is no kind of its own. */
const PROGRAMS: ReadonlyMap<string, Instructions | null> = new Map([
  [
    '11111111111111111111111111111111', // Source: `system_instruction.rs`
    {
      0: ['contract', 20], // CreateAccount
      1: ['approve-all', 4], // Assign
      2: ['send'],
      7: ['approve-all', 4], // AuthorizeNonceAccount
      10: ['approve-all'], // AssignWithSeed
      11: ['send'],
    },
  ],
  // Authorize and AuthorizeWithSeed; source: `stake/instruction.rs`
  ['Stake11111111111111111111111111111111111111', { 1: ['approve-all', 4], 8: ['approve-all', 4] }],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', TOKEN],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', TOKEN],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', null],
  ['ComputeBudget111111111111111111111111111111', null],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', null],
  ['Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', null],
] satisfies [string, Instructions | null][]);

/** Longer than any transaction: those have 1,232 bytes at most (`PACKET_DATA_SIZE`). */
const MAX_BYTES = 4_096;
const KEY = 32;
/** Of a byte, as most of them are written in base58. */
const ENCODE_WORK = 16;

/**
 * Names whom a Solana transaction pays or empowers: its keys without the fee payer and {@link PROGRAMS}, the keys to
 * which instructions give control, and the names of its lookup tables. What a table holds is not in the request. The
 * fee payer is named if others sign too, because then it need not be the person.
 * @param bytes a message, legacy or v0, with its signatures unless `isMessage`
 */
function readTransaction(bytes: Uint8Array, reading: Reading, isMessage: boolean): void {
  const input = new Input(bytes.subarray(0, MAX_BYTES));
  if (!reading.mayRead(ENCODE_WORK * input.bytes.length)) return;
  if (!isMessage) input.take(64 * input.compact());
  const isVersioned = (input.bytes[input.at] ?? 0) > 127;
  const version = isVersioned ? input.byte() & 127 : 0;
  const [signers] = input.take(3);
  const keys = input.many(() => base58.encode(input.take(KEY)));
  nameAll(keys.slice(signers === 1 ? 1 : 0), reading);
  input.take(KEY);
  const instructions = input.many(() => {
    const program = keys[input.byte()] ?? '';
    input.take(input.compact());
    return readInstruction(PROGRAMS.get(program), input.take(input.compact()), reading);
  });
  for (const kind of instructions.length > 0 ? instructions : (['contract'] as const)) reading.addKind(kind);
  if (isVersioned)
    input.many(() => {
      nameAll([base58.encode(input.take(KEY))], reading);
      input.take(input.compact());
      input.take(input.compact());
    });
  if (input.isShort || input.at < bytes.length || version > 0) reading.addKind('unreadable');
}

function nameAll(keys: readonly string[], reading: Reading): void {
  reading.name(...keys.filter((key) => !PROGRAMS.has(key)));
}

function readInstruction(known: Instructions | null | undefined, data: Uint8Array, reading: Reading) {
  if (known === null) return undefined;
  const [kind, key] = known?.[data[0] ?? -1] ?? ['contract'];
  if (key !== undefined && data.length >= key + KEY) nameAll([base58.encode(data.subarray(key, key + KEY))], reading);
  return kind;
}

/** Bytes that are read from the beginning to the end. What is missing at the end is noted, and reads as nothing. */
class Input {
  at = 0;
  isShort = false;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  take(size: number): Uint8Array {
    const taken = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    this.isShort ||= taken.length < size;
    return taken;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** A number of one to three bytes (Solana, "Compact-array format"). */
  compact(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  }

  many<Entry>(read: () => Entry): Entry[] {
    const entries: Entry[] = [];
    for (let left = this.compact(); left > 0 && !this.isShort; left -= 1) entries.push(read());
    return entries;
  }
}

/** Characters of the longest transaction in base58, and their work: decoding takes the square of the length. */
const MAX_BASE58 = 2_048;
const DECODE_WORK = 32;

/** Bytes as wallets take them: themselves, numbers in an array, base58 or base64; null for anything else. */
function writtenBytes(value: unknown, reading: Reading): Uint8Array | null {
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return bytesOf(value, reading);
  if (typeof value !== 'string' || !reading.mayRead(DECODE_WORK * Math.min(value.length, MAX_BASE58))) return null;
  try {
    return /[0OIl+/=]/.test(value) || value.length > MAX_BASE58 ? base64.decode(value) : base58.decode(value);
  } catch {
    return null;
  }
}

/**
 * Reads an argument of a signing method: a transaction with its signatures, an object with a `transaction` or with a
 * `message` without signatures, or an array of them. Wallets differ in which of the two they take.
 */
export function readSolana(argument: unknown, reading: Reading, isMessage = false, depth = 0): void {
  const [message, transaction] = [memberOf(argument, 'message'), memberOf(argument, 'transaction')];
  const isBytes = argument instanceof Uint8Array || (Array.isArray(argument) && typeof argument[0] === 'number');
  const entries = isBytes ? [] : entriesOf(argument, reading);
  if (depth > 3) reading.addKind('unreadable');
  else if (message !== undefined || transaction !== undefined) {
    if (message !== undefined) readSolana(message, reading, true, depth + 1);
    if (transaction !== undefined) readSolana(transaction, reading, false, depth + 1);
  } else if (entries.length > 0) for (const entry of entries) readSolana(entry, reading, isMessage, depth + 1);
  else {
    const bytes = writtenBytes(argument, reading);
    if (bytes === null) reading.addKind('unreadable');
    else readTransaction(bytes, reading, isMessage);
  }
}
