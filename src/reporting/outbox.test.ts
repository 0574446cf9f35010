import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, ReportService } from '../../test/fixtures/reporting/service.ts';
import { ReportingDatabase } from './database.ts';
import { DraftStore } from './draft.ts';
import type { OutboxItem } from './entry.ts';
import { Outbox, type OutboxDependencies } from './outbox.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const draft = { contents: ['https://scam.example/x'], title: 'Drainer', description: '', contactInfo: '' };
const report: OutboxItem = { kind: 'report', draft };
const another = (content: string): OutboxItem => ({ kind: 'report', draft: { ...draft, contents: [content] } });
const dispute: OutboxItem = { kind: 'dispute', draft: { content: 'good.example', email: '', description: ' Mine ' } };

let service: ReportService;
let name: string;
let now: number;
let serial = 0;
const databases: ReportingDatabase[] = [];

/** A worker as it wakes up: nothing is left of the one before but what is stored. */
function wake(changes: Partial<OutboxDependencies> = {}): Outbox {
  const database = new ReportingDatabase(name);
  databases.push(database);
  const endpoint = async () => ({ baseUrl: service.baseUrl, apiKey: 'key' });
  return new Outbox({ endpoint, database, now: () => now, random: () => 0, ...changes });
}

beforeEach(async () => {
  service = new ReportService();
  await service.start();
  name = `outbox-${++serial}`;
  now = Date.UTC(2025, 10, 21);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const database of databases.splice(0)) await database.close();
  await service.stop();
});

