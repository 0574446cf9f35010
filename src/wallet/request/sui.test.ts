import { base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { named, read } from './request.fixture.ts';

const SCAMMER = `0x${'5a'.repeat(32)}`;
const COIN = `0x${'c0'.repeat(32)}`;
const key = new Uint8Array(32).fill(0x5a);
const pay = (input: unknown) => ({
  version: 2,
  sender: null,
  inputs: [{ Object: { ImmOrOwnedObject: { objectId: COIN, version: '1', digest: '9'.repeat(44) } } }, input],
  commands: [{ TransferObjects: { objects: [{ Input: 0 }], address: { Input: 1 } } }],
});
const pure = (bytes: Uint8Array) => ({ Pure: { bytes: base64.encode(bytes) } });
const signed = (text: string) => read('signAndExecuteTransaction', { text });

describe('a Sui transaction', () => {
  it.each([
    ['base64', JSON.stringify(pay(pure(key)))],
    ['several addresses', JSON.stringify(pay(pure(Uint8Array.of(2, ...key, ...key))))],
    ['numbers', JSON.stringify(pay({ Pure: [...key] }))],
    ['an address', JSON.stringify(pay({ UnresolvedPure: { value: SCAMMER } }))],
    ['an address in upper case', JSON.stringify(pay({ UnresolvedPure: { value: `0x${'5A'.repeat(32)}` } }))],
    [
      'blanks and escapes',
      JSON.stringify(pay(pure(key)), null, 2)
        .replaceAll('/', '\\/')
        .replace('"bytes"', '"\\u0062ytes"'),
    ],
  ])('with an input of %s names whom it pays', (_, text) => {
    expect(signed(text).kind).toBe('send');
    expect(named(signed(text)).sort()).toEqual([SCAMMER, COIN]);
  });

  it('in its place, one of Solana that is not complete names its keys', () => {
    const pubkey = 'HZqMnJGbXTrYqjmDDd4Nye5TiV87tipyFrwHxa6qdn3m';
    const reading = signed(
      JSON.stringify({ recentBlockhash: null, instructions: [{ keys: [{ pubkey }], data: [1] }] }),
    );
    expect(named(reading)).toEqual([pubkey]);
  });

  it('with a call names its package', () => {
    const reading = signed(
      JSON.stringify({ commands: [{ MoveCall: { package: SCAMMER, module: 'm', function: 'f' } }] }),
    );
    expect(reading).toEqual({ kind: 'contract', parties: [{ type: 'ADDRESS', content: SCAMMER }] });
  });

  it('in bytes names the keys in its inputs', () => {
    // TransactionData::V1, a programmable transaction with one pure input of 32 bytes (BCS).
    const reading = signed(base64.encode(Uint8Array.of(0, 0, 1, 0, 32, ...key, 0)));
    expect(reading).toEqual({ kind: 'contract', parties: [{ type: 'ADDRESS', content: SCAMMER }] });
  });

  it.each(['§', '{"inputs":', 'x'.repeat(600_000)])('that is no transaction is unreadable', (text) => {
    expect(signed(text).kind).toBe('unreadable');
  });
});
