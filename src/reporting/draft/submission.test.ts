import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DISPUTE, REPORT, ReportingWorld } from '../../../test/fixtures/reporting/world.ts';
import type { OutboxItem } from '../entry.ts';
import { DraftStore } from './draft.ts';
import type { Unfinished } from './request.ts';

let world: ReportingWorld;
beforeEach(async () => {
  world = new ReportingWorld();
  await world.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.stop();
});

describe('submitting', () => {
  it.each<[Unfinished, OutboxItem]>([
    ['wrong.title', { kind: 'report', draft: { ...REPORT.draft, title: 'ab' } }],
    ['wrong.assets', { kind: 'report', draft: { ...REPORT.draft, contents: [' '] } }],
    ['wrong.assets', { kind: 'report', draft: { ...REPORT.draft, contents: [] } }],
    ['tooLong.description', { kind: 'report', draft: { ...REPORT.draft, description: 'x'.repeat(10_001) } }],
    ['wrong.email', { kind: 'dispute', draft: { ...DISPUTE.draft, email: 'me@' } as never }],
    ['wrong.content', { kind: 'dispute', draft: { content: ' ', email: '', description: '' } }],
  ])('what the service would not take is refused at once, with the reason: %s', async (reason, item) => {
    const outbox = world.wake();
    await expect(outbox.submit(item)).rejects.toThrow(reason);
    expect(await outbox.list()).toEqual([]);
  });

  it('the same thing twice while it waits makes one entry', async () => {
    const outbox = world.wake();
    const [one, two] = await Promise.all([outbox.submit(REPORT), outbox.submit(REPORT)]);
    expect(two.id).toBe(one.id);
    expect(await outbox.list()).toHaveLength(1);
  });

  it('takes its draft along, and leaves the others', async () => {
    const outbox = world.wake();
    const drafts = new DraftStore(world.database());
    await drafts.save('report', 'scam.example/x', { ...REPORT.draft, title: ' Drainer', pending: '' });
    await drafts.save('report', 'other.example/', { ...REPORT.draft, contents: ['other.example'] });
    await outbox.submit(REPORT);
    expect((await drafts.list()).map(({ subject }) => subject)).toEqual(['other.example/']);
  });

  it('fails with what to do where the storage is full, and leaves the draft', async () => {
    const outbox = world.wake();
    const drafts = new DraftStore(world.database());
    await drafts.save('report', '', REPORT.draft);
    const add = IDBObjectStore.prototype.add;
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, value, key) {
      const request = add.call(this, value, key);
      (this.transaction as unknown as { _abort(reason: string): void })._abort('QuotaExceededError');
      return request;
    });
    await expect(outbox.submit(REPORT)).rejects.toThrow(/no space left.*Free some disk space/);
    vi.restoreAllMocks();
    expect(await outbox.list()).toEqual([]);
    expect(await drafts.list()).toHaveLength(1);
    await outbox.submit(REPORT);
    expect(await outbox.list()).toHaveLength(1);
  });

  it('knows a full disk by the words of the browser', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
      throw new DOMException('IO error: 000003.log: FILE_ERROR_NO_SPACE (WritableFileAppend)', 'UnknownError');
    });
    await expect(world.wake().submit(REPORT)).rejects.toMatchObject({ kind: 'full' });
  });

  it('fails in words where the database cannot be opened, and works once it can', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('backing store', 'UnknownError');
    });
    const outbox = world.wake();
    await expect(outbox.submit(REPORT)).rejects.toThrow(/restart the browser/);
    await outbox.submit(REPORT);
    expect(await outbox.list()).toHaveLength(1);
  });
});
