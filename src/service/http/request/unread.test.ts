import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { UnreadAnswers } from './unread.ts';

const LENGTH = 16_000_000;

it('ends the connection that has left an answer unread for longest, and none of a client that reads', async () => {
  const answers = new UnreadAnswers(2.5 * LENGTH);
  const server = createServer(async (_, answer) => {
    answer.end(Buffer.alloc(LENGTH));
    await turn();
    answers.add(answer);
    server.emit('counted');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(server, 'counted');
    return socket;
  };
  /** Reads until the connection ends. @returns the bytes that have arrived */
  const read = async (socket: Socket): Promise<number> => {
    socket.on('error', () => undefined).resume();
    await once(socket, 'close');
    return socket.bytesRead;
  };
  for (let time = 0; time < 3; time += 1) expect(await read(await ask())).toBeGreaterThan(LENGTH);
  const [first, second, third] = [await ask(), await ask(), await ask()];
  expect(await read(first)).toBeLessThan(LENGTH);
  for (const other of [second, third]) expect(await read(other)).toBeGreaterThan(LENGTH);
  server.close();
});
