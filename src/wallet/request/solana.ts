import { base58, base64 } from '@scure/base';
import { attempt } from '../attempt.ts';
import type { RequestKind } from '../kinds.ts';
import { Input, memberOf, type Reading } from './reading.ts';

/** What instructions do, by their first byte, and where in their data the key stands to which they give control. */
type Instructions = Readonly<Record<number, readonly [kind: RequestKind, key?: number]>>;

const [send, transfer, all, last] = [['send'], ['transfer'], ['approve-all', 4], ['approve-all', -32]] as const;
/** Transfer, Approve, Revoke, SetAuthority, TransferChecked, ApproveChecked, TransferFeeExtension; `spl-token-2022/instruction.rs`. */
const TOKEN: Instructions = {
  3: transfer,
  4: ['approve'],
  5: ['revoke'],
  6: ['approve-all', 3],
  12: transfer,
  13: ['approve'],
  26: transfer,
};
/** CreateAccount, Assign, Transfer, CreateAccountWithSeed, AuthorizeNonceAccount, AssignWithSeed, TransferWithSeed; `system_instruction.rs`. */
const SYSTEM: Instructions = { 0: ['contract', 20], 1: all, 2: send, 3: ['contract', -32], 7: all, 10: last, 11: send };
/** Authorize and AuthorizeWithSeed; `stake/instruction.rs`. */
const STAKE: Instructions = { 1: all, 8: all };
/** Programs that belong to nobody, so that they are no parties. */
const PROGRAMS: ReadonlyMap<string, Instructions> = new Map([
  ['11111111111111111111111111111111', SYSTEM],
  ['Stake11111111111111111111111111111111111111', STAKE],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', TOKEN],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', TOKEN],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', {}],
  ['ComputeBudget111111111111111111111111111111', {}],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', {}],
  ['Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', {}],
]);

/** Bytes, or characters in base58, of more than any transaction: those have 1,232 bytes at most (`PACKET_DATA_SIZE`). */
const MAX_LENGTH = 2_048;
const KEY = 32;

/** The fee payer, who is the person if nobody else signs, is no party. @throws RangeError where the transaction ends too early */
function readTransaction(input: Input, reading: Reading, isMessage: boolean): void {
  const name = (...keys: readonly string[]) => reading.name(...keys.filter((each) => !PROGRAMS.has(each)));
  const takeKey = () => base58.encode(input.take(KEY));
  if (!isMessage) input.take(64 * input.number());
  const isVersioned = (input.bytes[input.at] ?? 0) > 127;
  if (isVersioned && input.take(1)[0] !== 128) reading.addKind('unreadable');
  const [signers] = input.take(3);
  const keys = Array.from({ length: input.number() }, takeKey);
  name(...keys.slice(signers === 1 ? 1 : 0));
  input.take(KEY);
  reading.addKind('contract');
  for (let left = input.number(); left > 0; left -= 1) {
    const known = PROGRAMS.get(keys[input.take(1)[0]!] ?? '');
    input.take(input.number());
    const data = input.take(input.number());
    const [kind, at] = known?.[data[0] ?? -1] ?? ['contract'];
    const key = data.subarray(at).subarray(0, KEY);
    if (at !== undefined && key.length === KEY) name(base58.encode(key));
    reading.addKind(kind);
  }
  for (let tables = isVersioned ? input.number() : 0; tables > 0; tables -= 1) {
    name(takeKey());
    for (const _ of ['written', 'read']) input.take(input.number());
  }
  if (input.at < input.bytes.length) reading.addKind('unreadable');
}

function writtenBytes(value: unknown, reading: Reading): Uint8Array | null {
  if (value instanceof Uint8Array || (Array.isArray(value) && typeof value[0] === 'number'))
    return reading.bytesOf(value);
  if (typeof value !== 'string') return null;
  const isBase64 = /[0OIl+/=]/.test(value) || value.length > MAX_LENGTH;
  return attempt(() => (isBase64 ? base64 : base58).decode(value));
}

/** Reads an argument of a signing method: a transaction, an object with one or with a `message` without signatures, or an array. */
export function readSolana(argument: unknown, reading: Reading, isMessage = false): void {
  const bytes = writtenBytes(argument, reading);
  if (bytes !== null) {
    const read = () => readTransaction(new Input(bytes.subarray(0, MAX_LENGTH)), reading, isMessage);
    if (attempt(read) === null || bytes.length > MAX_LENGTH) reading.addKind('unreadable');
    return;
  }
  const inner: [unknown, boolean][] = reading.entriesOf(argument).map((each) => [each, isMessage]);
  inner.push([memberOf(argument, 'message'), true], [memberOf(argument, 'transaction'), false]);
  const given = inner.filter(([each]) => each);
  if (given.length === 0) reading.addKind('unreadable');
  for (const [each, isInner] of given) reading.nested(() => readSolana(each, reading, isInner));
}
