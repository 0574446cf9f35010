import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, receiptOf } from '../../../test/fixtures/reporting/service.ts';
import {
  DAY,
  DISPUTE,
  HOUR,
  REPORT,
  ReportingWorld,
  reportOf,
  SECOND,
} from '../../../test/fixtures/reporting/world.ts';
import { DraftStore } from '../draft/draft.ts';
import { outboxEntry } from '../entry.ts';
import { AttachedFiles } from '../files.ts';
import { EntryTable } from './table.ts';

let world: ReportingWorld;
beforeEach(async () => {
  world = new ReportingWorld();
  await world.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.stop();
});

describe('the outbox', () => {
  it('sends a report and a dispute as the contract wants them, with blanks left out', async () => {
    const outbox = world.wake();
    const entry = await outbox.submit({
      kind: 'report',
      draft: {
        ...REPORT.draft,
        contents: [' https://scam.example/x ', ' ', 'https://scam.example/x'],
        title: ' ',
        description: ' a\nb ',
        contactInfo: '',
      },
    });
    world.now += SECOND;
    await outbox.submit(DISPUTE);
    expect(world.service.received).toEqual([]);
    await outbox.send();
    expect(world.service.received).toEqual([
      {
        path: '/api/v2/report/create',
        key: 'key',
        idempotencyKey: entry.id,
        body: { assets: [{ content: 'https://scam.example/x', status: 'BLOCKED' }], description: 'a\nb' },
      },
      expect.objectContaining({
        path: '/api/v2/dispute/create',
        body: { content: 'good.example', description: 'Mine' },
      }),
    ]);
    expect((await outbox.list()).map(({ state }) => state)).toEqual([
      { kind: 'sent', at: world.now, reference: 2, receipt: receiptOf(2), service: world.service.baseUrl },
      { kind: 'sent', at: world.now, reference: 1, receipt: receiptOf(1), service: world.service.baseUrl },
    ]);
    expect(await outbox.counts()).toEqual({ sent: 2, waiting: 0, refused: 0, damaged: 0, news: 0 });
  });

  it('has an entry on disk before anything is sent, so that a killed worker’s report arrives', async () => {
    await world.wake().submit(REPORT);
    await world.wake().send();
    expect(world.service.created.size).toBe(1);
  });

  it('delivers once even if the worker ended after the service accepted and before that was stored', async () => {
    const { id } = await world.wake().submit(REPORT);
    world.service.behaviour = (response, { idempotencyKey, body }) => {
      world.service.created.set(idempotencyKey, { id: 7, body });
      response.destroy();
      return true;
    };
    await world.wake().send();
    expect(world.service.created.size).toBe(1);
    world.service.behaviour = () => false;
    world.now += HOUR;
    const successor = world.wake();
    await successor.send();
    expect(world.service.received.map(({ idempotencyKey }) => idempotencyKey)).toEqual([id, id]);
    expect(world.service.created.size).toBe(1);
    expect((await successor.list())[0]?.state).toEqual({
      kind: 'sent',
      at: world.now,
      reference: 7,
      receipt: receiptOf(7),
      service: world.service.baseUrl,
    });
  });

  it('delivers once where the note of the acceptance cannot be stored', async () => {
    const outbox = world.wake();
    await outbox.submit(REPORT);
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (value.state?.kind === 'sent') throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value, key);
    });
    await expect(outbox.send()).rejects.toMatchObject({ kind: 'full' });
    expect((await outbox.list())[0]).toMatchObject({ attempts: 1, state: { kind: 'waiting' } });
    vi.restoreAllMocks();
    world.now += 30 * SECOND;
    await outbox.send();
    expect(world.service.created.size).toBe(1);
    expect((await outbox.counts()).sent).toBe(1);
  });

  it('sends nothing twice where triggers and contexts come together', async () => {
    world.service.behaviour = () => new Promise((go) => setTimeout(() => go(false), 20));
    for (const locks of [navigator.locks, undefined]) {
      const [one, two] = [world.wake({ locks }), world.wake({ locks })];
      await one.submit(reportOf(`${String(locks)}.example`));
      await Promise.all([one.send(), one.send(), two.send(), two.send()]);
    }
    expect(world.service.received).toHaveLength(2);
  });

  it('sends also what is submitted while a run is at its end', async () => {
    const outbox = world.wake();
    await outbox.submit(REPORT);
    const first = outbox.send();
    await outbox.submit(reportOf('late.example'));
    await Promise.all([first, outbox.send()]);
    expect((await outbox.counts()).sent).toBe(2);
  });

  it('does not bring back what was discarded while it was on its way', async () => {
    const outbox = world.wake();
    const { id } = await outbox.submit(REPORT);
    world.service.behaviour = async () => {
      await outbox.discard(id);
      return false;
    };
    await outbox.send();
    expect(await outbox.list()).toEqual([]);
  });

  it('sends an entry whose time lies absurdly far ahead because the clock was wrong', async () => {
    const outbox = world.wake();
    world.now += 400 * DAY;
    await outbox.submit(REPORT);
    world.now -= 400 * DAY;
    await outbox.send();
    expect((await outbox.counts()).sent).toBe(1);
  });

  it('keeps a history of a year and 500, and never forgets what waits or was refused', async () => {
    const outbox = world.wake();
    const table = new EntryTable(world.database(), () => world.now);
    const { id: _, ...sent } = {
      ...(await outbox.submit(REPORT)),
      state: { kind: 'sent', at: world.now, reference: 1 },
    };
    await outbox.discard(_);
    const adding = Array.from({ length: 505 }, (_, index) => {
      const entry = outboxEntry.parse({ ...sent, id: crypto.randomUUID(), createdAt: world.now + index });
      return table.add(entry, async () => undefined);
    });
    await Promise.all(adding);
    await outbox.send();
    expect((await outbox.counts()).sent).toBe(500);
    world.service.behaviour = (response) => answer(response, 400, { message: 'No', code: 'BAD_REQUEST' });
    await outbox.submit(reportOf('refused.example'));
    await outbox.send();
    await world.service.stop();
    await outbox.submit(reportOf('waiting.example'));
    world.now += 366 * DAY;
    await outbox.send();
    expect(await outbox.counts()).toEqual({ sent: 0, waiting: 1, refused: 1, damaged: 0, news: 1 });
    await world.service.start();
  });

  it('counts a refusal as news once the form had time to show it and nobody saw it', async () => {
    const outbox = world.wake();
    world.service.behaviour = (response) => answer(response, 400, { message: 'No', code: 'BAD_REQUEST' });
    const [seen, missed] = [await outbox.submit(REPORT), await outbox.submit(reportOf('missed.example'))];
    await outbox.send();
    expect(await outbox.counts()).toMatchObject({ refused: 2, news: 0 });
    const due = await outbox.nextAttemptAt();
    expect(due).toBeGreaterThan(world.now);
    await outbox.seen([seen.id]);
    world.now = due!;
    const successor = world.wake();
    expect((await successor.counts()).news).toBe(1);
    expect(await successor.nextAttemptAt()).toBeNull();
    await successor.seen([missed.id]);
    expect((await successor.counts()).news).toBe(0);
  });

  it('keeps an answer that waits to be sent when the person erases the history', async () => {
    const outbox = world.wake();
    const { id } = await outbox.submit(REPORT);
    await outbox.send();
    world.service.review = { state: 'INFORMATION_ASKED', question: 'Where?' };
    await outbox.refresh(id);
    await outbox.answer(id, 'Where?', 'In an advertisement.');
    await outbox.erase();
    await outbox.send();
    expect(world.service.replies).toEqual(['In an advertisement.']);
    await outbox.erase();
    expect(await outbox.list()).toEqual([]);
  });

  it('forgets what was known already as it forgets what was sent, and does not keep its files', async () => {
    const files = new AttachedFiles(world.database(), () => world.now);
    const file = await files.add('page.png', 'image/png', new Uint8Array([1]));
    const errors = [{ asset: 'scam.example', errorType: 'ASSET_ALREADY_CORRECT', message: '' }];
    world.service.behaviour = (response, { path }) =>
      path.endsWith('/report/create') &&
      answer(response, 422, { message: 'No', code: 'UNPROCESSABLE_CONTENT', data: { errors } });
    const outbox = world.wake();
    await outbox.submit({ ...REPORT, draft: { ...REPORT.draft, files: [file] } });
    await outbox.send();
    world.now += DAY;
    await outbox.send();
    expect(await outbox.counts()).toMatchObject({ sent: 1 });
    expect(await files.read(file.id)).toBeNull();
    world.now += 366 * DAY;
    await outbox.send();
    expect(await outbox.list()).toEqual([]);
  });

  it('is erased by the person with the answers that were begun, except what waits to be sent', async () => {
    const outbox = world.wake();
    const { id } = await outbox.submit(REPORT);
    await outbox.send();
    await world.service.stop();
    await outbox.submit(reportOf('waiting.example'));
    const drafts = new DraftStore(world.database());
    await drafts.save('reply', id, { question: 'Where?', text: 'In a ma' });
    await outbox.erase();
    expect(await drafts.list()).toEqual([]);
    const left = await outbox.list();
    expect(left.map(({ state }) => state.kind)).toEqual(['waiting']);
    expect(left.map((entry) => entry.id)).not.toContain(id);
    await world.service.start();
  });
});
