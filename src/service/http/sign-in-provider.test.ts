import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { SignInProvider } from './sign-in-provider.ts';

afterEach(() => vi.useRealTimers());

it('asks a provider that fails once for all who begin to sign in, and again a little later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const provider = new SignInProvider({ issuer, clientId: 'wary', clientSecret: null });
  const begin = () => expect(provider.begin('https://wary.example/callback', '/desk')).rejects.toThrow();
  try {
    for (let times = 0; times < 3; times += 1) await begin();
    expect(asked).toBe(1);
    vi.runAllTimers();
    await begin();
    expect(asked).toBe(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('reads no more of a provider that answers without end than its description can have', async () => {
  let sent = 0;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      sent += 65_536;
      if (response.destroyed) return;
      if (response.write(' '.repeat(65_536))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const provider = new SignInProvider({ issuer, clientId: 'wary', clientSecret: null });
  try {
    await expect(provider.begin('https://wary.example/callback', '/desk')).rejects.toThrow();
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
