import { describe, expect, it } from 'vitest';
import { ADDRESS_FAMILIES } from './family.ts';
import { candidatesIn } from './shape.ts';
import { mayHoldAddress } from './sign.ts';

const MIXED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LOWER = MIXED.toLowerCase();
const find = (text: string) => candidatesIn(text);

describe('a search for the shape of EVM addresses', () => {
  it('finds an address with its position and canonical content', () => {
    expect(find(`send to ${MIXED}, now`)).toEqual([{ content: LOWER, index: 8, length: 42 }]);
    expect(find(MIXED)).toEqual([{ content: LOWER, index: 0, length: 42 }]);
  });

  it('finds every address, with repeats, in any surroundings', () => {
    const text = `(${MIXED})[${LOWER}]"${MIXED}"eth:${MIXED}@1/${LOWER}?a=${MIXED}&b_${LOWER}_ü${LOWER}ü`;
    const found = find(text);
    expect(found).toHaveLength(8);
    for (const { content, index, length } of found)
      expect(text.slice(index, index + length).toLowerCase()).toBe(content);
  });

  it('finds an address with a wrong checksum and one in capitals', () => {
    const wrong = MIXED.replace('aAe', 'AaE');
    expect(find(wrong)).toHaveLength(1);
    expect(find(`0X${MIXED.slice(2).toUpperCase()}`)[0]?.content).toBe(LOWER);
  });

  it.each([
    ['a transaction hash', `0x${'ab'.repeat(32)}`],
    ['one digit more', `${LOWER}0`],
    ['one digit less', LOWER.slice(0, -1)],
    ['a letter behind', `${LOWER}g`],
    ['a digit before', `1${LOWER}`],
    ['a letter before', `x${LOWER}`],
    ['no prefix', LOWER.slice(2)],
    ['a checksum of 40 digits in capitals', LOWER.slice(2).toUpperCase()],
    ['two addresses without a separator', `${LOWER}${LOWER}`],
  ])('skips %s', (_, text) => {
    expect(find(` ${text} `)).toEqual([]);
  });
});

describe('an address as wallets and people write it', () => {
  const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const inGroups = (text: string, size: number) => text.replace(new RegExp(`(.{${size}})(?=.)`, 'g'), '$1 ');
  const addressesIn = (text: string) => candidatesIn(text).map(({ content }) => content);

  it.each([
    ['in groups of four', inGroups(MIXED, 4), LOWER],
    ['in groups of four behind its sign', `0x ${inGroups(MIXED.slice(2), 4)}`, LOWER],
    ['in groups of five', inGroups(MIXED, 5), LOWER],
    [
      'in groups of eight behind its sign and some digits',
      `${MIXED.slice(0, 10)} ${inGroups(MIXED.slice(10), 8)}`,
      LOWER,
    ],
    ['in groups, of TRON', inGroups(TRON, 4), TRON],
    ['with what Ronin writes', `ronin:${MIXED.slice(2)}`, `ronin:${LOWER.slice(2)}`],
    ['with what XDC writes', `XDC${MIXED.slice(2)}`, `xdc${LOWER.slice(2)}`],
    ['without a prefix', MIXED.slice(2), MIXED.slice(2)],
    ['with a Cyrillic letter in its sign', MIXED.replace('x', 'х'), LOWER],
    ['with Cyrillic letters among its digits', MIXED.replace('A', 'А').replace('e', 'е'), LOWER],
  ])('is found %s, with its position', (_, written, content) => {
    const text = `send to ${written}, then wait`;
    const [found] = candidatesIn(text).filter((one) => one.content === content);
    expect(text.slice(found?.index, found!.index + found!.length)).toBe(written);
    expect(mayHoldAddress(text)).toBe(true);
  });

  it.each([
    ['a hash in groups', `0x ${inGroups('5c504ed432cb5113'.repeat(4), 4)}`],
    ['words of one length', 'Then They Will Have Been With Them When Some Time Goes Past'],
    ['digits of an account and a card', 'DE89 3704 0044 0532 0130 00 or 4111 1111 1111 1111'],
    ['numbers in a row', '1111 1112 1113 1114 1115 1116 1117 1118 1119'],
    ['groups of digits without a sign', inGroups('deadbeefcafe'.repeat(4).slice(0, 40), 4)],
    ['a name with a Cyrillic letter', '0х5aaeb605.example'],
  ])('is not found in %s', (_, text) => {
    expect(addressesIn(text)).toEqual([]);
  });

  it('is not taken for another name where a letter is Cyrillic', () => {
    expect(addressesIn('vitаlik.eth')).toEqual(['vitаlik.eth']);
  });
});

