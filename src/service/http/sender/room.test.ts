import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningService, startService } from '../../command/serve/running-service.ts';
import { openTestDatabase, type TestDatabase } from '../../database/database.fixture.ts';
import { lineLog } from '../log/log.ts';

let opened: TestDatabase;
let running: RunningService;
const begun: Socket[] = [];
beforeEach(async () => {
  opened = await openTestDatabase();
  running = await startService({
    ...{ database: opened.database, log: lineLog(() => undefined), host: '127.0.0.1', port: 0 },
    ...{ publicUrl: null, portalUrl: null, pollSeconds: 60, requestsPerMinute: 1_000_000 },
    trustedProxies: ['127.0.0.1'],
  });
});
afterEach(async () => {
  end();
  await running.close();
  await opened.close();
});

const end = () => {
  for (const socket of begun.splice(0)) socket.destroy();
};

/** Begins to send a form of so many bytes from an address. @returns the status of the answer, or `ended` once the service ends the connection */
const begin = (bytes: number, localAddress: string, sent = '', client = localAddress): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port: running.port, host: '127.0.0.1', localAddress });
    begun.push(socket);
    const head = `POST /desk/sign-in HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nX-Forwarded-For: ${client}`;
    socket.on('error', () => undefined).write(`${head}\r\nContent-Length: ${bytes}\r\n\r\n${sent}`);
    socket.once('data', (answer) => resolve(String(answer).slice(9, 12))).once('close', () => resolve('ended'));
  });

const FILES = 40_000_000;
/** As much of them as is answered. */
const TOO_MUCH = 'a'.repeat(500_000);

it('has room for what others send while one network begins many bodies and ends none', async () => {
  const begun = Array.from({ length: 26 }, () => begin(FILES, '127.0.0.2'));
  expect(await begun[0]).toBe('ended');
  expect(await begin(5, '127.0.0.2', 'key=a')).toBe('403');
  for (const address of ['127.0.0.2', '127.0.0.3']) expect(await begin(FILES, address, TOO_MUCH)).toBe('413');
});

it('has room for what one sends while many networks of one site together use all of it up', async () => {
  const from = (network: number) => `2001:db8:7:${network}::1`;
  const begun = Array.from({ length: 26 }, (_, network) => begin(FILES, '127.0.0.1', '', from(network)));
  expect(await begun[0]).toBe('ended');
  expect(await begin(FILES, '127.0.0.1', TOO_MUCH, '192.0.2.1')).toBe('413');
});
