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

/** Begins to send a body of so many bytes from an address. @returns the status of the answer; null while the service waits for the rest */
const begin = (bytes: number, localAddress: string): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect({ port: running.port, host: '127.0.0.1', localAddress });
    begun.push(socket);
    socket.write(
      `POST /desk/sign-in HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    socket.once('data', (answer) => resolve(String(answer).slice(9, 12)));
    // A refusal comes within two seconds.
    setTimeout(() => resolve(null), 2_500);
  });

it('has room for what others send while one address begins many bodies and ends none', async () => {
  const [files, little] = [40_000_000, 1_000];
  const asked = [files, files, files, files, little].map((bytes) => begin(bytes, '127.0.0.2'));
  const answers = await Promise.all([...asked, begin(files, '127.0.0.3')]);
  expect(answers.filter((status) => status === '429')).toHaveLength(1);
  expect(answers.slice(-2)).toEqual([null, null]);
  end();
  await until(async () => (await begin(files, '127.0.0.2')) === null);
});
