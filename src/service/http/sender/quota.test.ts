import { describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../../api/report/attachment.ts';
import { networksOf } from '../networks.ts';
import { Pace, Quotas } from './quota.ts';

const HOUR = 3_600_000;
const quotas = (now: () => number = () => 0, keyPerHour = 1_000_000) =>
  new Quotas({ addressPerHour: 10, keyPerHour, sharedNetworks: networksOf(['198.51.100.0/24']) }, now);
const times = (count: number, work: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => work(index));

it('limits an address to its quota and the refill rate, without affecting other addresses', () => {
  let now = 0;
  const limits = quotas(() => now);
  expect(times(10, () => limits.take('reports', 1, '192.0.2.1'))).toEqual(Array(10).fill(null));
  expect(limits.take('reports', 1, '192.0.2.1')).toEqual({ by: 'address', retryAfterSeconds: 360 });
  expect(limits.take('reports', 2, '192.0.2.1')).toMatchObject({ by: 'address' });
  expect(limits.take('disputes', 1, '192.0.2.1')).toBeNull();
  expect(limits.take('reports', 1, '192.0.2.2')).toBeNull();
  now = HOUR / 10;
  expect(limits.take('reports', 1, '192.0.2.1')).toBeNull();
});

it('limits the networks of one IPv6 site together, to the quota of sixteen', () => {
  const limits = quotas();
  const from = (network: number) => `2001:db8:7:${network}::1`;
  const taken = times(20, (network) => times(10, () => limits.take('reports', 1, from(network)))).flat();
  expect(taken.filter((out) => out === null)).toHaveLength(160);
  expect(limits.take('reports', 1, '2001:db8:8::1')).toBeNull();
  const large = times(20, (network) => times(10, () => limits.take('uploads', 1, from(network), MAX_UPLOAD_BYTES)));
  expect(large.flat().filter((out) => out === null)).toHaveLength(160);
});

it('lets 2,000 people behind a shared address use their quotas', () => {
  const limits = quotas();
  const people = times(2_000, () => times(5, () => limits.take('reports', 1, '198.51.100.7'))).flat();
  expect(people.every((out) => out === null)).toBe(true);
  expect(quotas().take('reports', 1, '192.0.2.9')).toBeNull();
});

it('limits a key whatever the number of addresses', () => {
  const limits = quotas(() => 0, 50);
  const outs = times(60, (index) => limits.take('uploads', 1, `192.0.2.${index}`));
  expect(outs.filter((out) => out === null)).toHaveLength(50);
  expect(outs.at(-1)).toMatchObject({ by: 'key' });
  expect(limits.take('uploads', 2, '192.0.2.200')).toBeNull();
});

it('counts the bytes of files by address for a week, whatever the number of uploads and keys', () => {
  let now = 0;
  const limits = quotas(() => now);
  const large = (keyId: number | null) => limits.take('uploads', keyId, '192.0.2.1', MAX_UPLOAD_BYTES);
  expect(times(10, large)).toEqual(Array(10).fill(null));
  now = 2 * HOUR;
  expect(large(7)).toEqual({ by: 'address', retryAfterSeconds: expect.any(Number) });
  expect(limits.take('uploads', 7, '192.0.2.2', MAX_UPLOAD_BYTES)).toBeNull();
  now = 8 * 24 * HOUR;
  expect(times(10, large)).toEqual(Array(10).fill(null));
});

it('allows more parsing than reporting', () => {
  const limits = quotas();
  expect(times(600, () => limits.take('parsing', 1, '192.0.2.1')).every((out) => out === null)).toBe(true);
  expect(limits.take('parsing', 1, '192.0.2.1')).toMatchObject({ by: 'address' });
});

it('counts parsing by the length of the text, and delays requests with a shared key by it', () => {
  const limits = quotas(() => 0, 60);
  const long = () => limits.take('parsing', 1, '192.0.2.1', 60 * 1_024);
  expect(times(10, long)).toEqual(Array(10).fill(null));
  expect(long()).toEqual({ by: 'address', retryAfterSeconds: 360 });
  expect(limits.take('reports', 1, '192.0.2.1', 60 * 1_024)).toBeNull();
  // One turn is due each second.
  expect(limits.turn('parsing', 2, 8 * 1_024)).toBe(0);
  expect(limits.turn('parsing', 2)).toBe(4_000);
});

const PER_HOUR = 36_000;

describe('requests with a shared key', () => {
  it('pass at once while they are few, then wait, and are refused where the wait would be long', () => {
    const pace = new Pace(() => 0);
    const waits = Array.from({ length: 100 }, () => pace.take('build', PER_HOUR));
    expect(waits.slice(0, 5)).toEqual(Array(5).fill(0));
    expect(waits.slice(5, 8)).toEqual([100, 200, 300]);
    expect(waits[54]).toBe(5_000);
    expect(waits.slice(55)).toEqual(Array(45).fill(null));
  });

  it('do not wait for those with another key', () => {
    const pace = new Pace(() => 0);
    for (let turn = 0; turn < 100; turn += 1) pace.take('build', PER_HOUR);
    expect(pace.take('another build', PER_HOUR)).toBe(0);
  });

  it('pass at once again after a pause', () => {
    let now = 0;
    const pace = new Pace(() => now);
    for (let turn = 0; turn < 100; turn += 1) pace.take('build', PER_HOUR);
    now = 60_000;
    expect(Array.from({ length: 5 }, () => pace.take('build', PER_HOUR))).toEqual(Array(5).fill(0));
  });
});
