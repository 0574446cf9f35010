import { expect, it } from 'vitest';
import { NO_NETWORKS, networksOf } from '../networks.ts';
import { originalAddress } from './trusted-proxies.ts';

const proxies = networksOf(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

it('trusts no proxy by default', () => {
  expect(originalAddress('203.0.113.5', '198.51.100.1', NO_NETWORKS)).toBe('203.0.113.5');
  expect(originalAddress('203.0.113.5', '198.51.100.1', proxies)).toBe('203.0.113.5');
  expect(networksOf([]).has('127.0.0.1')).toBe(false);
});

it('finds the client behind one proxy and behind several', () => {
  expect(originalAddress('10.1.2.3', '198.51.100.1', proxies)).toBe('198.51.100.1');
  expect(originalAddress('::ffff:10.1.2.3', '198.51.100.1, 192.0.2.7', proxies)).toBe('198.51.100.1');
  expect(originalAddress('fd00::1', '2001:db8::9', proxies)).toBe('2001:db8::9');
});

it('ignores what the client itself wrote into the header', () => {
  expect(originalAddress('10.1.2.3', '1.1.1.1, 10.9.9.9, 198.51.100.1', proxies)).toBe('198.51.100.1');
});

it('accepts ports, brackets and spaces, and stops at text that is no address', () => {
  expect(originalAddress('10.1.2.3', ' 198.51.100.1:4711 ', proxies)).toBe('198.51.100.1');
  expect(originalAddress('10.1.2.3', '[2001:db8::9]:443', proxies)).toBe('2001:db8::9');
  expect(originalAddress('10.1.2.3', '198.51.100.1, nonsense', proxies)).toBe('10.1.2.3');
  expect(originalAddress('10.1.2.3', undefined, proxies)).toBe('10.1.2.3');
  expect(originalAddress('unknown', '198.51.100.1', proxies)).toBe('unknown');
});

it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/x', 'fd00::/129', ''])(
  'refuses the network "%s"',
  (network) => {
    expect(() => networksOf([network])).toThrow('is no IP address or network');
  },
);
