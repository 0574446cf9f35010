import { afterEach, beforeEach, expect, test } from 'vitest';
import { ListService, tokenOf } from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { downloadArtifact } from './download.ts';

const LIST = randomPrefixes(50, 1);
const limits = { maxBytes: 10_000, timeoutMs: 1_000 };
let service: ListService;

beforeEach(async () => {
  service = await new ListService().start();
  service.publish({ snapshot: LIST });
});
afterEach(() => service.stop());

test('a service reached over TLS cannot send its clients to a file that is not', async () => {
  const url = `${service.baseUrl}/snapshot/${tokenOf(LIST)}`;
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
