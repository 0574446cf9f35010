import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReportingDatabase } from '../database.ts';
import { DraftStore } from './draft.ts';

const DAY = 24 * 3_600_000;
const report = {
  ...{ scamKind: '' as const, mentions: [], files: [] },
  contents: ['https://scam.example'],
  title: 'a',
  description: '',
  contactInfo: '',
};
const dispute = { content: 'good.example', email: '', description: '' };
let serial = 0;
let name: string;
let now: number;
const databases: ReportingDatabase[] = [];

function open(): DraftStore {
  const database = new ReportingDatabase(name);
  databases.push(database);
  return new DraftStore(database, () => now);
}
beforeEach(() => {
  name = `drafts-${++serial}`;
  now = Date.UTC(2025, 10, 21);
});
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
});

describe('a draft', () => {
  it('outlives the popup, one for each kind and subject', async () => {
    const popup = open();
    await popup.save('report', 'scam.example/', report);
    await popup.save('report', 'other.example/', { ...report, title: 'b' });
    await popup.save('dispute', 'scam.example/', dispute);
    const next = open();
    expect(await next.read('report', 'scam.example/')).toEqual(report);
    expect(await next.read('dispute', 'scam.example/')).toEqual(dispute);
    expect(await next.read('dispute', 'other.example/')).toBeNull();
  });

  it('is what was written last, however fast the letters come', async () => {
    const popup = open();
    await popup.ready();
    await Promise.all(['h', 'he', 'hel'].map((title) => popup.save('report', '', { ...report, title })));
    expect((await open().read('report', ''))?.title).toBe('hel');
  });

  it('is handed to the browser before anything is awaited, so that a closing popup keeps it', async () => {
    const popup = open();
    await popup.ready();
    void popup.save('report', '', report);
    await Promise.resolve();
    await Promise.resolve();
    await databases[0]?.close();
    expect(await open().read('report', '')).toEqual(report);
  });

  it('may be unfinished or longer than what can be sent', async () => {
    const long = { ...report, contents: [''], title: '', description: 'x'.repeat(50_000), contactInfo: '' };
    await open().save('report', '', long);
    expect(await open().read('report', '')).toEqual(long);
  });

  it('that is discarded is gone', async () => {
    await open().save('report', '', report);
    await open().discard('report', '');
    expect(await open().list()).toEqual([]);
  });

  it('that is damaged hides no other', async () => {
    const store = open();
    await store.save('dispute', '', dispute);
    await databases[0]?.write(['drafts'], async (transaction) => {
      await transaction.objectStore('drafts').put({ kind: 'report', draft: 7 }, ['report', '']);
    });
    expect(await store.read('report', '')).toBeNull();
    expect(await store.list()).toHaveLength(1);
  });

  it('is forgotten after 90 days, and beyond the newest 100', async () => {
    const store = open();
    await store.save('report', 'old', report);
    now += 91 * DAY;
    for (let index = 0; index < 102; index++) {
      now += 1;
      await store.save('report', `subject ${index}`, report);
    }
    await open().ready();
    const subjects = (await store.list()).map(({ subject }) => subject);
    expect(subjects).toHaveLength(100);
    expect(subjects).not.toContain('old');
    expect(subjects).not.toContain('subject 1');
    expect(subjects).toContain('subject 2');
  });
});
