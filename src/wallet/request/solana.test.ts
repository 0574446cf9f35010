import { base58, base64 } from '@scure/base';
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey as Key,
  Keypair,
  type PublicKey,
  StakeProgram,
  SYSVAR_CLOCK_PUBKEY,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { named, read } from './request.fixture.ts';

const keyOf = (seed: number) => Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey;
const [own, scammer, account, table, sponsor] = [1, 2, 3, 4, 5].map(keyOf) as [
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
];
const TOKEN = new Key('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const MEMO = new Key('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const BLOCKHASH = keyOf(9).toBase58();

const signer = { pubkey: own, isSigner: true, isWritable: true };
const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true });
const instruction = (programId: PublicKey, data: readonly number[], ...keys: readonly PublicKey[]) =>
  new TransactionInstruction({ programId, data: Buffer.from(data), keys: [...keys.map(writable), signer] });
const legacy = (payer: PublicKey, ...instructions: readonly TransactionInstruction[]) =>
  new Transaction({ feePayer: payer, blockhash: BLOCKHASH, lastValidBlockHeight: 1 }).add(...instructions);
const bytesOf = (transaction: Transaction) =>
  new Uint8Array(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }));
const message = (...instructions: TransactionInstruction[]) =>
  new TransactionMessage({ payerKey: own, recentBlockhash: BLOCKHASH, instructions });
const versioned = (...instructions: TransactionInstruction[]) =>
  new VersionedTransaction(message(...instructions).compileToV0Message()).serialize();
const transfer = (lamports = 5) => SystemProgram.transfer({ fromPubkey: own, toPubkey: scammer, lamports });

describe('a Solana transaction', () => {
  it.each([
    ['a payment', 'send', transfer(), [scammer]],
    [
      'a payment with a fee and a note',
      'send',
      [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }), transfer(), instruction(MEMO, [104, 105])],
      [scammer],
    ],
    [
      'a payment of tokens',
      'transfer',
      instruction(TOKEN, [3, 5, 0, 0, 0, 0, 0, 0, 0], account, scammer),
      [account, scammer],
    ],
    [
      'a checked payment of tokens',
      'transfer',
      instruction(TOKEN, [12, 5, 0, 0, 0, 0, 0, 0, 0, 6], account, scammer),
      [account, scammer],
    ],
    ['an approval', 'approve', instruction(TOKEN, [4, 5, 0, 0, 0, 0, 0, 0, 0], account, scammer), [account, scammer]],
    ['a revocation', 'revoke', instruction(TOKEN, [5], account), [account]],
    [
      'an account of tokens given away',
      'approve-all',
      instruction(TOKEN, [6, 2, 1, ...scammer.toBytes()], account),
      [account, scammer],
    ],
    [
      'an account given to a program',
      'approve-all',
      SystemProgram.assign({ accountPubkey: own, programId: scammer }),
      [scammer],
    ],
    [
      'an account of a seed given to a program',
      'approve-all',
      SystemProgram.assign({ accountPubkey: account, basePubkey: own, seed: 'a', programId: scammer }),
      [account, scammer],
    ],
    [
      'an account for a program',
      'contract',
      SystemProgram.createAccount({
        fromPubkey: own,
        newAccountPubkey: account,
        lamports: 1,
        space: 1,
        programId: scammer,
      }),
      [own, account, scammer],
    ],
    [
      'an account of a seed for a program',
      'contract',
      SystemProgram.createAccountWithSeed({
        fromPubkey: own,
        newAccountPubkey: account,
        basePubkey: own,
        seed: 'a',
        lamports: 1,
        space: 1,
        programId: scammer,
      }),
      [account, scammer],
    ],
    [
      'a nonce given away',
      'approve-all',
      SystemProgram.nonceAuthorize({ noncePubkey: account, authorizedPubkey: own, newAuthorizedPubkey: scammer }),
      [account, scammer],
    ],
    [
      'a stake given away',
      'approve-all',
      StakeProgram.authorize({
        stakePubkey: account,
        authorizedPubkey: own,
        newAuthorizedPubkey: scammer,
        stakeAuthorizationType: { index: 1 },
      }).instructions,
      [account, SYSVAR_CLOCK_PUBKEY, scammer],
    ],
    ['any other program', 'contract', instruction(scammer, [1, 2, 3], account), [account, scammer]],
    ['a memo alone', 'contract', instruction(MEMO, [104, 105], account), [account]],
  ])('of %s is a %s', (_, kind, written, parties) => {
    const instructions = [written].flat();
    for (const bytes of [bytesOf(legacy(own, ...instructions)), versioned(...instructions)]) {
      const reading = read('signTransaction', { transaction: bytes });
      expect(reading.kind).toBe(kind);
      expect(named(reading).sort()).toEqual(parties.map(String).sort());
    }
  });

  it('that somebody else pays for names the payer', () => {
    const bytes = bytesOf(legacy(sponsor, instruction(TOKEN, [4, 5, 0, 0, 0, 0, 0, 0, 0], account, scammer)));
    expect(named(read('signTransaction', { transaction: bytes }))).toContain(String(sponsor));
  });

  it('with a lookup table names the table', () => {
    const state = { deactivationSlot: 0n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses: [scammer] };
    const tables = [new AddressLookupTableAccount({ key: table, state: { ...state, authority: own } })];
    const bytes = new VersionedTransaction(message(transfer()).compileToV0Message(tables)).serialize();
    expect(read('signAndSendTransaction', { transaction: bytes })).toEqual({
      kind: 'send',
      parties: [{ type: 'ADDRESS', content: String(table) }],
    });
  });

  it.each([
    ['a message', { message: message(transfer()).compileToV0Message().serialize() }],
    ['an older message', { message: message(transfer()).compileToLegacyMessage().serialize() }],
    ['a message in base58', { message: base58.encode(message(transfer()).compileToV0Message().serialize()) }],
    ['messages in base58', { message: [base58.encode(message(transfer()).compileToV0Message().serialize())] }],
    ['base64', { transaction: base64.encode(versioned(transfer())) }],
    ['numbers', [...versioned(transfer())]],
    ['bytes', versioned(transfer())],
    ['several', [{ transaction: versioned(transfer(1)) }, { transaction: versioned(transfer(2)) }]],
    [
      'a transaction beside a harmless message',
      { message: message().compileToV0Message().serialize(), transaction: versioned(transfer()) },
    ],
    ['a transaction beside a text', { text: '{}', transaction: versioned(transfer()) }],
  ])('is read from %s', (_, argument) => {
    const reading = read('signAllTransactions', argument);
    expect(reading.kind).toBe('send');
    expect(named(reading)).toEqual([String(scammer)]);
  });

  it('with a name like that of a program is none', () => {
    const likeToken = new Key(base58.decode(`Token${'1'.repeat(5)}${scammer.toBase58().slice(10)}`).slice(0, 32));
    expect(named(read('signTransaction', { transaction: versioned(instruction(TOKEN, [5], likeToken)) }))).toEqual([
      String(likeToken),
    ]);
  });

  it.each([
    ['cut off', versioned(transfer()).slice(0, -1)],
    [
      'of a later version',
      Uint8Array.from(message(transfer()).compileToV0Message().serialize(), (byte, index) =>
        index === 0 ? 129 : byte,
      ),
    ],
    ['nothing', new Uint8Array()],
    ['no base58', '§'],
    ['a number', 7],
    ['endless', 'z'.repeat(100_000)],
  ])('that is %s is unreadable', (_, written) => {
    expect(read('signTransaction', { message: written }).kind).toBe('unreadable');
  });
});
