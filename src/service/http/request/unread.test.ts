import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from 'hono';
import { expect, it } from 'vitest';
import { Room } from '../sender/room.ts';
import { countUnread } from './unread.ts';

const LENGTH = 16_000_000;

it('ends the connection that has left an answer unread for longest, of those who have most of them, and none of a client that reads', async () => {
  const rooms = { bodies: new Room(0), answers: new Room(3.5 * LENGTH) };
  const server = createServer(async ({ url = '' }, answer) => {
    countUnread({ rooms, clientAddress: () => url.slice(1) }, { env: { outgoing: answer } } as unknown as Context);
    answer.end(Buffer.alloc(LENGTH));
    await turn();
    server.emit('counted');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (address: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.write(`GET /${address} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await once(server, 'counted');
    return socket;
  };
  /** Reads until the connection ends. @returns the bytes that have arrived */
  const read = async (socket: Socket): Promise<number> => {
    socket.on('error', () => undefined).resume();
    await once(socket, 'close');
    return socket.bytesRead;
  };
  for (let time = 0; time < 4; time += 1) expect(await read(await ask('192.0.2.1'))).toBeGreaterThan(LENGTH);
  const patient = await ask('192.0.2.2');
  const [first, second, third] = [await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1')];
  expect(await read(first)).toBeLessThan(LENGTH);
  for (const other of [patient, second, third]) expect(await read(other)).toBeGreaterThan(LENGTH);
  server.close();
});
