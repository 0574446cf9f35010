import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { networksOf } from './networks.ts';
import {
  ANYWHERE,
  isPublicAddress,
  type OutboundPolicy,
  OutboundRefused,
  outboundRefusal,
  PUBLIC_ONLY,
  sendOutbound,
} from './outgoing.ts';

const seen: { url: string | undefined; body: string }[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ url: request.url, body });
      if (request.url === '/crumbs') {
        const crumb = () => (response.write('x') ? setImmediate(crumb) : response.once('drain', crumb));
        crumb();
      } else if (request.url === '/redirect') response.writeHead(302, { location: '/elsewhere' }).end();
      else if (request.url === '/pieces') for (let sent = 0; sent < 20_000; sent += 1) response.write('x');
      else if (request.url === '/interim') for (let sent = 0; sent < 200; sent += 1) response.writeProcessing();
      else if (request.url === '/endless') {
        const timer = setInterval(() => response.write('x'.repeat(1_000)), 1);
        response.on('close', () => clearInterval(timer));
      } else if (request.url !== '/silent') response.writeHead(201, { 'content-type': 'text/plain' }).end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = (url: string, policy: OutboundPolicy, over = {}) =>
  sendOutbound({ url, method: 'POST', body: '{"a":"ü"}', timeoutMs: 2_000, maxBytes: 10_000, ...over }, policy);

describe('a request to another server', () => {
  it('keeps an answer that comes byte by byte in one buffer', async () => {
    const joined = vi.spyOn(Buffer, 'concat');
    expect((await send(`${origin}/crumbs`, ANYWHERE, { maxBytes: 1_000, timeoutMs: 20_000 })).body).toHaveLength(1_000);
    expect(Math.max(...joined.mock.calls.map(([pieces]) => pieces.length))).toBe(1);
    joined.mockRestore();
  });

  it('sends its body and returns the answer', async () => {
    const answer = await send(`${origin}/here`, ANYWHERE);
    expect(answer).toMatchObject({ status: 201, headers: { 'content-type': 'text/plain' } });
    expect(new TextDecoder().decode(answer.body)).toBe('thanks');
    expect(seen.at(-1)).toEqual({ url: '/here', body: '{"a":"ü"}' });
  });

  it('follows no redirect', async () => {
    expect(await send(`${origin}/redirect`, ANYWHERE)).toMatchObject({
      status: 302,
      headers: { location: '/elsewhere' },
    });
    expect(seen.some(({ url }) => url === '/elsewhere')).toBe(false);
  });

  it('reads no more of an endless answer than allowed', async () => {
    expect((await send(`${origin}/endless`, ANYWHERE)).body.byteLength).toBe(10_000);
  });

  it.each(['pieces', 'interim'])('gives up on an answer in too many small parts: %s', async (path) => {
    await expect(send(`${origin}/${path}`, ANYWHERE, { maxBytes: 1_000_000 })).rejects.toThrow('too many pieces');
  });

  it('gives up on a server that does not answer', async () => {
    await expect(send(`${origin}/silent`, ANYWHERE, { timeoutMs: 100 })).rejects.toThrow('in time');
  });

  it('never reaches this machine unless the operator allows it', async () => {
    const before = seen.length;
    const port = new URL(origin).port;
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '0',
      '2130706433',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
      'a.localhost',
    ])
      await expect(send(`http://${host}:${port}/`, PUBLIC_ONLY), host).rejects.toThrow(OutboundRefused);
    expect(seen).toHaveLength(before);
  });

  it('checks the address of a name when it connects', async () => {
    // The name of this machine passes for a public one until it is looked up.
    const { hostname } = await import('node:os');
    const before = seen.length;
    await expect(send(`http://${hostname()}:${new URL(origin).port}/`, PUBLIC_ONLY)).rejects.toThrow();
    expect(seen).toHaveLength(before);
  });
});

describe('a request within the networks that the operator allows', () => {
  const loopback = { privateNetworks: networksOf(['127.0.0.0/8', '10.20.0.0/16', 'fd12::/16', '::1']) };

  it('reaches them by address and by name', async () => {
    const port = new URL(origin).port;
    expect(await send(origin, loopback)).toMatchObject({ status: 201 });
    expect(await send(`http://localhost:${port}/`, loopback)).toMatchObject({ status: 201 });
  });

  it('reaches no other private network by name', async () => {
    const others = { privateNetworks: networksOf(['10.20.0.0/16']) };
    const port = new URL(origin).port;
    await expect(send(`http://localhost:${port}/`, others)).rejects.toThrow('leads to a private address');
  });

  it.each([
    ['http://10.20.3.4/list.txt', null],
    ['http://[fd12::7]/list.txt', null],
    ['http://lists.internal/list.txt', null],
    ['https://lists.example/list.txt', null],
    ['http://10.21.0.1/', 'privateAddress'],
    ['http://169.254.169.254/', 'privateAddress'],
    ['http://[fd13::7]/', 'privateAddress'],
  ])('%s', (url, code) => expect(outboundRefusal(url, loopback)).toBe(code));
});

describe('a refusal before sending', () => {
  it.each([
    ['ftp://a.example', 'noWebAddress'],
    ['file:///etc/passwd', 'noWebAddress'],
    ['a.example', 'noAddress'],
    ['https://user:secret@a.example', 'credentials'],
    ['http://10.1.2.3/', 'privateAddress'],
    ['', 'noAddress'],
  ])('%s', (url, code) => expect(outboundRefusal(url, PUBLIC_ONLY)).toBe(code));
  it('lets a public address pass', () => {
    expect(outboundRefusal('https://a.example:8443/hook?x=1', PUBLIC_ONLY)).toBeNull();
  });
});

describe('a public address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00::1'])('%s is one', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    ...[
      '127.0.0.1',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
    ],
    ...['224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:8.8.8.8'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:1::', '2001:db8::1', 'localhost', ''],
  ])('%s is none', (address) => expect(isPublicAddress(address)).toBe(false));
});
