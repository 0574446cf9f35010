import { concatHex, encodeFunctionData, type Hex, numberToHex, parseAbi, size } from 'viem';
import { type RequestReading, readRequest } from '../index.ts';

/** Host of the page that asks, and the accounts of the tests: the person's, and those of others. */
export const SITE = 'dapp.example';
export const OWN = '0x52908400098527886e0f7030069857d2e4169ee7';
export const SCAMMER = '0x8617e340b3d01fa5f11f306f4090fd50e238070d';
export const TOKEN = '0xde709f2102306220921060314715629080e2fb77';
export const OTHER = '0x27b1fdb04752bbc536007a920d24acb045561c26';
export const ROUTER = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
/** The zero bytes that a contract with a lucky address has. */
export const VANITY = '0x00000000a1b2c3d4e5f60718293a4b5c00000000';

/** Calldata of a function in human-readable ABI, with its arguments. */
export const call = (signature: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args });

export const approval = (spender: string, amount = 7n): Hex =>
  call('approve(address spender, uint256 amount)', spender, amount);

/** One call of Safe's `multiSend`, which packs several without padding. */
export const packed = (target: string, data: Hex): Hex =>
  concatHex(['0x00', target as Hex, numberToHex(0, { size: 32 }), numberToHex(size(data), { size: 32 }), data]);

/** What is read of a request on {@link SITE}. */
export const read = (method: string, ...params: readonly unknown[]): RequestReading =>
  readRequest(method, params, SITE);

/** Contents of the parties, hosts with `host:` before them. */
export const named = ({ parties }: RequestReading): string[] =>
  parties.map(({ type, content }) => (type === 'URL' ? `host:${content}` : content));

/** What is read of a transaction to {@link ROUTER} with this data. */
export const sent = (data: string, to: string | null = ROUTER): RequestReading =>
  read('eth_sendTransaction', { from: OWN, data, ...(to === null ? {} : { to }) });
