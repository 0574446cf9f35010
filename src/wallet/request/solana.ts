import { base58, base64 } from '@scure/base';
import { bytesOf, entriesOf, memberOf, type Reading, type RequestKind } from './reading.ts';

const SYSTEM = '11111111111111111111111111111111';
const STAKE = 'Stake11111111111111111111111111111111111111';
const TOKENS: ReadonlySet<string> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]);
/** Programs that do what they do for everybody. They are neither parties nor a kind of their own. */
const PLAIN: ReadonlySet<string> = new Set([
  SYSTEM,
  ...TOKENS,
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]);

/** What an instruction does, by its number, and where in its data the key stands to which it gives control. */
type Instructions = Readonly<Record<number, readonly [kind: RequestKind, key?: number]>>;
/** Sources: `system_instruction.rs`, `stake/instruction.rs`; numbers of four bytes. */
const SYSTEM_INSTRUCTIONS: Instructions = {
  0: ['contract', 20], // CreateAccount
  1: ['approve-all', 4], // Assign
  2: ['send'],
  3: ['contract'],
  7: ['approve-all', 4], // AuthorizeNonceAccount
  10: ['approve-all'], // AssignWithSeed
  11: ['send'],
};
const STAKE_INSTRUCTIONS: Instructions = { 1: ['approve-all', 4], 8: ['approve-all', 4] };
/** Source: `spl-token/instruction.rs`; numbers of one byte. */
const TOKEN_INSTRUCTIONS: Instructions = {
  3: ['transfer'],
  4: ['approve'],
  5: ['revoke'],
  6: ['approve-all', 3], // SetAuthority
  12: ['transfer'],
  13: ['approve'],
};

/** Bytes of the longest transaction (`PACKET_DATA_SIZE`). */
const MAX_BYTES = 1_232;
const KEY = 32;
/** Of a byte, as most of them are written in base58. */
const ENCODE_WORK = 16;

/**
 * Names whom a Solana transaction pays or empowers: its keys without the fee payer and {@link PLAIN}, the keys to which
 * instructions give control, and the names of its lookup tables. What a table holds is not in the request. The fee
 * payer is named if others sign too, because then it need not be the person.
 * @param bytes a message, legacy or v0, with its signatures unless `isMessage`
 */
export function readTransaction(bytes: Uint8Array, reading: Reading, isMessage = false): void {
  const input = new Input(bytes.subarray(0, 4 * MAX_BYTES));
  if (!reading.mayRead(ENCODE_WORK * input.bytes.length)) return;
  if (!isMessage) input.take(64 * input.compact());
  const isVersioned = (input.bytes[input.at] ?? 0) > 127;
  const version = isVersioned ? input.byte() & 127 : 0;
  const [signers] = input.take(3);
  const keys = input.many(() => base58.encode(input.take(KEY)));
  input.take(KEY);
  reading.name(...keys.slice(signers === 1 ? 1 : 0).filter((key) => !PLAIN.has(key)));
  let count = 0;
  input.many(() => {
    const program = keys[input.byte()] ?? '';
    input.take(input.compact());
    reading.addKind(readInstruction(program, input.take(input.compact()), reading));
    count += 1;
  });
  if (isVersioned)
    input.many(() => {
      reading.name(base58.encode(input.take(KEY)));
      input.take(input.compact());
      input.take(input.compact());
    });
  if (count === 0) reading.addKind('contract');
  if (input.isShort || version > 0 || bytes.length > 4 * MAX_BYTES) reading.addKind('unreadable');
}

function readInstruction(program: string, data: Uint8Array, reading: Reading): RequestKind | undefined {
  const number = TOKENS.has(program)
    ? data[0]
    : data.length >= 4
      ? new DataView(data.buffer, data.byteOffset).getUint32(0, true)
      : undefined;
  const known =
    program === SYSTEM
      ? SYSTEM_INSTRUCTIONS
      : program === STAKE
        ? STAKE_INSTRUCTIONS
        : TOKENS.has(program)
          ? TOKEN_INSTRUCTIONS
          : {};
  const [kind, key] = known[number ?? -1] ?? [];
  if (key !== undefined && data.length >= key + KEY) {
    const empowered = base58.encode(data.subarray(key, key + KEY));
    if (!PLAIN.has(empowered)) reading.name(empowered);
  }
  return kind ?? (PLAIN.has(program) && program !== SYSTEM && !TOKENS.has(program) ? undefined : 'contract');
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
export function readSolana(argument: unknown, reading: Reading, isMessage = false): void {
  const [message, transaction] = [memberOf(argument, 'message'), memberOf(argument, 'transaction')];
  if (message !== undefined) readSolana(message, reading, true);
  if (transaction !== undefined) readSolana(transaction, reading);
  if (message !== undefined || transaction !== undefined) return;
  if (Array.isArray(argument) && typeof argument[0] !== 'number') {
    for (const entry of entriesOf(argument, reading)) readSolana(entry, reading, isMessage);
    return;
  }
  const bytes = writtenBytes(argument, reading);
  if (bytes === null) reading.addKind('unreadable');
  else readTransaction(bytes, reading, isMessage);
}