describe('a search for the shapes of all families', () => {
  const exampleOf = (name: string) => ADDRESS_FAMILIES.find((family) => family.name === name)!.example;
  const contentsIn = (text: string, around?: string) =>
    candidatesIn(text, around === undefined ? undefined : () => around).map(({ content }) => content);
  const SOLANA = exampleOf('solana');
  const MOVE = exampleOf('move');

  it.each(ADDRESS_FAMILIES.map(({ name, example }) => [name, example]))(
    'finds the position of an address of %s',
    (_, example) => {
      const text = `NEAR sol aptos: pay (${example}), or not.`;
      expect(candidatesIn(text)).toEqual([{ content: example, index: 21, length: example.length }]);
    },
  );

  it('skips an address of one case that is written in both, which wallets refuse', () => {
    for (const name of ['litecoin', 'bitcoin-cash']) {
      const address = exampleOf(name);
      expect(contentsIn(address.toUpperCase())).toEqual([address]);
      expect(contentsIn(address.slice(0, 9) + address.slice(9).toUpperCase())).toEqual([]);
    }
    expect(contentsIn(`bitcoincash:${exampleOf('bitcoin-cash').toUpperCase()}`)).toEqual([exampleOf('bitcoin-cash')]);
  });

  it.each([
    ['vitalik.ETH', 'vitalik.eth'],
    ['VitaLik.Eth', 'vitalik.eth'],
    ['Évil.eth', 'Évil.eth'],
    ['éVil_$1.eTh', 'évil_$1.eth'],
    [`${'x'.repeat(63)}.eth`, `${'x'.repeat(63)}.eth`],
    ['bob.near我的.eth', 'bob.near我的.eth'],
    ['a^bcd.eth', null],
    [`${'x'.repeat(64)}.eth`, null],
  ])('reads the name in %s', (text, name) => {
    expect(contentsIn(`to ${text}, now`)).toEqual(name === null ? [] : [name]);
  });

  it('needs a nearby word for families without a checksum only', () => {
    expect(contentsIn(SOLANA)).toEqual([]);
    expect(contentsIn(SOLANA, 'Token mint')).toEqual([SOLANA]);
    expect(contentsIn(`https://solscan.io/account/${SOLANA}`)).toEqual([SOLANA]);
    expect(contentsIn(`solana:${SOLANA}?amount=1`)).toEqual([SOLANA]);
    expect(contentsIn(`Solana: ${SOLANA.slice(0, 22)}\n${SOLANA.slice(22)}`)).toEqual([SOLANA]);
    expect(contentsIn(MOVE)).toEqual([]);
    expect(contentsIn(`aptos:${MOVE}`)).toEqual([MOVE]);
    expect(contentsIn('relay.aurora.near')).toEqual([]);
    expect(contentsIn('relay.aurora.near', 'your NEAR account')).toEqual(['relay.aurora.near']);
    let asked = 0;
    candidatesIn(`${LOWER} ${exampleOf('tron')} and words`, () => String(asked++));
    expect(asked).toBe(0);
  });

  it.each([
    ['a transaction on Aptos', `aptos https://explorer.aptoslabs.com/txn/${MOVE}`],
    ['a word in camel case beside "sol"', 'sol TransactionReceiptBuilderFactoryImpl'],
    ['words on lines beside "Solana"', 'Solana\nRaydium\nJupiter\nSerum\nPhantom\nMagicEden\nTensor\n24\nmore'],
    ['a hash', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [
      'a sentence over a line of its source',
      'this is a sentence of words that\n        goes on and on over its lines 12345',
    ],
  ])('skips %s', (_, text) => {
    expect(contentsIn(text)).toEqual([]);
  });

  it('finds addresses after a chain, after a scheme and in links', () => {
    const ton = `0:${'ab'.repeat(32)}`;
    expect(contentsIn(`eth:${MIXED} eip155:1:${MIXED} ethereum:${MIXED}@1?value=1`)).toEqual([LOWER, LOWER, LOWER]);
    expect(contentsIn(`wallet ${ton}.`)).toEqual([ton]);
    expect(contentsIn(`bitcoin:${exampleOf('bitcoin')}?amount=1`)).toEqual([exampleOf('bitcoin')]);
    expect(candidatesIn(`bitcoincash:${exampleOf('bitcoin-cash')}`)).toEqual([
      { content: `bitcoincash:${exampleOf('bitcoin-cash')}`, index: 0, length: 54 },
    ]);
    const friendly = 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF';
    expect(contentsIn(`https://tonviewer.com/${friendly}?section=code`)).toEqual([friendly]);
  });
});
