import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ListService, tokenOf } from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { clock, downloads, service, setStage } from '../../../test/fixtures/blocklist/stage.ts';
import { wakeWorker } from '../../../test/fixtures/blocklist/worker.ts';
import { downloadArtifact } from './download.ts';

const OLD = randomPrefixes(2_000, 1);
const NEW = Uint32Array.from([...OLD.subarray(10), ...randomPrefixes(30, 2)]).sort();
const RECENT = randomPrefixes(5, 3);
const HOT = [{ hash: new Uint8Array(32).fill(7), words: { type: 'URL' } }];

setStage();

/** Another origin with the same files. */
let elsewhere: ListService;
beforeEach(async () => {
  elsewhere = await new ListService().start();
});
afterEach(() => elsewhere.stop());

const sync = async (listUrl: string | null) => {
  const worker = wakeWorker(service, { listUrl, now: () => clock.now });
  const { problem } = await worker.sync.run('person');
  return { problem, token: worker.blocklist.info?.token };
};
/** Publishes on both, and announces the files at the other origin. */
function announceElsewhere(): void {
  const publication = { snapshot: NEW, recent: RECENT, hot: HOT, changesFrom: [OLD] };
  const document = service.publish(publication);
  elsewhere.publish(publication);
  service.announce(JSON.parse(JSON.stringify(document).replaceAll(service.baseUrl, elsewhere.baseUrl)));
  service.requests.length = 0;
}

describe('a list file that is announced at another origin', () => {
  test.each([
    ['changes', OLD],
    ['whole', null],
  ])('is never asked for there, but under its path at the service: %s', async (_, before) => {
    if (before) service.publish({ snapshot: before });
    if (before) await sync(null);
    announceElsewhere();
    expect(await sync(null)).toEqual({ problem: null, token: tokenOf(NEW) });
    expect(elsewhere.requests).toEqual([]);
    expect(downloads().some((path) => path.startsWith(before ? '/changes/' : '/snapshot/'))).toBe(true);
  });

  test('is fetched there where the build names that origin', async () => {
    announceElsewhere();
    expect(await sync(elsewhere.baseUrl)).toEqual({ problem: null, token: tokenOf(NEW) });
    expect(downloads()).toEqual([]);
    expect(elsewhere.paths()).toContain(`/snapshot/${tokenOf(NEW)}`);
  });

  test('and that the service itself does not have is rejected in words', async () => {
    service.publish({ snapshot: OLD });
    await sync(null);
    elsewhere.publish({ snapshot: NEW });
    const document = JSON.stringify(elsewhere.publish({ snapshot: NEW }));
    service.announce(JSON.parse(document));
    const { problem, token } = await sync(null);
    expect(problem).toMatchObject({ kind: 'list-rejected', detail: expect.stringMatching(/does not know/) });
    expect([token, elsewhere.requests]).toEqual([tokenOf(OLD), []]);
  });

  test('cannot be spelt as a path that leads away from the service', async () => {
    service.publish({ snapshot: OLD });
    await sync(null);
    const document = service.publish({ snapshot: NEW });
    const url = `http://other.test//${new URL(elsewhere.baseUrl).host}/snapshot/${tokenOf(NEW)}`;
    service.announce({ ...document, snapshot: { ...document.snapshot, url } });
    elsewhere.publish({ snapshot: NEW });
    expect((await sync(null)).token).toBe(tokenOf(OLD));
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('the address of a list file', () => {
  const limits = { maxBytes: 10_000, timeoutMs: 1_000 };
  beforeEach(() => void service.publish({ snapshot: OLD }));

  test('a service reached over TLS cannot send its clients to a file that is not', async () => {
    const url = `${service.baseUrl}/snapshot/${tokenOf(OLD)}`;
    const download = downloadArtifact(url, { ...limits, service: 'https://service.example', listUrl: null });
    await expect(download).rejects.toMatchObject({ name: 'ListError', kind: 'format' });
    expect(service.requests).toEqual([]);
    expect(
      (await downloadArtifact(url, { ...limits, service: service.baseUrl, listUrl: null })).bytes.length,
    ).toBeGreaterThan(0);
  });

  test.each(['file:///etc/hostname', 'data:text/plain,00000001', 'chrome-extension://abc/list/snapshot.bin'])(
    'nothing but the web is fetched: %s',
    async (url) => {
      const download = downloadArtifact(url, { ...limits, service: service.baseUrl, listUrl: null });
      await expect(download).rejects.toMatchObject({ name: 'ListError', kind: 'format' });
    },
  );
});
