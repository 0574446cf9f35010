import { describe, expect, test } from 'vitest';
import type { SettingsInForce } from '../governed.tsx';
import { addressField, serviceChoice } from './service-choice.ts';

const settings = (over: Partial<SettingsInForce> = {}): SettingsInForce => ({
  serviceUrl: { value: 'https://brand.example', origin: 'brand' },
  keyIsSet: { value: true, origin: 'brand' },
  protectSites: { value: true, origin: 'default' },
  protectAddresses: { value: true, origin: 'default' },
  markLinks: { value: true, origin: 'default' },
  noticeLookalikes: { value: true, origin: 'default' },
  noticeSwappedAddresses: { value: true, origin: 'default' },
  checkWallets: { value: false, origin: 'default' },
  sendListed: { value: true, origin: 'default' },
  pause: { value: true, origin: 'default' },
  notify: { value: false, origin: 'default' },
  failurePolicy: { value: 'warn', origin: 'default' },
  allowList: { value: [], origin: 'default' },
  reports: { value: true, origin: 'default' },
  reportContact: { value: 'optional', origin: 'default' },
  openListed: { value: 'freely', origin: 'default' },
  openLongest: { value: 'always', origin: 'default' },
  language: { value: 'browser', origin: 'default' },
  trafficKept: { value: 'day', origin: 'default' },
  managedBy: null,
  problems: [],
  ...over,
});

const OWN_KEY = { value: true, origin: 'person' } as const;

describe('saving the service', () => {
  test('changes nothing when nothing was written', () => {
    expect(serviceChoice({ address: '', key: '' }, settings())).toEqual({ kind: 'unchanged' });
  });

  test('stores a key for the address in force', () => {
    expect(serviceChoice({ address: '', key: ' cp_1 ' }, settings())).toEqual({
      kind: 'write',
      request: { serviceUrl: null, apiKey: 'cp_1' },
    });
    const own = settings({
      serviceUrl: { value: 'https://own.example', origin: 'person' },
      keyIsSet: OWN_KEY,
    });
    expect(serviceChoice({ address: addressField(own), key: 'cp_2' }, own)).toEqual({
      kind: 'write',
      request: { serviceUrl: 'https://own.example', apiKey: 'cp_2' },
    });
  });

  test("never sends a person's key to another address by itself", () => {
    const own = settings({ keyIsSet: OWN_KEY });
    expect(serviceChoice({ address: 'https://other.example', key: '' }, own)).toEqual({ kind: 'wrong', field: 'key' });
  });

  test.each(['service.example', 'ftp://service.example', 'javascript:alert(1)', 'https://'])(
    'refuses %s as an address, before anything is asked',
    (address) => {
      expect(serviceChoice({ address, key: 'cp_1' }, settings())).toEqual({ kind: 'wrong', field: 'address' });
    },
  );
});
