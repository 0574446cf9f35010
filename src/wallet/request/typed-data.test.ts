import { hexToBigInt, type TypedDataDefinition, validateTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import { approval, named, OTHER, OWN, PERMIT2, ROUTER, read, SCAMMER, TOKEN } from './request.fixture.ts';

type Types = Readonly<Record<string, readonly string[]>>;
type Message = Readonly<Record<string, unknown>>;

/** Typed data, with each member of a type as `type name`; checked by an encoder. */
function typed(primaryType: string, types: Types, message: Message, verifyingContract = TOKEN) {
  const domain = { name: 'Some', chainId: 1, verifyingContract };
  const members = (each: readonly string[]) =>
    each.map((member) => ({ type: member.split(' ')[0]!, name: member.split(' ')[1]! }));
  const data = {
    types: Object.fromEntries(Object.entries(types).map(([name, each]) => [name, members(each)])),
    domain,
    primaryType,
    message,
  };
  validateTypedData(data as unknown as TypedDataDefinition);
  return data;
}
const signed = (data: unknown) => read('eth_signTypedData_v4', OWN, JSON.stringify(data));

const PERMIT = { Permit: ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'] };
const permit = (value: unknown) => ({ owner: OWN, spender: SCAMMER, value, nonce: '0', deadline: '9' });
const DAI = { Permit: ['address holder', 'address spender', 'uint256 nonce', 'uint256 expiry', 'bool allowed'] };
const dai = (allowed: unknown) => ({ holder: OWN, spender: SCAMMER, nonce: '0', expiry: '0', allowed });
const DETAILS = ['address token', 'uint160 amount', 'uint48 expiration', 'uint48 nonce'];
const details = { token: TOKEN, amount: '5', expiration: '9', nonce: '0' };
const SINGLE = {
  PermitDetails: DETAILS,
  PermitSingle: ['PermitDetails details', 'address spender', 'uint256 sigDeadline'],
};
const BATCH = {
  PermitDetails: DETAILS,
  PermitBatch: ['PermitDetails[] details', 'address spender', 'uint256 sigDeadline'],
};
const batch = (...amounts: readonly string[]) => ({
  details: amounts.map((amount) => ({ ...details, amount })),
  spender: SCAMMER,
  sigDeadline: '9',
});
const single = (amount: string) => ({ details: { ...details, amount }, spender: SCAMMER, sigDeadline: '9' });
const PERMITTED = ['address token', 'uint256 amount'];
const ORDER = ['address offerer', 'Item[] offer', 'Item[] consideration'];
const ITEM = ['address token', 'uint256 amount', 'address recipient'];
const order = { offerer: OWN, offer: [], consideration: [{ token: TOKEN, amount: '1', recipient: SCAMMER }] };
const AUTHORIZATION = [
  'address from',
  'address to',
  'uint256 value',
  'uint256 validAfter',
  'uint256 validBefore',
  'bytes32 nonce',
];
const SAFE = ['address to', 'uint256 value', 'bytes data', 'uint8 operation', 'uint256 nonce'];
const FORWARD = ['address from', 'address to', 'uint256 value', 'bytes data'];

describe('typed data', () => {
  it.each([
    ['a permit', 'permit', typed('Permit', PERMIT, permit('5'))],
    ['a permit of DAI', 'permit', typed('Permit', DAI, dai(true))],
    ['a permit of Permit2', 'permit', typed('PermitSingle', SINGLE, single('5'), PERMIT2)],
    ['several permits', 'permit', typed('PermitBatch', BATCH, batch('0', '5'), PERMIT2)],
    ['no permit among several', 'permit', typed('PermitBatch', BATCH, batch(), PERMIT2)],
    [
      'a transfer with Permit2',
      'permit',
      typed(
        'PermitTransferFrom',
        {
          TokenPermissions: PERMITTED,
          PermitTransferFrom: ['TokenPermissions permitted', 'address spender', 'uint256 nonce', 'uint256 deadline'],
        },
        { permitted: { token: TOKEN, amount: '5' }, spender: SCAMMER, nonce: '0', deadline: '9' },
        PERMIT2,
      ),
    ],
    [
      'one with a witness',
      'permit',
      typed(
        'PermitWitnessTransferFrom',
        {
          TokenPermissions: PERMITTED,
          Witness: ['address user', 'address to'],
          PermitWitnessTransferFrom: ['TokenPermissions permitted', 'address spender', 'Witness witness'],
        },
        { permitted: { token: TOKEN, amount: '5' }, spender: OTHER, witness: { user: OWN, to: SCAMMER } },
        PERMIT2,
      ),
    ],
    [
      'ERC-3009',
      'permit',
      typed(
        'TransferWithAuthorization',
        { TransferWithAuthorization: AUTHORIZATION },
        { from: OWN, to: SCAMMER, value: '5', validAfter: '0', validBefore: '9', nonce: `0x${'0'.repeat(64)}` },
      ),
    ],
    [
      'a permit for a collection',
      'approve-all',
      typed(
        'PermitForAll',
        { PermitForAll: ['address owner', 'address operator', 'bool approved'] },
        { owner: OWN, operator: SCAMMER, approved: true },
      ),
    ],
    ['an order of Seaport', 'order', typed('OrderComponents', { Item: ITEM, OrderComponents: ORDER }, order)],
    [
      'many orders of Seaport',
      'order',
      typed(
        'BulkOrder',
        { Item: ITEM, OrderComponents: ORDER, BulkOrder: ['OrderComponents[2][2][2] tree'] },
        {
          tree: [
            [
              [order, order],
              [order, order],
            ],
            [
              [order, order],
              [order, order],
            ],
          ],
        },
      ),
    ],
    [
      'an order of another exchange',
      'order',
      typed('LimitOrder', { LimitOrder: ['address maker', 'address taker'] }, { maker: OWN, taker: SCAMMER }),
    ],
    [
      'a transaction of a Safe',
      'safe',
      typed('SafeTx', { SafeTx: SAFE }, { to: SCAMMER, value: '5', data: '0x', operation: 0, nonce: '0' }, ROUTER),
    ],
    [
      'one with an approval in it',
      'approve',
      typed(
        'SafeTx',
        { SafeTx: SAFE },
        { to: TOKEN, value: '0', data: approval(SCAMMER), operation: 0, nonce: '0' },
        ROUTER,
      ),
    ],
    [
      'a delegation',
      'delegate',
      typed(
        'Delegation',
        {
          Caveat: ['address enforcer', 'bytes terms'],
          Delegation: ['address delegate', 'address delegator', 'Caveat[] caveats'],
        },
        { delegate: SCAMMER, delegator: OWN, caveats: [{ enforcer: OTHER, terms: '0x' }] },
        ROUTER,
      ),
    ],
    [
      'an authorization',
      'delegate',
      typed(
        'Authorization',
        { Authorization: ['uint256 chainId', 'address address', 'uint256 nonce'] },
        { chainId: '1', address: SCAMMER, nonce: '0' },
      ),
    ],
    [
      'a forwarded call',
      'approve',
      typed(
        'ForwardRequest',
        { ForwardRequest: FORWARD },
        { from: OWN, to: TOKEN, value: '0', data: approval(SCAMMER) },
      ),
    ],
    ['an unknown type', 'typed', typed('Game', { Game: ['address winner'] }, { winner: SCAMMER })],
    ['a text', 'typed', typed('Game', { Game: ['string winner'] }, { winner: `Send all to ${SCAMMER}.` })],
    [
      'a padded address',
      'typed',
      typed('Game', { Game: ['bytes32 winner'] }, { winner: `0x${'0'.repeat(24)}${SCAMMER.slice(2)}` }),
    ],
  ])('%s names whom it empowers', (_, kind, data) => {
    for (const reading of [
      signed(data),
      read('eth_signTypedData_v4', JSON.stringify(data), OWN),
      read('eth_signTypedData', data, OWN),
    ]) {
      expect(reading.kind).toBe(kind);
      expect(named(reading)).toEqual(expect.arrayContaining([data.domain.verifyingContract, SCAMMER]));
    }
  });

  it.each([
    ['decimal', hexToBigInt(SCAMMER).toString()],
    ['upper case', `0X${SCAMMER.slice(2).toUpperCase()}`],
    ['bare', SCAMMER.slice(2)],
    ['longer', `0x000000${SCAMMER.slice(2)}`],
  ])('an address in the notation “%s” is the same', (_, spender) => {
    expect(named(signed({ ...typed('Permit', PERMIT, permit('5')), message: { ...permit('5'), spender } }))).toContain(
      SCAMMER,
    );
  });

  it('forty decimal digits are read in both ways in which wallets take them', () => {
    const digits = '1234567890123456789012345678901234567890';
    const data = { ...typed('Permit', PERMIT, permit('5')), message: { ...permit('5'), spender: digits } };
    expect(named(signed(data))).toEqual(
      expect.arrayContaining([`0x${digits}`, `0x${BigInt(digits).toString(16).padStart(40, '0')}`]),
    );
  });

  it.each([
    ['zero', typed('Permit', PERMIT, permit('0'))],
    ['zero in hexadecimal', typed('Permit', PERMIT, permit('0x00'))],
    ['zero as a number', typed('Permit', PERMIT, permit(0))],
    ['false', typed('Permit', DAI, dai(false))],
    [
      'false for all',
      typed(
        'PermitForAll',
        { PermitForAll: ['address operator', 'bool approved'] },
        { operator: SCAMMER, approved: false },
      ),
    ],
    ['zero of Permit2', typed('PermitSingle', SINGLE, single('0'), PERMIT2)],
    ['zero of Permit2 for several tokens', typed('PermitBatch', BATCH, batch('0', '0'), PERMIT2)],
  ])('a permit of %s revokes, and its spender is not named', (_, data) => {
    expect(signed(data).kind).toBe('revoke');
    expect(named(signed(data))).not.toContain(SCAMMER);
  });

  it.each([
    ['a zero that is not declared', { ...typed('Permit', DAI, dai(true)), message: { ...dai(true), value: '0' } }],
    [
      'a refusal that is not declared',
      { ...typed('Permit', PERMIT, permit('5')), message: { ...permit('5'), allowed: false } },
    ],
    ['a refusal as a text, which is true', { ...typed('Permit', DAI, dai(true)), message: dai('false') }],
    ['no value', { ...typed('Permit', PERMIT, permit('5')), message: permit('0x') }],
  ])('a permit with %s empowers', (_, data) => {
    expect(signed(data).kind).toBe('permit');
    expect(named(signed(data))).toContain(SCAMMER);
  });

  it('what is not declared is read too', () => {
    const data = {
      ...typed('Game', { Game: ['string winner'] }, { winner: 'x' }),
      message: { hidden: [{ deep: SCAMMER }] },
    };
    expect(named(signed(data))).toContain(SCAMMER);
  });

  it('of the first version is read', () => {
    const entries = [
      { type: 'address', name: 'to', value: hexToBigInt(SCAMMER).toString() },
      { type: 'string', name: 'also', value: OTHER },
    ];
    const reading = read('eth_signTypedData_v1', entries, OWN);
    expect(reading.kind).toBe('typed');
    expect(named(reading)).toEqual([SCAMMER, OTHER]);
  });

  it.each([['{broken'], ['7'], ['null']])('%s is unreadable', (text) => {
    expect(read('eth_signTypedData_v4', OWN, text).kind).toBe('unreadable');
  });

  it('as deep as a tree of orders is read, and deeper is unreadable', () => {
    const deep = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], SCAMMER);
    expect(named(signed({ message: deep(30) }))).toEqual([SCAMMER]);
    expect(signed({ message: deep(40) }).kind).toBe('unreadable');
  });
});