describe('the outbox', () => {
  it('sends a report and a dispute as the contract wants them, with blanks left out', async () => {
    const outbox = wake();
    const entry = await outbox.submit({
      kind: 'report',
      draft: {
        contents: [' https://scam.example/x ', ' ', 'https://scam.example/x'],
        title: ' ',
        description: ' a\nb ',
        contactInfo: '',
      },
    });
    now += SECOND;
    await outbox.submit(dispute);
    expect(service.received).toEqual([]);
    await outbox.send();
    expect(service.received).toEqual([
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
      { kind: 'sent', at: now, reference: 2 },
      { kind: 'sent', at: now, reference: 1 },
    ]);
    expect(await outbox.counts()).toEqual({ sent: 2, waiting: 0, refused: 0, damaged: 0 });
  });

  it('has an entry on disk before anything is sent, so that a killed worker’s report arrives', async () => {
    await wake().submit(report);
    await wake().send();
    expect(service.created.size).toBe(1);
  });

  it('delivers once where the worker died between the service’s acceptance and the note of it', async () => {
    const { id } = await wake().submit(report);
    service.behaviour = (response, { idempotencyKey, body }) => {
      service.created.set(idempotencyKey, { id: 7, body });
      response.destroy();
      return true;
    };
    void wake().send();
    await vi.waitFor(() => expect(service.created.size).toBe(1));
    service.behaviour = () => false;
    now += HOUR;
    const successor = wake({ locks: undefined });
    await vi.waitFor(async () => expect((await successor.list())[0]?.attempts).toBe(1));
    await successor.send();
    expect(service.received.map(({ idempotencyKey }) => idempotencyKey)).toEqual([id, id]);
    expect(service.created.size).toBe(1);
    expect((await successor.list())[0]?.state).toEqual({ kind: 'sent', at: now, reference: 7 });
  });

  it('delivers once where the note of the acceptance cannot be stored', async () => {
    const outbox = wake();
    await outbox.submit(report);
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (value.state?.kind === 'sent') throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value, key);
    });
    await expect(outbox.send()).rejects.toMatchObject({ kind: 'full' });
    expect((await outbox.list())[0]).toMatchObject({ attempts: 1, state: { kind: 'waiting' } });
    vi.restoreAllMocks();
    now += 30 * SECOND;
    await outbox.send();
    expect(service.created.size).toBe(1);
    expect((await outbox.counts()).sent).toBe(1);
  });

  it('holds reports through hours offline with growing pauses, and says why', async () => {
    await service.stop();
    const outbox = wake();
    await outbox.submit(report);
    now += 1;
    await outbox.submit(another('second.example'));
    const pauses: number[] = [];
    for (let turn = 0; turn < 10; turn++) {
      await outbox.send();
      const next = (await outbox.nextAttemptAt())!;
      pauses.push((next - now) / SECOND);
      now = next;
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    const entries = await outbox.list();
    expect(entries.map(({ attempts }) => attempts)).toEqual([10, 10]);
    expect(entries[0]?.state).toEqual({ kind: 'waiting', problem: expect.stringMatching(/could not be reached/) });
    const { port } = new URL(service.baseUrl);
    service = new ReportService();
    await service.start(Number(port));
    await wake().send();
    expect(service.created.size).toBe(2);
  });

  it('sends everything at once when asked to, whatever the pauses', async () => {
    service.behaviour = (response) =>
      answer(response, 500, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const outbox = wake();
    await outbox.submit(report);
    await outbox.send();
    await outbox.send();
    expect(service.received).toHaveLength(1);
    service.behaviour = () => false;
    await outbox.retry();
    expect((await outbox.counts()).sent).toBe(1);
  });

  it('goes on with the others where one report makes the service fail', async () => {
    service.behaviour = (response, { body }) =>
      JSON.stringify(body).includes('poison') && answer(response, 500, { message: 'Internal server error', code: 'X' });
    const outbox = wake();
    await outbox.submit(another('poison.example'));
    now += 1;
    await outbox.submit(report);
    await outbox.send();
    expect(await outbox.counts()).toEqual({ sent: 1, waiting: 1, refused: 0, damaged: 0 });
  });

  it('keeps to the time that a 429 names, for everything that waits', async () => {
    service.behaviour = (response) =>
      answer(response, 429, { message: 'Too many requests', code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '600' });
    const outbox = wake();
    await outbox.submit(report);
    await outbox.submit(dispute);
    await outbox.send();
    expect(service.received).toHaveLength(1);
    expect((await outbox.list()).map(({ nextAttemptAt }) => nextAttemptAt - now)).toEqual([600 * SECOND, 600 * SECOND]);
    now += 599 * SECOND;
    await outbox.send();
    expect(service.received).toHaveLength(1);
  });

  it('does not loop on a Retry-After of 0, nor wait for ever on an absurd one', async () => {
    const outbox = wake();
    await outbox.submit(report);
    for (const [header, pause] of [
      ['0', 5 * SECOND],
      ['99999999', DAY],
    ] as const) {
      service.behaviour = (response) =>
        answer(response, 503, { message: 'Later', code: 'X' }, { 'retry-after': header });
      await outbox.retry();
      expect((await outbox.nextAttemptAt())! - now).toBe(pause);
    }
    expect(service.received).toHaveLength(2);
  });

  it('shows a refusal with the reason of each asset in words, and does not send it again', async () => {
    const errors = [
      { asset: 'scam.example', errorType: 'ALREADY_PENDING_REVIEW', message: '', suggestion: 'Wait for the review.' },
      { asset: 'x', errorType: 'SOMETHING_NEW', message: 'Not this.' },
    ];
    service.behaviour = (response) =>
      answer(response, 422, {
        message: 'Nothing to report',
        code: 'UNPROCESSABLE_CONTENT',
        issues: [{ message: 'No new asset' }],
        data: { errors },
      });
    const outbox = wake();
    await outbox.submit(report);
    await outbox.send();
    expect((await outbox.list())[0]?.state).toEqual({
      kind: 'refused',
      at: now,
      problem: 'Nothing to report',
      details: [
        'No new asset',
        'scam.example is being reviewed already. Wait for the review.',
        'x was refused. Not this.',
      ],
    });
    await outbox.retry();
    expect(service.received).toHaveLength(1);
    expect(await outbox.nextAttemptAt()).toBeNull();
  });

  it.each([
    [401, 'UNAUTHORIZED', /does not accept the API key \(No\)/],
    [403, 'FORBIDDEN', /does not accept the API key \(No\)/],
    [404, '<html>', /not as the service does \(404\)/],
    [200, '<html>', /unreadable answer/],
  ])('waits where the status is %i (%s): that is not the report’s fault', async (status, code, problem) => {
    service.behaviour = (response) =>
      answer(response, status, code === '<html>' ? '<html>' : { message: 'No', code, issues: [] });
    const outbox = wake();
    await outbox.submit(report);
    await outbox.send();
    expect((await outbox.list())[0]?.state).toEqual({ kind: 'waiting', problem: expect.stringMatching(problem) });
    service.behaviour = () => false;
    await outbox.retry();
    expect((await outbox.counts()).sent).toBe(1);
  });

  it('refuses a dispute of something the service does not know', async () => {
    service.behaviour = (response) =>
      answer(response, 404, { message: 'Unknown asset', code: 'NOT_FOUND', issues: [] });
    const outbox = wake();
    await outbox.submit(dispute);
    await outbox.send();
    expect((await outbox.list())[0]?.state).toMatchObject({ kind: 'refused', problem: 'Unknown asset' });
  });

  it('waits for a key and says so', async () => {
    let key: string | null = null;
    const outbox = wake({ endpoint: async () => (key ? { baseUrl: service.baseUrl, apiKey: key } : null) });
    await outbox.submit(report);
    await outbox.send();
    expect((await outbox.list())[0]?.state).toEqual({
      kind: 'waiting',
      problem: expect.stringMatching(/no API key yet/),
    });
    key = 'key';
    await outbox.retry();
    expect((await outbox.counts()).sent).toBe(1);
  });

  it('sends nothing twice where triggers and contexts come together', async () => {
    service.behaviour = () => new Promise((go) => setTimeout(() => go(false), 20));
    for (const locks of [navigator.locks, undefined]) {
      const [one, two] = [wake({ locks }), wake({ locks })];
      await one.submit(another(`${String(locks)}.example`));
      await Promise.all([one.send(), one.send(), two.send(), two.send()]);
    }
    expect(service.received).toHaveLength(2);
  });

  it('sends also what is submitted while a run is at its end', async () => {
    const outbox = wake();
    await outbox.submit(report);
    const first = outbox.send();
    await outbox.submit(another('late.example'));
    await Promise.all([first, outbox.send()]);
    expect((await outbox.counts()).sent).toBe(2);
  });

  it('does not bring back what was discarded while it was on its way', async () => {
    const outbox = wake();
    const { id } = await outbox.submit(report);
    service.behaviour = async () => {
      await outbox.discard(id);
      return false;
    };
    await outbox.send();
    expect(await outbox.list()).toEqual([]);
  });

  it('sends an entry whose time lies absurdly far ahead because the clock was wrong', async () => {
    const outbox = wake();
    now += 400 * DAY;
    await outbox.submit(report);
    now -= 400 * DAY;
    await outbox.send();
    expect((await outbox.counts()).sent).toBe(1);
  });

  it('forgets what was sent long ago or is beyond the newest 200, and never what waits or was refused', async () => {
    const outbox = wake();
    for (let index = 0; index < 205; index++) {
      now += 1;
      await outbox.submit(another(`s${index}.example`));
    }
    await outbox.send();
    expect((await outbox.counts()).sent).toBe(200);
    service.behaviour = (response) => answer(response, 400, { message: 'No', code: 'BAD_REQUEST' });
    await outbox.submit(another('refused.example'));
    await outbox.send();
    await service.stop();
    await outbox.submit(another('waiting.example'));
    now += 31 * DAY;
    await outbox.send();
    expect(await outbox.counts()).toEqual({ sent: 0, waiting: 1, refused: 1, damaged: 0 });
    await service.start();
  });
});

