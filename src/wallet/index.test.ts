import { describe, expect, it } from 'vitest';
import { readRequest } from './index.ts';
import { formOf, METHODS } from './methods.ts';
import { approval, named, OTHER, OWN, ROUTER, read, SCAMMER, SITE, TOKEN } from './request/request.fixture.ts';

const METHOD_NAMES = Object.values(METHODS).flatMap((names) => names.split(' '));

describe('the methods', () => {
  it('are known by their whole name', () => {
    expect(METHOD_NAMES.filter((method) => !formOf(method))).toEqual([]);
    const others = [
      'eth_chainId',
      'eth_call',
      'eth_signTypedData_v2',
      'signAll',
      'xpersonal_sign',
      'toString',
      '',
      null,
    ];
    expect(others.filter(formOf)).toEqual([]);
  });

  it('that are not read name nobody', () => {
    expect(read('eth_call', { to: SCAMMER }).parties).toEqual([]);
    expect(read('batch', { method: 'eth_call', params: [{ to: SCAMMER }] }).parties).toEqual([]);
  });
});

describe('a request', () => {
  const transaction = { from: OWN, to: SCAMMER, value: '0x1' };
  it.each([
    ['eth_sendTransaction', [transaction], 'send', [SCAMMER]],
    ['eth_signTransaction', [transaction], 'send', [SCAMMER]],
    ['eth_sendTransaction', [{ ...transaction, data: '0x' }], 'send', [SCAMMER]],
    ['eth_sendTransaction', [{ ...transaction, data: '0xd0e30db0' }], 'contract', [SCAMMER]],
    ['eth_sendTransaction', [{ to: 'name.eth', data: '0xd0e30db0' }], 'contract', []],
    ['eth_sendTransaction', [{ ...transaction, data: 'no digits' }], 'unreadable', [SCAMMER]],
    ['eth_sendTransaction', [{ to: TOKEN, input: approval(SCAMMER), data: '0x' }], 'approve', [TOKEN, SCAMMER]],
    ['eth_sendTransaction', [{ to: TOKEN, data: `0x${approval(SCAMMER).slice(3)}` }], 'approve', [TOKEN, SCAMMER]],
    [
      'eth_sendTransaction',
      [{ to: TOKEN, data: approval(SCAMMER).slice(2).toUpperCase() }],
      'approve',
      [TOKEN, SCAMMER],
    ],
    [
      'eth_sendTransaction',
      [{ to: TOKEN, data: [...Buffer.from(approval(SCAMMER).slice(2), 'hex')] }],
      'approve',
      [TOKEN, SCAMMER],
    ],
    ['eth_sendTransaction', [{ to: `eip155:1:${SCAMMER}` }], 'send', [SCAMMER]],
    [
      'eth_sendTransaction',
      [{ ...transaction, to: OTHER, authorizationList: [{ address: SCAMMER, chainId: '0x1' }] }],
      'delegate',
      [OTHER, SCAMMER],
    ],
    [
      'wallet_sendCalls',
      [{ calls: [transaction, { to: TOKEN, data: approval(OTHER) }] }],
      'approve',
      [SCAMMER, TOKEN, OTHER],
    ],
    [
      'wallet_sendCalls',
      [{ calls: [], capabilities: { paymasterService: { url: 'https://pay.example/v1' } } }],
      'unreadable',
      ['host:pay.example'],
    ],
    ['wallet_prepareCalls', [{ calls: [{ to: OTHER, capabilities: { payer: SCAMMER } }] }], 'send', [OTHER, SCAMMER]],
    [
      'wallet_invokeMethod',
      { scope: 'eip155:1', request: { method: 'eth_sendTransaction', params: [transaction] } },
      'send',
      [SCAMMER],
    ],
    ['batch', [{ method: 'eth_chainId' }, { method: 'eth_sendTransaction', params: [transaction] }], 'send', [SCAMMER]],
    [
      'wallet_addEthereumChain',
      [
        {
          chainId: '0x5',
          rpcUrls: ['https://RPC.bad.example/v1', 'wss://ws.bad.example'],
          blockExplorerUrls: ['https://scan.bad.example'],
          iconUrls: ['https://icon.bad.example/i.png'],
        },
      ],
      'network',
      ['host:rpc.bad.example', 'host:ws.bad.example', 'host:scan.bad.example', 'host:icon.bad.example'],
    ],
    [
      'wallet_watchAsset',
      { type: 'ERC20', options: { address: SCAMMER, image: 'https://img.example/i.png' } },
      'token',
      [SCAMMER, 'host:img.example'],
    ],
    ['metamask_watchAsset', [{ type: 'ERC20', options: { address: SCAMMER } }], 'token', [SCAMMER]],
    ['wallet_grantPermissions', [{ signer: { type: 'account', data: { id: SCAMMER } } }], 'delegate', [SCAMMER]],
    [
      'wallet_requestExecutionPermissions',
      [{ to: SCAMMER, permission: { data: { tokenAddress: TOKEN } } }],
      'delegate',
      [SCAMMER, TOKEN],
    ],
    ['wallet_signAuthorization', [{ contractAddress: BigInt(SCAMMER).toString() }], 'delegate', [SCAMMER]],
    ['eth_signAuthorization', [{ address: SCAMMER }], 'delegate', [SCAMMER]],
  ])('%s with %j is read', (method, params, kind, parties) => {
    const reading = readRequest(method, params, SITE);
    expect(reading.kind).toBe(kind);
    expect(named(reading)).toEqual(parties);
  });

  it('in 33 batches in one another is unreadable', () => {
    const nested = (depth: number): unknown =>
      Array.from({ length: depth }).reduce<unknown>(
        (params) => [{ method: 'batch', params }],
        [{ method: 'eth_sign' }],
      );
    expect(readRequest('batch', nested(31), SITE).kind).toBe('blind');
    expect(readRequest('batch', nested(32), SITE).kind).toBe('unreadable');
  });

  it('names the contract and its spender as they are listed: in lower case, each once', () => {
    const upper = `0x${ROUTER.slice(2).toUpperCase()}`;
    expect(read('wallet_sendCalls', { calls: [{ to: upper, data: approval(ROUTER) }] }).parties).toEqual([
      { type: 'ADDRESS', content: ROUTER },
    ]);
  });
});
