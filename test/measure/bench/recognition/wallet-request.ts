import { readRequest } from '../../../../src/wallet/index.ts';
import { medianMs, type Row } from '../row.ts';

const OWN = `0x${'a1'.repeat(20)}`;
const SPENDER = 'b2'.repeat(20);
const word = (digits: string) => digits.padStart(64, '0');
const APPROVAL = `095ea7b3${word(SPENDER)}${word('5')}`;
const length = (digits: string) => word((digits.length / 2).toString(16));
/** As `multicall(bytes[])` encodes it, without the offsets, which are not read. */
const multicall = (count: number) => `ac9650d8${(length(APPROVAL) + APPROVAL.padEnd(192, '0')).repeat(count)}`;
const sent = (data: string) => ['eth_sendTransaction', [{ from: OWN, to: OWN, data: `0x${data}` }]] as const;
const PERMIT = {
  types: { Permit: ['owner', 'spender'].map((name) => ({ name, type: 'address' })) },
  primaryType: 'Permit',
  domain: { verifyingContract: OWN },
  message: { owner: OWN, spender: `0x${SPENDER}`, value: '5' },
};
const message = Uint8Array.of(1, 0, 1, 4, ...new Uint8Array(128).fill(7), ...new Uint8Array(32), 1, 3, 1, 1, 2, 2, 0);

const REQUESTS: Readonly<Record<string, readonly [method: string, params: unknown]>> = {
  'an approval': sent(APPROVAL),
  '150 approvals in one call': sent(multicall(150)),
  'the longest calldata': sent(multicall(800)),
  'the longest calldata, zeros': sent('0'.repeat(2 * 131_072)),
  'a permit': ['eth_signTypedData_v4', [OWN, JSON.stringify(PERMIT)]],
  'a message': ['personal_sign', ['0x68656c6c6f', OWN]],
  'a Solana transaction': ['signTransaction', [{ message }]],
  'a TRON transaction': ['tron_signTransaction', [{ raw_data_hex: `0a1541${SPENDER}1215${SPENDER}` }]],
  'a thousand calls of 100 kB': [
    'wallet_sendCalls',
    [{ calls: Array(1_000).fill({ data: `0x${'0'.repeat(200_000)}` }) }],
  ],
};

/** What it takes to read whom a wallet request pays or empowers: usual requests, and those that are made to be slow. */
export async function walletRequestRows(): Promise<readonly Row[]> {
  return Object.entries(REQUESTS).map(([name, [method, params]]) => ({
    group: 'Wallet requests',
    name,
    value: medianMs(() => readRequest(method, params, 'dapp.example'), 101),
    unit: 'ms',
    detail: readRequest(method, params, 'dapp.example').kind,
  }));
}
