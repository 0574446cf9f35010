import type { ServerResponse } from 'node:http';
import { digestOf, encodePrefixes } from '../../../src/blocklist/codec/artifact.ts';
import { stopped } from '../harness/page/stopped.ts';
import type { Fault } from '../harness/relay.ts';
import type { Service } from '../harness/service.ts';
import { expect, sharingTest, test } from '../harness/test.ts';

type Health = {
  list: { token: string; entries: number } | null;
  problems: { kind: string; detail?: string }[];
  lastAttemptAt: number;
  lastSuccessAt: number;
  nextAttemptAt: number;
};

const NEW_LIST = new Uint32Array(Array.from({ length: 5_000 }, (_, index) => index * 800_000 + 7));
const NEW_BYTES = encodePrefixes(NEW_LIST);

const json = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Redirects a client that asks for an update to the version document, like a service without updates. */
function noUpdate(path: string, response: ServerResponse): boolean {
  if (!path.startsWith('/api/v2/asset/blocklist/update/')) return false;
  response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not found","code":"NOT_FOUND"}');
  return true;
}

/** The name of the service's latest publication, which follows a change a moment later. */
async function published(service: Service): Promise<string> {
  const headers = { 'x-api-key': service.keys.publishable };
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/v2/asset/blocklist/version`, { headers });
  const { recent } = (await answer.json()) as { recent: { token: string } };
  return recent.token;
}

/** Announces a new list and answers its file by `file`. */
function newList(file: (response: ServerResponse) => void, sha256 = digestOf(NEW_LIST)): Fault {
  const empty = new Uint32Array();
  return (crossing, response) => {
    if (noUpdate(crossing.path, response)) return true;
    if (crossing.path === '/api/v2/asset/blocklist/version') {
      json(response, {
        algoVersion: '2',
        snapshot: {
          token: 'new-list',
          count: NEW_LIST.length,
          url: 'http://service.wary.test/new-list',
          sha256,
          changes: [],
        },
        recent: { token: 'none', count: 0, url: 'http://service.wary.test/none', sha256: digestOf(empty), changes: [] },
        confirmPrefixLength: 4,
        pollSeconds: 60,
      });
      return true;
    }
    if (crossing.path === '/new-list') file(response);
    else if (crossing.path === '/none')
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(encodePrefixes(empty));
    else return false;
    return true;
  };
}

const binary = { 'content-type': 'application/octet-stream' };
const FAULTS: Record<string, { fault: Fault; problem: RegExp }> = {
  'a truncated list': {
    fault: newList((response) => response.writeHead(200, binary).end(NEW_BYTES.slice(0, NEW_BYTES.length - 100))),
    problem: /list-rejected/,
  },
  'a wrong digest': {
    fault: newList((response) => response.writeHead(200, binary).end(NEW_BYTES), 'ab'.repeat(32)),
    problem: /list-rejected/,
  },
  'a page in place of the list': {
    fault: newList((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Sign in to the Wi-Fi</h1>'),
    ),
    problem: /list-rejected/,
  },
  'an endless list': {
    fault: newList((response) => {
      response.writeHead(200, binary);
      response.write(NEW_BYTES.slice(0, 8));
      const timer = setInterval(() => response.write(Buffer.alloc(1_048_576, 0x55)), 1);
      response.on('close', () => clearInterval(timer));
    }),
    problem: /list-rejected|service-unreachable/,
  },
  'a page in place of the version': {
    fault: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Sign in to the Wi-Fi</h1>');
      return true;
    },
    problem: /service-unreachable|list-rejected/,
  },
  'an error of the service': {
    fault: (_, response) => {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"message":"Internal server error","code":"INTERNAL_SERVER_ERROR","issues":[]}');
      return true;
    },
    problem: /service-refused|service-unreachable/,
  },
  'an unknown algorithm': {
    fault: (crossing, response) => {
      if (noUpdate(crossing.path, response)) return true;
      if (!crossing.path.endsWith('/version')) return false;
      const artifact = { token: 'x', count: 0, url: 'http://service.wary.test/none', changes: [] };
      json(response, { algoVersion: '99', snapshot: artifact, recent: artifact });
      return true;
    },
    problem: /update-needed/,
  },
};

for (const [name, { fault, problem }] of Object.entries(FAULTS)) {
  sharingTest(`${name} leaves the old list in place, and the popup says what is wrong`, async ({ wary, relay }) => {
    // What the test before has listed or lifted may not have arrived.
    const before = await wary.send<Health>('listSync');
    relay.fault = fault;
    let after = before;
    // A poll in progress is joined, and has not met a fault yet.
    await expect(async () => {
      after = await wary.send<Health>('listSync');
      expect(after.problems.map(({ kind }) => kind).join(' ')).toMatch(problem);
    }).toPass();
    expect(after.list).toMatchObject({ token: before.list!.token, entries: before.list!.entries });
    expect(after.lastAttemptAt).toBeGreaterThanOrEqual(before.lastAttemptAt);
    // Two polls may fall into the same millisecond.
    expect(after.lastSuccessAt).toBeLessThanOrEqual(after.lastAttemptAt);

    const page = await wary.open('http://drainer.wary.test/');
    await expect(page).toHaveURL(/warning\.html/);
    const popup = await wary.open(wary.url('popup.html'));
    await expect(popup.getByRole('status').or(popup.getByRole('alert')).first()).toBeVisible();

    relay.fault = undefined;
    const healed = await wary.send<Health>('listSync');
    expect(healed.problems.map(({ kind }) => kind)).not.toContain('list-rejected');
    expect(healed.lastSuccessAt).toBeGreaterThanOrEqual(after.lastAttemptAt);
  });
}

test('the next poll waits as long as the service’s Retry-After says', async ({ wary, relay }) => {
  relay.fault = (_, response) => {
    response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '120' })
      .end('{"message":"Too many requests","code":"TOO_MANY_REQUESTS","issues":[]}');
    return true;
  };
  // The first may join a poll that began before.
  const pause = async () => {
    const { nextAttemptAt, lastAttemptAt } = await wary.send<Health>('listSync');
    return nextAttemptAt - lastAttemptAt;
  };
  await expect.poll(pause).toBeGreaterThanOrEqual(119_000);
});

test('the list survives a restart of the browser without the service', async ({ wary, relay }) => {
  const before = await wary.send<Health>('healthRead');
  relay.fault = (_, response) => {
    response.destroy();
    return true;
  };
  await wary.restart();
  const after = await wary.send<Health>('healthRead');
  expect(after.list).toMatchObject({ token: before.list!.token, entries: before.list!.entries });
  const page = await wary.open('http://drainer.wary.test/');
  await expect(page).toHaveURL(/warning\.html/);
});

test('a site that was listed while the browser was closed is stopped once the first poll of the next start has brought it', async ({
  wary,
  relay,
  service,
}) => {
  const host = 'overnight.example';
  // A poll that ends after this would record the list as new.
  relay.fault = () => true;
  await wary.ageList(3_600_000);
  await wary.stop();
  const before = await published(service);
  await service.command('block', host);
  await expect.poll(() => published(service)).not.toBe(before);
  relay.fault = undefined;
  await wary.start();
  await stopped(await wary.open(`http://${host}/`), host);
});
