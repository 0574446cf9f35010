import { describe, expect, it } from 'vitest';
import fixtures from '../../../test/fixtures/addresses.json' with { type: 'json' };
import { addressOf, canonicalAddress, findAddresses } from './address.ts';
import './codec/ens-any-script.ts';
import { ADDRESS_FAMILIES } from './family.ts';

type Vectors = { readonly valid: Readonly<Record<string, string>>; readonly invalid: readonly string[] };
const families = Object.entries(fixtures as Record<string, Vectors>);
const valid = families.flatMap(([family, vectors]) =>
  Object.entries(vectors.valid).map(([text, content]) => ({ family, text, content })),
);
const invalid = families.flatMap(([family, vectors]) => vectors.invalid.map((text) => ({ family, text })));
const exampleOf = (name: string) => ADDRESS_FAMILIES.find((family) => family.name === name)!.example;

describe('an address', () => {
  it('has vectors for every family', () => {
    expect(families.map(([name]) => name).sort()).toEqual(ADDRESS_FAMILIES.map(({ name }) => name).sort());
  });

  it.each(valid)('reads $text as an address of $family', ({ family, text, content }) => {
    expect(addressOf(text)).toEqual({ family, content });
    // The canonical content is itself an address of the family, so a person can type what is listed.
    expect(addressOf(content)).toEqual({ family, content });
  });

  it.each(invalid)('refuses $text as an address of $family', ({ text }) => {
    expect(addressOf(text)).toBeNull();
  });

  it('is refused in every family with a checksum when one character is changed', () => {
    const unchecked = ['evm', 'hex', 'padded-hex', 'base58', 'near-name', 'ens-name'];
    for (const { name, example, spellings } of ADDRESS_FAMILIES) {
      if (unchecked.includes(spellings[0]!.check.codec)) continue;
      const at = example.length - 10;
      const other = example[at] === '2' ? '3' : '2';
      expect([name, addressOf(example.slice(0, at) + other + example.slice(at + 1))]).toEqual([name, null]);
    }
  });

  it.each([
    ['EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI'],
    ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
    [
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
    ],
    ['rnBFvgZphmN39GWzUJeUitaP22Fr9be75H', 'X76UnYEMbQfEs3mUqgtjp4zFy9exgThRj7XVZ6UxsdrBptF'],
    [`0x${'1'.padStart(62, '0')}`, `0x${'1'.padStart(64, '0')}`],
    ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    // Vectors of CashTokens, "Token-Aware CashAddresses".
    [
      'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2',
      'bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe',
    ],
  ])('%s and %s have the same canonical form', (one, other) => {
    expect(canonicalAddress(one)).not.toBeNull();
    expect(canonicalAddress(one)).toBe(canonicalAddress(other));
  });

  it.each([
    ['a payment request', `bitcoin:${exampleOf('bitcoin')}?amount=0.1&label=x`, 'bitcoin'],
    ['a payment request of another chain', `solana:${exampleOf('solana')}?spl-token=x`, 'solana'],
    ['a chain before it', `tron:${exampleOf('tron')}`, 'tron'],
    ['CAIP-10', `bip122:000000000019d6689c085ae165831e93:${exampleOf('bitcoin')}`, 'bitcoin'],
    ['CAIP-10 of a chain of the Cosmos family', `cosmos:cosmoshub-4:${exampleOf('cosmos')}`, 'cosmos'],
  ])('is read from %s', (_, text, family) => {
    expect(addressOf(text)).toEqual({ family, content: addressOf(exampleOf(family))!.content });
  });

  it('is refused after the scheme of another family', () => {
    expect(addressOf(`bitcoin:${exampleOf('tron')}`)).toBeNull();
  });

  it('without a checksum is refused after the namespace of another chain: it is a transaction', () => {
    expect(addressOf(`eip155:1:0x${'ab'.repeat(32)}`)).toBeNull();
    expect(addressOf(`bip122:000000000019d6689c085ae165831e93:${'ab'.repeat(32)}`)).toBeNull();
    expect(addressOf(`starknet:SN_MAIN:${exampleOf('move')}`)?.family).toBe('move');
    expect(addressOf(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${exampleOf('solana')}`)?.family).toBe('solana');
  });
});

describe('addresses in a text', () => {
  const found = (text: string) => findAddresses(text).map(({ family, content }) => [family, content]);

  it('are found at their positions, each with its family', () => {
    const sentence = `NEAR sol aptos ${ADDRESS_FAMILIES.map(({ example }) => `(${example}), `).join('')}`;
    const all = findAddresses(sentence);
    expect(all.map(({ family }) => family)).toEqual(ADDRESS_FAMILIES.map(({ name }) => name));
    for (const { family, index, length } of all) expect(sentence.slice(index, index + length)).toBe(exampleOf(family));
  });

  it('without a checksum are found only near a word that names the chain', () => {
    expect(found(`order ${exampleOf('solana')} has shipped`)).toEqual([]);
    const implicit = '98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de';
    expect(found(`sum ${implicit} of the file`)).toEqual([]);
    expect(found(`NEAR: ${implicit}`)).toEqual([['near', implicit]]);
    expect(found(`on NEAR, transaction hash: ${implicit}`)).toEqual([]);
    expect(found(`near:${implicit}`)).toEqual([['near', implicit]]);
    expect(found(`Contract: ${exampleOf('solana')}`)).toEqual([['solana', exampleOf('solana')]]);
    expect(found(`token mint ${exampleOf('solana')}`)).toEqual([['solana', exampleOf('solana')]]);
    expect(found(`block 0x${'ab'.repeat(32)}`)).toEqual([]);
  });

  it('of TON are found in pieces too, although their alphabet has separators', () => {
    const account = 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF';
    const raw = addressOf(account)!.content;
    for (const text of [`${account.slice(0, 35)}\n  ${account.slice(35)}`, account.replace(/(.{4})(?=.)/g, '$1\u00a0')])
      expect(findAddresses(`to ${text} now`)).toEqual([{ family: 'ton', content: raw, index: 3, length: text.length }]);
    expect(found(`${account.slice(0, 20)}\n${account.slice(20)}x`)).toEqual([]);
    expect(found(`${account}\n${account}`)).toHaveLength(2);
  });

  it.each([
    `starknet {"transaction_hash": "0x${'ab'.repeat(32)}"}`,
    `on Aptos: transactionHash=0x${'ab'.repeat(32)}`,
    `Argent X, tx_hash: 0x${'ab'.repeat(32)}`,
    `on Sui, Transaction ID: 0x${'ab'.repeat(32)}`,
    `Starknet, Transaktion: 0x${'ab'.repeat(32)}`,
    `Starknet, transacción 0x${'ab'.repeat(32)}`,
    `my Sui private key is gone, private key: 0x${'ab'.repeat(32)}`,
    `my Aptos privateKey: 0x${'ab'.repeat(32)}`,
    `NEAR wallet, private key ${'ab'.repeat(32)}`,
    `j'ai perdu mon argent, voici 0x${'ab'.repeat(32)}`,
    `ho versato sui loro conti, vedi 0x${'ab'.repeat(32)}`,
    `Petra sent it, see 0x${'ab'.repeat(32)}`,
  ])('are not the hash or the key in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    ['一个名字：日本語.eth。', '日本語.eth'],
    ['我的地址是vitalik.eth，谢谢', 'vitalik.eth'],
    ['ส่งมาที่vitalik.eth', 'vitalik.eth'],
    ['请转到aïrdrop.eth', 'aïrdrop.eth'],
    ['请转到ai\u0308rdrop.eth', 'aïrdrop.eth'],
    ['‘José.eth’', 'josé.eth'],
    ['VITALIK.ETH', 'vitalik.eth'],
    ['VitaLik.Eth', 'vitalik.eth'],
    ['👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧.eth', '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧.eth'],
    ['第一名123.eth', '第一名123.eth'],
    ['אתר.דוגמה.eth', 'אתר.דוגמה.eth'],
  ])('include the name in %s, whatever its script', (text, name) => {
    expect(found(`a ${text} b`)).toEqual([['ens', name]]);
  });

  it.each([
    ['hashes', `${'0123456789abcdef'.repeat(4)} sha512-${'Ab1'.repeat(28)}==`],
    ['a UUID', '6f2c9d1e-1b9b-4d58-8a5c-9d5f8f0c4e11'],
    ['base64', 'dGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZw=='],
    ['an address inside a longer word', `x${exampleOf('tron')}`],
  ])('are not found in %s', (_, text) => {
    expect(findAddresses(text)).toEqual([]);
  });
});
