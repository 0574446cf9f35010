import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UPDATE_PATH } from '../../../api/blocklist.ts';
import { API_PREFIX } from '../../../api/operation.ts';
import {
  applyChanges,
  decodePrefixes,
  decodeUpdate,
  digestOf,
  encodeChanges,
  PrefixTable,
  verifyArtifact,
} from '../../../blocklist/codec/artifact.ts';
import { changedTable } from '../../../blocklist/table/table-changes.ts';
import { listWriter } from '../../feature/import/list-writer.ts';
import { decide } from '../../feature/listing/decision.ts';
import { ORIGIN, ServiceFixture } from '../../http/service.fixture.ts';
import { addKey, rotateKey, type SignedList } from '../signing.ts';

let fixture: ServiceFixture;
let key: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  key = await fixture.key(['protect']);
  await importHosts('old', 1_200);
}, 60_000);
afterAll(() => fixture.close());

const published = (): SignedList => fixture.service.publisher.list;
const entry = { status: 'BLOCKED', reason: null, source: 'test' } as const;

/** Lists many hosts at once and waits until they are in the snapshot. */
async function importHosts(name: string, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, n) => ({
    ...entry,
    type: 'URL' as const,
    content: `${name}${n}.example`,
  }));
  const write = () => listWriter(fixture.opened.database)(entries, () => undefined);
  await changed(() => fixture.service.publisher.holdWhile(write));
}
async function set(content: string, status: 'BLOCKED' | 'UNKNOWN'): Promise<void> {
  await changed(async () => {
    await decide(fixture.opened.database, {
      asset: { type: 'URL', content },
      status,
      decidedBy: 'OPERATOR',
      source: 'test',
      reason: null,
    });
    fixture.service.publisher.notify();
  });
}
async function changed(work: () => Promise<unknown>): Promise<void> {
  const { token } = published().recent;
  await work();
  await vi.waitUntil(() => published().recent.token !== token, { interval: 10, timeout: 20_000 });
}
async function table(token: string): Promise<PrefixTable> {
  return PrefixTable.from(decodePrefixes((await fixture.service.publisher.file(token))!));
}
const ask = (token: string, headers: Record<string, string> = { 'X-API-KEY': key }) =>
  fixture.app.request(`${ORIGIN}${API_PREFIX}${UPDATE_PATH}/${token}`, { headers });
async function update(token: string) {
  const response = await ask(token);
  expect(response.status).toBe(200);
  return decodeUpdate(new Uint8Array(await response.arrayBuffer()));
}
const isSigned = (kind: 'snapshot' | 'recent', { signature, ...facts }: Part) =>
  verifyArtifact([published().publicKey], signature, { algoVersion: '2', ...facts, kind });
type Part = Extract<ReturnType<typeof decodeUpdate>, { kind: 'changed' }>['recent'];

describe('an update', () => {
  it('leads from a recent file to a later one, with the signatures of the version document', async () => {
    await set('first.example', 'BLOCKED');
    const before = await table(published().recent.token);
    const { token } = published().recent;
    await set('second.example', 'BLOCKED');
    await set('third.example', 'BLOCKED');
    const delta = await update(token);
    if (delta.kind !== 'changed') throw new Error(delta.kind);
    expect(delta.snapshot).toBeNull();
    expect(delta.recent.token).toBe(published().recent.token);
    expect(digestOf(changedTable(before, delta.recent.changes).prefixes())).toBe(published().recent.sha256);
    expect(isSigned('recent', delta.recent)).toBe(true);
    expect(await update(published().recent.token)).toEqual({ kind: 'current', settings: delta.settings });
  });

  it('leads over a new snapshot, and over several', async () => {
    const start = published();
    const none = PrefixTable.from(new Uint32Array());
    const base = await table(start.snapshot.token);
    for (const content of ['old3.example', 'old4.example']) {
      await set(content, 'UNKNOWN');
      await set(`after-${content}`, 'BLOCKED');
      const delta = await update(start.recent.token);
      if (delta.kind !== 'changed' || !delta.snapshot) throw new Error('There is a new snapshot');
      const { snapshot, recent } = published();
      const made = changedTable(base, delta.snapshot.changes);
      expect(digestOf(made.prefixes())).toBe(snapshot.sha256);
      expect(digestOf(changedTable(none, delta.recent.changes).prefixes())).toBe(recent.sha256);
      expect([isSigned('snapshot', delta.snapshot), isSigned('recent', delta.recent)]).toEqual([true, true]);
      const changes = encodeChanges(base.prefixes(), made.prefixes());
      expect(applyChanges(base, changes)).toEqual(await table(snapshot.token));
    }
  });

  it('refers to the version document for an unknown or old token', async () => {
    const { snapshot } = published();
    for (const token of ['unknown', 'r1.99999999-0123456789abcdef', snapshot.token, `${snapshot.token}.bin`])
      expect(await update(token)).toEqual({ kind: 'whole' });
  });

  it('refers to the version document where the changes are too large', async () => {
    const { token } = published().recent;
    await importHosts('many', 5_000);
    expect(await update(token)).toEqual({ kind: 'whole' });
    expect((await update(published().recent.token)).kind).toBe('current');
  });

  it('refers to the version document when another key signs', async () => {
    const before = await update(published().recent.token);
    await addKey(fixture.opened.database);
    await rotateKey(fixture.opened.database, { now: true });
    const { publicKey } = published();
    fixture.service.publisher.notify();
    await expect.poll(() => published().publicKey, { interval: 10, timeout: 20_000 }).not.toBe(publicKey);
    const after = await update(published().recent.token);
    expect([before.kind, after.kind]).toEqual(['current', 'current']);
    expect(after).not.toEqual(before);
  });

  it('may be cached for seconds and has no request id', async () => {
    const { headers } = await ask(published().recent.token);
    expect(headers.get('cache-control')).toBe('public, max-age=5');
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect([headers.get('x-request-id'), headers.get('etag'), headers.get('set-cookie')]).toEqual([null, null, null]);
  });

  it('needs the scope protect', async () => {
    const { token } = published().recent;
    expect((await ask(token, {})).status).toBe(401);
    expect((await ask(token, { 'X-API-KEY': 'wary_wrong' })).status).toBe(401);
    expect((await ask(token, { 'X-API-KEY': await fixture.key(['report']) })).status).toBe(403);
    expect((await ask('a'.repeat(129))).status).toBe(404);
  });
});
