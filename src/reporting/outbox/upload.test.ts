import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../test/fixtures/reporting/service.ts';
import { HOUR, REPORT, ReportingWorld } from '../../../test/fixtures/reporting/world.ts';
import { DraftStore } from '../draft/draft.ts';
import type { ReportDraft } from '../entry.ts';
import { standingOf } from '../outcome/standing.ts';

let world: ReportingWorld;
let drafts: DraftStore;
beforeEach(async () => {
  world = new ReportingWorld();
  await world.start();
  drafts = new DraftStore(world.database(), () => world.now);
});
afterEach(async () => {
  await world.stop();
});

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
async function withPicture(): Promise<ReportDraft> {
  const file = await drafts.files.add('page.png', 'image/png', PNG);
  const draft = { ...REPORT.draft, files: [file] };
  await drafts.save('report', 'scam.example', draft);
  return draft;
}
const uploads = () => world.service.received.filter(({ path }) => path.endsWith('/attachment/upload'));
const reports = () => world.service.received.filter(({ path }) => path.endsWith('/report/create'));

describe('the files of a report', () => {
  it('arrive before the report that names them, and leave the device then', async () => {
    const draft = await withPicture();
    const outbox = world.wake();
    await outbox.submit({ kind: 'report', draft });
    world.now += 2 * HOUR;
    await outbox.send();
    expect(String(uploads()[0]?.body)).toContain('filename="page.png"');
    expect(reports()[0]?.body).toMatchObject({ attachmentUrls: ['http://files.example/1'] });
    expect(await drafts.files.read(draft.files[0]!.id)).toBeNull();
  });

  it('are kept while a draft or an unsent report names them, and forgotten when nothing does', async () => {
    const draft = await withPicture();
    world.now += 2 * HOUR;
    const outbox = world.wake();
    await outbox.send();
    expect(await drafts.files.read(draft.files[0]!.id)).toEqual(PNG);
    await drafts.discard('report', 'scam.example');
    await outbox.send();
    expect(await drafts.files.read(draft.files[0]!.id)).toBeNull();
  });

  it('are not brought twice where the worker died between the files and the report', async () => {
    const draft = await withPicture();
    const outbox = world.wake();
    await outbox.submit({ kind: 'report', draft });
    world.service.behaviour = (response, { path }) => {
      if (!path.endsWith('/report/create')) return false;
      response.destroy();
      return true;
    };
    await outbox.send();
    world.service.behaviour = () => false;
    await world.wake().retry();
    expect(uploads()).toHaveLength(1);
    expect(reports().map(({ body }) => body)).toEqual([reports()[0]!.body, reports()[0]!.body]);
    expect(world.service.created.size).toBe(1);
  });

  it('are brought again where the service has forgotten them', async () => {
    const draft = await withPicture();
    const outbox = world.wake();
    await outbox.submit({ kind: 'report', draft });
    let isForgotten = true;
    world.service.behaviour = (response, { path }) => {
      if (!path.endsWith('/report/create') || !isForgotten) return false;
      isForgotten = false;
      return answer(response, 400, {
        message: 'Invalid input data',
        code: 'BAD_REQUEST',
        issues: [{ message: 'attachmentUrls: name files that this key has uploaded' }],
      });
    };
    await outbox.send();
    expect((await outbox.list())[0]?.state.kind).toBe('waiting');
    await outbox.retry();
    expect(uploads()).toHaveLength(2);
    expect(reports().at(-1)?.body).toMatchObject({ attachmentUrls: ['http://files.example/2'] });
    expect((await outbox.counts()).sent).toBe(1);
  });

  it('that the service does not take are named, and the report can be sent without them', async () => {
    const draft = await withPicture();
    const outbox = world.wake();
    const { id } = await outbox.submit({ kind: 'report', draft });
    world.service.behaviour = (response, { path }) =>
      path.endsWith('/attachment/upload') &&
      answer(response, 422, { message: 'It was not stored', code: 'UNPROCESSABLE_CONTENT', issues: [] });
    await outbox.send();
    expect((await outbox.list())[0]?.state).toMatchObject({ kind: 'refused', details: ['page.png'] });
    expect(reports()).toEqual([]);
    await outbox.sendWithoutFile(id);
    await outbox.send();
    expect(reports()).toHaveLength(1);
  });

  it('that are gone from the device stop the report from being sent, and the report says so without blaming anybody', async () => {
    const draft = await withPicture();
    const outbox = world.wake();
    const { id } = await outbox.submit({ kind: 'report', draft });
    await world.database().write(['files'], async (transaction) => transaction.objectStore('files').clear());
    await outbox.send();
    const [entry] = await outbox.list();
    expect(entry).toMatchObject({ id, state: { kind: 'refused', failedFile: draft.files[0]!.id } });
    expect(standingOf(entry!)).toBe('fileFailed');
    expect(world.service.received).toEqual([]);
  });

  it.each([false, true])(
    'that are gone are left out once, with no report sent twice and no other file of that name lost (private: %s)',
    async (isPrivate) => {
      const lost = await drafts.files.add('image.png', 'image/png', PNG);
      const kept = await drafts.files.add('image.png', 'image/png', PNG);
      const outbox = world.wake();
      const { id } = await outbox.submit(
        { kind: 'report', draft: { ...REPORT.draft, files: [lost, kept] } },
        undefined,
        isPrivate,
      );
      await world.database().write(['files'], async (transaction) => transaction.objectStore('files').delete(lost.id));
      await outbox.send();
      await Promise.all([outbox.sendWithoutFile(id), outbox.sendWithoutFile(id)]);
      const entries = await outbox.list();
      expect(entries).toMatchObject([{ state: { kind: 'waiting' }, item: { draft: { files: [kept] } } }]);
      expect(entries[0]!.id).not.toBe(id);
      await outbox.send();
      expect([uploads().length, reports().length]).toEqual([1, 1]);
      expect((await outbox.list()).map(({ state }) => state.kind)).toEqual(['sent']);
    },
  );

  it('that are gone are still named where leaving one out cannot be stored: nothing is lost and nothing is sent', async () => {
    const draft = await withPicture();
    const database = world.database();
    const outbox = world.wake({ database });
    const { id } = await outbox.submit({ kind: 'report', draft });
    await world.database().write(['files'], async (transaction) => transaction.objectStore('files').clear());
    await outbox.send();
    const write = database.write.bind(database);
    database.write = async () => {
      throw new Error('The disk is full');
    };
    await expect(outbox.sendWithoutFile(id)).rejects.toThrow('The disk is full');
    database.write = write;
    expect(await outbox.list()).toMatchObject([{ id, state: { kind: 'refused' }, item: { draft } }]);
  });
});
