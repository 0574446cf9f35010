import { describe, expect, it, vi } from 'vitest';
import { FakeStorageArea } from '../../../test/fixtures/blocklist/storage-area.ts';
import { listOf } from '../../../test/fixtures/blocklist/worker.ts';
import { endsBucketOf } from '../../asset/address/similarity.ts';
import { prefixOfExpression } from '../../asset/hash.ts';
import { ShardCopy } from '../../blocklist/shards/shard-copy.ts';
import { walletReader } from './reader.ts';

const LISTED = '0xbad0000000000000000000000000000000000001';
const OWN = '0xd8da5ac1f2e98b7d34c60a1b9e8f7d2c4b5a6045';
const TWIN = '0xd8da9be2d17c04fa6583e1d0c9b8a7f6e5d46045';

const area = new FakeStorageArea();
const snapshot = listOf(Uint32Array.of(prefixOfExpression(`ADDRESS:${LISTED}`)));
const list = { ready: Promise.resolve(), snapshot, additions: null, onChange: () => () => undefined };
await new ShardCopy({ area, session: new FakeStorageArea(), list, platforms: [] }).follow();

const exchange = vi.fn(async (): Promise<number[]> => []);
const readerOf = () => walletReader('app.example', area, exchange);
const found = (to: string, reader = readerOf()) => reader.read('eth_sendTransaction', [{ to }]).found;

describe('a request to a wallet', () => {
  it('is a match where it names what is listed, and none where it does not', async () => {
    expect(await found(LISTED)).toBe('listed');
    expect(await found(OWN)).toBe('none');
    expect(await readerOf().read('personal_sign', ['hello']).found).toBe('none');
  });

  it('cannot be judged without a list, and where it signs in elsewhere', async () => {
    expect(await found(OWN, walletReader('app.example', undefined, exchange))).toBe('unknown');
    const signIn = 'bank.example wants you to sign in with your Ethereum account:\n0x1\n\nURI: https://bank.example';
    expect(await readerOf().read('personal_sign', [signIn]).found).toBe('unknown');
  });

  it('cannot be judged where it names what may look like a used address, unless this page paid that already', async () => {
    exchange.mockResolvedValue([endsBucketOf(TWIN)]);
    const reader = readerOf();
    expect(await found(OWN, reader)).toBe('unknown');
    const { parties } = reader.read('eth_sendTransaction', [{ to: OWN }]).reading;
    reader.renew(parties);
    expect(exchange).toHaveBeenLastCalledWith(parties);
    expect(await found(OWN, reader)).toBe('none');
    expect(await found(TWIN, reader)).toBe('unknown');
    exchange.mockClear();
    reader.renew(parties);
    expect(exchange).not.toHaveBeenCalled();
    reader.renew();
    expect(exchange).toHaveBeenCalledExactlyOnceWith([]);
  });

  it('cannot be judged where the worker does not say what was used', async () => {
    exchange.mockRejectedValueOnce(new Error('no worker'));
    expect(await found(OWN)).toBe('unknown');
  });
});
