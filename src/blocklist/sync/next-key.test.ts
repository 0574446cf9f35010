import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { ORGANIZATION_PATH, VERSION_PATH } from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { answer, clock, MINUTE, service, setStage } from '../../../test/fixtures/blocklist/stage.ts';
import { Blocklist } from '../blocklist.ts';
import { publicKeyOf, signNextKey } from '../codec/artifact.ts';
import { BundledList } from '../store/bundled.ts';
import { ListStore } from '../store/store.ts';
import type { OfferedKey } from './organization-poll.ts';
import { ListSync } from './sync.ts';

const SECRET = '11'.repeat(32);
const NEXT = { apiKey: 'second', version: 7 };
const LIST = randomPrefixes(500, 1);

setStage();

let key: string;
let offers: OfferedKey[];
let refused: string[];
let takes: boolean;
beforeEach(() => {
  key = 'first';
  takes = true;
  [offers, refused] = [[], []];
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  service.publish({ snapshot: LIST, signing: { secretKey: SECRET, version: 1 } });
});

const digestOf = (of: string) => createHash('sha256').update(of).digest('hex').slice(0, 32);
const pathOf = (of: string) => `${ORGANIZATION_PATH}/${digestOf(of)}`;
function tell(of: string, next: object | null) {
  const body = JSON.stringify({ algoVersion: '2', list: null, official: null, nextKey: next });
  service.faults.set(pathOf(of), (request, response) => {
    const etag = `"${digestOf(body)}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { 'content-type': 'application/json', etag }).end(body);
  });
}
const signed = (of = 'first', secretKey = SECRET) => ({
  ...NEXT,
  signature: signNextKey(secretKey, { ...NEXT, keyDigest: digestOf(of) }),
});
/** Makes the service accept only these keys for its list. */
function accept(...keys: string[]) {
  const { baseUrl } = service;
  service.faults.set(VERSION_PATH, (request, response) => {
    if (!keys.includes(String(request.headers['x-api-key'])))
      return answer(401, { message: 'no', code: 'UNAUTHORIZED' })(request, response);
    service.faults.delete(VERSION_PATH);
    void fetch(baseUrl + VERSION_PATH).then(async (upstream) => {
      accept(...keys);
      response.writeHead(200, { 'content-type': 'application/json' }).end(await upstream.text());
    });
  });
}
function wake(publicKeys: readonly string[] = [publicKeyOf(SECRET)]) {
  const store = new ListStore();
  const bundled = new BundledList((path) => path, null);
  const blocklist = new Blocklist({ store, bundled, algoVersion: '2' });
  const sync = new ListSync({
    ...{ blocklist, store, now: () => clock.now, random: () => 0.5, limits: { versionMs: 1_000, artifactMs: 1_000 } },
    endpoint: async () => ({ baseUrl: service.baseUrl, apiKey: key }),
    trustOf: () => ({ publicKeys, listUrl: null }),
    keys: {
      offer: async (_, next) => {
        offers.push(next);
        if (takes) key = next.apiKey;
        return takes;
      },
      refused: async ({ apiKey }) => void refused.push(apiKey),
    },
  });
  return async () => {
    clock.now += MINUTE;
    return (await sync.run('person')).problem?.kind ?? null;
  };
}

test('offers the successor of the build’s key once, and again until it could be tried', async () => {
  tell('first', signed());
  takes = false;
  const poll = wake();
  expect([await poll(), await poll()]).toEqual([null, null]);
  expect(offers).toEqual([NEXT, NEXT]);
  takes = true;
  key = 'first';
  await poll();
  key = 'first';
  await poll();
  expect(offers).toHaveLength(3);
});

test.each([
  ['another key signed', () => signed('first', '22'.repeat(32))],
  ['was signed for another key', () => signed('other')],
  ['was changed afterwards', () => ({ ...signed(), apiKey: 'attacker' })],
  ['is unsigned', () => ({ ...NEXT, signature: '' })],
])('a next key that %s is refused and reported, beside a current list', async (_, next) => {
  tell('first', next());
  const poll = wake();
  expect(await poll()).toBe('list-rejected');
  expect([offers, key]).toEqual([[], 'first']);
});

test('a build without keys of the list takes no key', async () => {
  tell('first', signed());
  expect([await wake([])(), offers]).toEqual([null, []]);
});

test('a revoked key leads to the one that follows it within the same poll', async () => {
  accept('second');
  tell('first', signed());
  expect([await wake()(), key, offers, refused]).toEqual([null, 'second', [NEXT], []]);
});

test('a refused key that none follows is given up, and one whose successor is forged too', async () => {
  accept('second');
  expect([await wake()(), refused]).toEqual(['key-refused', ['first']]);
  tell('first', signed('first', '22'.repeat(32)));
  expect([await wake()(), refused, key]).toEqual(['key-refused', ['first', 'first'], 'first']);
});