describe('submitting', () => {
  it.each<[RegExp, OutboxItem]>([
    [/at least 3 characters/, { kind: 'report', draft: { ...draft, title: 'ab' } }],
    [/at least one site/, { kind: 'report', draft: { ...draft, contents: [' '] } }],
    [/missing/, { kind: 'report', draft: { ...draft, contents: [] } }],
    [/too long/, { kind: 'report', draft: { ...draft, description: 'x'.repeat(10_001) } }],
    [/complete e-mail/, { kind: 'dispute', draft: { ...dispute.draft, email: 'me@' } as never }],
    [/Enter the site/, { kind: 'dispute', draft: { content: ' ', email: '', description: '' } }],
    [/cannot be sent/, { kind: 'other' } as never],
  ])('what the service would not take is refused at once, in words: %s', async (problem, item) => {
    const outbox = wake();
    await expect(outbox.submit(item)).rejects.toThrow(problem);
    expect(await outbox.list()).toEqual([]);
  });

  it('the same thing twice while it waits makes one entry', async () => {
    const outbox = wake();
    const [one, two] = await Promise.all([outbox.submit(report), outbox.submit(report)]);
    expect(two.id).toBe(one.id);
    expect(await outbox.list()).toHaveLength(1);
  });

  it('takes its draft along, and leaves the others', async () => {
    const outbox = wake();
    const drafts = new DraftStore(databases[0]);
    await drafts.save('report', 'scam.example/x', { ...draft, title: ' Drainer' });
    await drafts.save('report', 'other.example/', { ...draft, contents: ['other.example'] });
    await outbox.submit(report);
    expect((await drafts.list()).map(({ subject }) => subject)).toEqual(['other.example/']);
  });

  it('fails with what to do where the storage is full, and leaves the draft', async () => {
    const outbox = wake();
    const drafts = new DraftStore(databases[0]);
    await drafts.save('report', '', draft);
    const add = IDBObjectStore.prototype.add;
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, value, key) {
      const request = add.call(this, value, key);
      (this.transaction as unknown as { _abort(reason: string): void })._abort('QuotaExceededError');
      return request;
    });
    await expect(outbox.submit(report)).rejects.toThrow(/no space left.*Free some disk space/);
    vi.restoreAllMocks();
    expect(await outbox.list()).toEqual([]);
    expect(await drafts.list()).toHaveLength(1);
    await outbox.submit(report);
    expect(await outbox.list()).toHaveLength(1);
  });

  it('fails in words where the database cannot be opened, and works once it can', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('backing store', 'UnknownError');
    });
    const outbox = wake();
    await expect(outbox.submit(report)).rejects.toThrow(/Restart the browser/);
    await outbox.submit(report);
    expect(await outbox.list()).toHaveLength(1);
  });
});

