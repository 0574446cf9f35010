import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningService, startService } from '../../command/serve/running-service.ts';
import { openTestDatabase, type TestDatabase } from '../../database/database.fixture.ts';
import { until } from '../../jobs/until.fixture.ts';
import { lineLog } from '../log/log.ts';

let opened: TestDatabase;
let running: RunningService;
const begun: Socket[] = [];
beforeEach(async () => {
  opened = await openTestDatabase();
  running = await startService({
    ...{ database: opened.database, log: lineLog(() => undefined), host: '127.0.0.1', port: 0 },
    ...{ publicUrl: null, portalUrl: null, pollSeconds: 60, requestsPerMinute: 1_000_000 },
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

/** Begins to send a form of so many bytes from an address. @returns the status of the answer, once there is one */
const begin = (bytes: number, localAddress: string, sent = ''): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port: running.port, host: '127.0.0.1', localAddress });
    begun.push(socket);
    const head = 'POST /desk/sign-in HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin';
    socket.on('error', () => undefined).write(`${head}\r\nContent-Length: ${bytes}\r\n\r\n${sent}`);
    socket.once('data', (answer) => resolve(String(answer).slice(9, 12)));
  });

it('has room for what others send while one address begins many bodies and ends none', async () => {
  const files = 40_000_000;
  /** As much of it as is answered. */
  const tooMuch = 'a'.repeat(500_000);
  expect(await Promise.race(Array.from({ length: 4 }, () => begin(files, '127.0.0.2')))).toBe('429');
  expect(await begin(5, '127.0.0.2', 'key=a')).toBe('403');
  expect(await begin(files, '127.0.0.3', tooMuch)).toBe('413');
  end();
  await until(async () => (await begin(files, '127.0.0.2', tooMuch)) === '413');
});
