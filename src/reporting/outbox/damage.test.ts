import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, REPORT, ReportingWorld, reportOf } from '../../../test/fixtures/reporting/world.ts';
import { AttachedFiles } from '../files.ts';

let world: ReportingWorld;
beforeEach(async () => {
  world = new ReportingWorld();
  await world.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.stop();
});

describe('damaged rows', () => {
  const store = async (rows: Record<string, unknown>) => {
    await world.wake().list();
    await world.database().write(['entries'], async (transaction) => {
      for (const [key, row] of Object.entries(rows)) await transaction.objectStore('entries').put(row, key);
    });
  };

  it('never stop the others, and are kept and counted', async () => {
    const row = { id: 'nonsense', item: { kind: 'report' }, precious: 'words' };
    await store({ nonsense: row, text: 'text' });
    const outbox = world.wake();
    await outbox.submit(REPORT);
    await outbox.send();
    expect(await outbox.counts()).toEqual({ sent: 1, waiting: 0, refused: 0, damaged: 2, news: 0 });
    expect(await outbox.damaged()).toContainEqual({
      key: 'nonsense',
      row,
      problem: 'It is not an outbox entry.',
      foundAt: world.now,
    });
    expect(await world.wake().counts()).toMatchObject({ damaged: 2, news: 0 });
    await outbox.discard('text');
    expect(await outbox.counts()).toMatchObject({ damaged: 1, news: 0 });
  });

  it('whose words are whole are sent after all, under the same key', async () => {
    const id = crypto.randomUUID();
    await store({ [id]: { id, item: REPORT, createdAt: world.now - DAY, attempts: 'many', state: null } });
    const outbox = world.wake();
    await outbox.send();
    expect(world.service.received.map(({ idempotencyKey }) => idempotencyKey)).toEqual([id]);
    expect((await outbox.list())[0]).toMatchObject({ createdAt: world.now - DAY, state: { kind: 'sent' } });
  });

  it('keep their files, for a version that can read them', async () => {
    const files = new AttachedFiles(world.database(), () => world.now);
    const file = await files.add('page.png', 'image/png', new Uint8Array([1]));
    const id = crypto.randomUUID();
    const draft = { ...REPORT.draft, scamKind: 'of-a-later-version', files: [file] };
    await store({ [id]: { id, item: { kind: 'report', draft }, state: { kind: 'waiting' } } });
    const outbox = world.wake();
    expect(await outbox.counts()).toMatchObject({ damaged: 1 });
    world.now += DAY;
    await outbox.send();
    expect(await files.read(file.id)).not.toBeNull();
  });

  it('that the browser cannot load stay where they are and are counted', async () => {
    const outbox = world.wake();
    const { id } = await outbox.submit(REPORT);
    await outbox.submit(reportOf('sound.example'));
    const file = await new AttachedFiles(world.database(), () => world.now).add(
      'a.txt',
      'text/plain',
      Buffer.from('a'),
    );
    const { get, getAll } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...rest) {
      if (this.name === 'entries') throw new DOMException('blob', 'DataError');
      return getAll.apply(this, rest);
    });
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      if (key === id) throw new DOMException('blob', 'DataError');
      return get.call(this, key);
    });
    await outbox.send();
    expect(await outbox.counts()).toEqual({ sent: 1, waiting: 0, refused: 0, damaged: 1, news: 0 });
    vi.restoreAllMocks();
    expect(await new AttachedFiles(world.database(), () => world.now).read(file.id)).not.toBeNull();
    await outbox.send();
    expect(await outbox.counts()).toEqual({ sent: 2, waiting: 0, refused: 0, damaged: 0, news: 0 });
  });
});