describe('damaged rows', () => {
  const store = async (rows: Record<string, unknown>) => {
    await wake().list();
    await databases[0]!.write(['entries'], async (transaction) => {
      for (const [key, row] of Object.entries(rows)) await transaction.objectStore('entries').put(row, key);
    });
  };

  it('never stop the others, and are kept and counted', async () => {
    const row = { id: 'nonsense', item: { kind: 'report' }, precious: 'words' };
    await store({ nonsense: row, text: 'text' });
    const outbox = wake();
    await outbox.submit(report);
    await outbox.send();
    expect(await outbox.counts()).toEqual({ sent: 1, waiting: 0, refused: 0, damaged: 2 });
    expect(await outbox.damaged()).toContainEqual({
      key: 'nonsense',
      row,
      problem: 'It is not an outbox entry.',
      foundAt: now,
    });
    expect(await wake().counts()).toMatchObject({ damaged: 2 });
    await outbox.discard('text');
    expect(await outbox.counts()).toMatchObject({ damaged: 1 });
  });

  it('whose words are whole are sent after all, under the same key', async () => {
    const id = crypto.randomUUID();
    await store({ [id]: { id, item: report, createdAt: now - DAY, attempts: 'many', state: null } });
    const outbox = wake();
    await outbox.send();
    expect(service.received.map(({ idempotencyKey }) => idempotencyKey)).toEqual([id]);
    expect((await outbox.list())[0]).toMatchObject({ createdAt: now - DAY, state: { kind: 'sent' } });
  });

  it('that the browser cannot load stay where they are and are counted', async () => {
    const outbox = wake();
    const { id } = await outbox.submit(report);
    await outbox.submit(another('sound.example'));
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
    expect(await outbox.counts()).toEqual({ sent: 1, waiting: 0, refused: 0, damaged: 1 });
    vi.restoreAllMocks();
    await outbox.send();
    expect(await outbox.counts()).toEqual({ sent: 2, waiting: 0, refused: 0, damaged: 0 });
  });
});

describe('a sent dispute', () => {
  it('is followed once an hour until it is decided', async () => {
    const outbox = wake();
    await outbox.submit(dispute);
    await outbox.send();
    expect(await outbox.nextAttemptAt()).toBe(now + HOUR);
    await outbox.send();
    expect(service.received).toHaveLength(1);
    now += HOUR;
    await outbox.send();
    expect(service.received[1]).toMatchObject({ path: '/api/v2/dispute/1', key: 'key' });
    expect((await outbox.list())[0]?.state).toMatchObject({ dispute: { status: 'OPEN', followedAt: now } });
    service.dispute = { status: 'REJECTED', note: 'It drains wallets.', decidedAt: '2025-11-21T01:00:00Z' };
    now += HOUR;
    await wake().send();
    expect((await outbox.list())[0]?.state).toMatchObject({
      dispute: { status: 'REJECTED', note: 'It drains wallets.' },
    });
    expect(await outbox.nextAttemptAt()).toBeNull();
  });

  it('is asked about an hour later where the service fails, and keeps what is known', async () => {
    const outbox = wake();
    await outbox.submit(dispute);
    await outbox.submit({ ...dispute, draft: { ...dispute.draft, content: 'second.example' } } as OutboxItem);
    await outbox.send();
    now += HOUR;
    await outbox.send();
    service.behaviour = (response) => answer(response, 500, { message: 'No', code: 'X' });
    now += HOUR;
    await outbox.send();
    expect(service.received).toHaveLength(5);
    for (const { state } of await outbox.list())
      expect(state).toMatchObject({ dispute: { status: 'OPEN', followedAt: now } });
    await outbox.send();
    expect(service.received).toHaveLength(5);
  });
});
