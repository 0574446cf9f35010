import { concatHex, encodePacked, type Hex, numberToHex, padHex, slice, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { Web3 } from 'web3';
import { approval, call, named, OTHER, OWN, packed, ROUTER, SCAMMER, sent, TOKEN, VANITY } from './request.fixture.ts';

const MAX = 2n ** 256n - 1n;
const SIGNATURE = padHex('0x01');
const multicall = (...calls: readonly Hex[]) => call('multicall(bytes[] calls)', calls);
const PERMIT_SINGLE =
  '((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 deadline)';
const PERMIT_BATCH =
  '((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 deadline)';
const single = (amount: bigint) => ({
  details: { token: TOKEN, amount, expiration: 9, nonce: 0 },
  spender: SCAMMER,
  deadline: 9n,
});

describe('of a call', () => {
  it.each([
    ['transfer', 'transfer', call('transfer(address to, uint256 amount)', SCAMMER, 5n)],
    ['transferFrom', 'transfer', call('transferFrom(address from, address to, uint256 amount)', OTHER, SCAMMER, 5n)],
    [
      'a transfer of an NFT',
      'transfer',
      call('safeTransferFrom(address from, address to, uint256 id)', OWN, SCAMMER, 1n),
    ],
    [
      'one with data',
      'transfer',
      call('safeTransferFrom(address from, address to, uint256 id, bytes data)', OWN, SCAMMER, 1n, '0x'),
    ],
    [
      'one of several of a kind',
      'transfer',
      call(
        'safeTransferFrom(address from, address to, uint256 id, uint256 count, bytes data)',
        OWN,
        SCAMMER,
        1n,
        2n,
        '0x',
      ),
    ],
    [
      'one of many',
      'transfer',
      call(
        'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] counts, bytes data)',
        OWN,
        SCAMMER,
        [1n],
        [2n],
        '0x',
      ),
    ],
    [
      'a transfer through Permit2',
      'transfer',
      call('transferFrom(address from, address to, uint160 amount, address token)', OWN, SCAMMER, 5n, TOKEN),
    ],
    ['approve', 'approve', approval(SCAMMER, MAX)],
    ['increaseAllowance', 'approve', call('increaseAllowance(address spender, uint256 added)', SCAMMER, 5n)],
    ['increaseApproval', 'approve', call('increaseApproval(address spender, uint256 added)', SCAMMER, 5n)],
    [
      'an approval in Permit2',
      'approve',
      call('approve(address token, address spender, uint160 amount, uint48 expiration)', TOKEN, SCAMMER, 5n, 9),
    ],
    ['setApprovalForAll', 'approve-all', call('setApprovalForAll(address operator, bool approved)', SCAMMER, true)],
    [
      'permit',
      'permit',
      call(
        'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
        OWN,
        SCAMMER,
        5n,
        9n,
        27,
        SIGNATURE,
        SIGNATURE,
      ),
    ],
    [
      'the permit of DAI',
      'permit',
      call(
        'permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
        OWN,
        SCAMMER,
        0n,
        9n,
        true,
        27,
        SIGNATURE,
        SIGNATURE,
      ),
    ],
    [
      'a permit of Permit2',
      'permit',
      call(`permit(address owner, ${PERMIT_SINGLE} permit, bytes signature)`, OWN, single(5n), SIGNATURE),
    ],
    [
      'several permits of Permit2',
      'permit',
      call(
        `permit(address owner, ${PERMIT_BATCH} permit, bytes signature)`,
        OWN,
        { ...single(5n), details: [single(5n).details] },
        SIGNATURE,
      ),
    ],
    ['a function that nobody knows', 'contract', call('claim(uint256 nonce, address to)', 3n, SCAMMER)],
    ['a lucky address in it', 'contract', concatHex([call('claim(uint256 nonce)', 3n), padHex(SCAMMER)])],
  ])('%s, whom it pays or empowers is named', (_, kind, data) => {
    const reading = sent(data);
    expect(reading.kind).toBe(kind);
    expect(named(reading)).toEqual(expect.arrayContaining([ROUTER, SCAMMER]));
  });

  it.each([
    ['approve', approval(SCAMMER, 0n)],
    ['approve of an NFT to nobody (ERC-721)', approval(`0x${'0'.repeat(40)}`, 77n)],
    ['increaseAllowance by nothing', call('increaseAllowance(address spender, uint256 added)', SCAMMER, 0n)],
    ['decreaseAllowance', call('decreaseAllowance(address spender, uint256 less)', SCAMMER, 5n)],
    ['decreaseApproval', call('decreaseApproval(address spender, uint256 less)', SCAMMER, 5n)],
    ['setApprovalForAll', call('setApprovalForAll(address operator, bool approved)', SCAMMER, false)],
    [
      'Permit2',
      call('approve(address token, address spender, uint160 amount, uint48 expiration)', TOKEN, SCAMMER, 0n, 0),
    ],
    [
      'a permit',
      call(
        'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
        OWN,
        SCAMMER,
        0n,
        9n,
        27,
        SIGNATURE,
        SIGNATURE,
      ),
    ],
    [
      'a permit of DAI',
      call(
        'permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
        OWN,
        SCAMMER,
        0n,
        9n,
        false,
        27,
        SIGNATURE,
        SIGNATURE,
      ),
    ],
    [
      'a permit of Permit2',
      call(`permit(address owner, ${PERMIT_SINGLE} permit, bytes signature)`, OWN, single(0n), SIGNATURE),
    ],
    [
      'lockdown',
      call('lockdown((address token, address spender)[] approvals)', [
        { token: TOKEN, spender: SCAMMER },
        { token: OTHER, spender: SCAMMER },
      ]),
    ],
    [
      'several in one call',
      multicall(approval(SCAMMER, 0n), call('setApprovalForAll(address operator, bool approved)', SCAMMER, false)),
    ],
    ['a packed batch', call('multiSend(bytes transactions)', packed(TOKEN, approval(SCAMMER, 0n)))],
    [
      'an account',
      call(
        'execute(bytes32 mode, bytes data)',
        padHex('0x', { size: 32 }),
        encodePacked(['address', 'uint256', 'bytes'], [TOKEN, 0n, approval(SCAMMER, 0n)]),
      ),
    ],
  ])('that revokes by %s the spender is not named', (_, data) => {
    const reading = sent(data);
    expect(reading.kind).toBe('revoke');
    expect(named(reading)).not.toContain(SCAMMER);
  });

  it('that revokes and pays the same account it is named', () => {
    const reading = sent(multicall(approval(SCAMMER, 0n), call('claim(address to)', SCAMMER)));
    expect(named(reading)).toContain(SCAMMER);
    expect(named(sent(approval(SCAMMER, 0n), SCAMMER))).toEqual([SCAMMER]);
  });

  it('what stands before the 20 bytes of a known address does not matter', () => {
    const dirty = concatHex(['0x095ea7b3', '0xffffffffffffffffffffffff', SCAMMER, padHex('0x05')]);
    for (const data of [dirty, multicall(dirty)]) expect(named(sent(data))).toContain(SCAMMER);
    expect(sent(dirty).kind).toBe('approve');
    expect(named(sent(slice(concatHex([slice(dirty, 0, 36), numberToHex(MAX)]), 0, 60)))).toContain(SCAMMER);
  });

  it('zeros at either end hide no address', () => {
    for (const data of [
      approval(VANITY),
      call('claim(address to)', VANITY),
      multicall(call('claim(address to)', VANITY)),
    ])
      expect(named(sent(data))).toContain(VANITY);
  });

  it('numbers and lengths are no addresses', () => {
    const data = call(
      'swap(uint256 a, uint256 b, bytes path, uint256 c)',
      10n ** 18n,
      2n ** 96n,
      '0x1234',
      1_900_000_000n,
    );
    expect(named(sent(data))).toEqual([ROUTER]);
  });

  it('every selector is that of its signature', () => {
    // What the tests above call by signature; this is the one that they cannot.
    expect(toFunctionSelector('executeFromExecutor(bytes32,bytes)')).toBe('0xd691c964');
  });
});

describe('nested calls', () => {
  const data = approval(SCAMMER);
  const nested = [1, 2, 3, 4, 5, 6].reduce<Hex[]>((all) => [...all, multicall(all.at(-1) ?? data)], []);

  it.each([
    ...nested.map((each, index): [string, Hex] => [`${index + 1} deep`, each]),
    ['of an account', call('execute(address to, uint256 value, bytes data)', TOKEN, 0n, data)],
    [
      'of an account, several',
      call('executeBatch((address to, uint256 value, bytes data)[] calls)', [{ to: TOKEN, value: 0n, data }]),
    ],
    [
      'of Multicall3',
      call('aggregate3((address target, bool allowFailure, bytes callData)[] calls)', [
        { target: TOKEN, allowFailure: false, callData: data },
      ]),
    ],
    [
      'of a Safe',
      call(
        'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 a, uint256 b, uint256 c, address d, address e, bytes signatures)',
        TOKEN,
        0n,
        data,
        0,
        0n,
        0n,
        0n,
        OTHER,
        OTHER,
        SIGNATURE,
      ),
    ],
    [
      'packed by a Safe',
      call('multiSend(bytes transactions)', concatHex([packed(OTHER, '0x01'), packed(TOKEN, data)])),
    ],
    [
      'of ERC-7579',
      call(
        'execute(bytes32 mode, bytes data)',
        padHex('0x', { size: 32 }),
        encodePacked(['address', 'uint256', 'bytes'], [TOKEN, 0n, data]),
      ),
    ],
    [
      'of an executor',
      call(
        'executeFromExecutor(bytes32 mode, bytes data)',
        padHex('0x', { size: 32 }),
        encodePacked(['address', 'uint256', 'bytes'], [TOKEN, 0n, data]),
      ),
    ],
    [
      'delegated by ERC-7579',
      call(
        'execute(bytes32 mode, bytes data)',
        padHex('0xff', { size: 32, dir: 'right' }),
        encodePacked(['address', 'bytes'], [TOKEN, data]),
      ),
    ],
    [
      'several of ERC-7579',
      call(
        'execute(bytes32 mode, bytes data)',
        padHex('0x01', { size: 32, dir: 'right' }),
        slice(call('a((address target, uint256 value, bytes data)[] calls)', [{ target: TOKEN, value: 0n, data }]), 4),
      ),
    ],
  ])('%s are read', (_, outer) => {
    expect(sent(outer).kind).toBe('approve');
    expect(named(sent(outer))).toContain(SCAMMER);
  });

  it('packed targets are named, without a shape by which a word is recognised', () => {
    const send = (target: string) => call('multiSend(bytes transactions)', packed(target, '0x'));
    expect(named(sent(send(SCAMMER))).slice(0, 2)).toEqual([ROUTER, SCAMMER]);
  });

  it('that web3.js encodes are read alike', () => {
    const abi = { name: 'multicall', type: 'function', inputs: [{ name: 'calls', type: 'bytes[]' }] } as const;
    expect(new Web3().eth.abi.encodeFunctionCall(abi, [[data]])).toBe(multicall(data));
  });

  it('that contain code are no calls because a selector stands in the code', () => {
    const code = `0x60806040526004361061001e5760003560e01c8063095ea7b314610023575b600080fd${'5b'.repeat(90)}` as Hex;
    expect(sent(call('deploy(bytes code)', code)).kind).toBe('contract');
    expect(sent(code, null)).toEqual({ kind: 'deploy', parties: [] });
  });
});

describe('too much calldata', () => {
  it('is read as far as a transaction may be long', () => {
    const long = concatHex([approval(SCAMMER), `0x${'00'.repeat(131_072)}`]);
    expect(sent(long).kind).toBe('unreadable');
    expect(named(sent(long))).toContain(SCAMMER);
    expect(sent(slice(long, 0, 131_072)).kind).toBe('approve');
  });

  it('is read many calls deep, but not for ever', () => {
    const pack = (inner: Hex) => call('multiSend(bytes transactions)', packed(TOKEN, inner));
    const deep = (count: number) =>
      Array.from({ length: count }).reduce<Hex>((inner) => pack(inner), approval(SCAMMER));
    expect(sent(deep(8)).kind).toBe('approve');
    expect(sent(deep(40)).kind).toBe('unreadable');
  });

  it('names those of known calls first, and a thousand in all', () => {
    const many = Array.from({ length: 1_100 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, 'a')}`);
    const reading = sent(multicall(call('drop(address[] to)', many), approval(SCAMMER)));
    expect(reading.kind).toBe('unreadable');
    expect(named(reading)).toHaveLength(1_024);
    expect(named(reading)).toEqual(expect.arrayContaining([ROUTER, SCAMMER, many[500]]));
  });
});
