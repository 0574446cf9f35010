import { stringToHex } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { describe, expect, it } from 'vitest';
import { readRequest } from '../index.ts';
import { named, OTHER, OWN, read, SCAMMER, SITE } from './request.fixture.ts';

const siwe = (domain: string, uri = `https://${domain}/login`, scheme?: string) =>
  createSiweMessage({
    address: OWN,
    chainId: 1,
    domain,
    nonce: 'abcdefgh1',
    uri,
    version: '1',
    ...(scheme && { scheme }),
  });
const signed = (text: string, site = SITE) => readRequest('personal_sign', [stringToHex(text), OWN], site);

describe('a sign-in', () => {
  it.each([
    [SITE, SITE],
    [`${SITE}:8443`, SITE],
    [SITE, `app.${SITE}`],
    [`login.${SITE}`, `www.${SITE}`],
    ['shop.example.co.uk', 'www.example.co.uk'],
    ['DAPP.EXAMPLE', SITE],
    ['127.0.0.1:3000', '127.0.0.1'],
  ])('for %s on %s is for the same site', (domain, site) => {
    expect(signed(siwe(domain.toLowerCase()).replace(domain.toLowerCase(), domain), site).kind).toBe('sign-in');
  });

  it.each([
    ['bank.example', SITE],
    [`${SITE}.bank.example`, SITE],
    ['one.co.uk', 'other.co.uk'],
    ['one.pages.dev', 'other.pages.dev'],
    ['127.0.0.1', '127.0.0.2'],
  ])('for %s on %s is for another', (domain, site) => {
    const reading = signed(siwe(domain), site);
    expect(reading.kind).toBe('sign-in-elsewhere');
    expect(named(reading)).toContain(`host:${domain}`);
  });

  it('is compared by the host that a browser would open', () => {
    expect(signed(siwe('x.example').replace('x.example', `${SITE}@bank.example`)).kind).toBe('sign-in-elsewhere');
    expect(signed(siwe('x.example').replace('x.example', `bank.example/.${SITE}`)).kind).toBe('sign-in-elsewhere');
  });

  it('names the host of its URI, and not the account that signs', () => {
    expect(named(signed(siwe(SITE, 'https://other.example/')))).toEqual([`host:${SITE}`, 'host:other.example']);
    expect(signed(siwe('bank.example', undefined, 'https')).kind).toBe('sign-in-elsewhere');
  });

  it.each([
    ['a text', [siwe('bank.example'), OWN]],
    ['parameters in the other order', [OWN, siwe('bank.example')]],
    ['digits without 0x', [stringToHex(siwe('bank.example')).slice(2), OWN]],
    ['a digit too much', [`${stringToHex(siwe('bank.example'))}7`, OWN]],
    ['something harmless beside it', ['hello', siwe('bank.example')]],
  ])('is recognised as %s', (_, params) => {
    expect(read('personal_sign', ...params).kind).toBe('sign-in-elsewhere');
  });

  it('of Solana is a message, or an object', () => {
    const text = siwe('bank.example').replace('Ethereum', 'Solana');
    expect(read('signMessage', { message: new TextEncoder().encode(text) }).kind).toBe('sign-in-elsewhere');
    expect(read('signIn', { domain: 'bank.example' }).kind).toBe('sign-in-elsewhere');
    expect(read('signIn', {}).kind).toBe('sign-in');
    expect(read('signIn').kind).toBe('sign-in');
  });
});

describe('a message', () => {
  it('names the addresses in it, but not the account that signs', () => {
    const reading = signed(
      `Send from ${OWN} to ${SCAMMER.toUpperCase().replace('X', 'x')}, not to 0x${'12'.repeat(32)}`,
    );
    expect(reading).toEqual({ kind: 'message', parties: [{ type: 'ADDRESS', content: SCAMMER }] });
  });

  it.each([
    ['personal_sign', [`0x2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881`, OWN], 'blind'],
    ['personal_sign', [`2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881`, OWN], 'blind'],
    ['personal_sign', [stringToHex('a text of thirty-two characters.'), OWN], 'message'],
    ['eth_sign', [OWN, `0x${'12'.repeat(32)}`], 'blind'],
    ['tron_signTransaction', ['61'.repeat(32)], 'message'],
    ['tron_signTransaction', ['2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'], 'blind'],
    ['signPersonalMessage', [{ message: new Uint8Array([104, 105]) }], 'message'],
    ['personal_sign', [OWN, OTHER], 'message'],
    ['personal_sign', [7, OWN], 'unreadable'],
  ])('of %s %j is %s', (method, params, kind) => {
    expect(read(method, ...params).kind).toBe(kind);
  });
});
