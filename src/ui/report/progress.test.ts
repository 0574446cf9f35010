import { describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { ReportDraft } from '../../reporting/entry.ts';
import type { Ask } from '../page/ask.ts';
import { ReportInProgress } from './progress.ts';

const written: ReportDraft = {
  ...{ contents: ['a-scam.example'], title: 'Drainer', description: 'It', contactInfo: '' },
  ...{ scamKind: '', mentions: [], files: [] },
};
/** A background that has this on its list. */
const ask =
  (...listed: string[]): Ask =>
  async () =>
    ({ listed }) as never;

/** Drafts as the store keeps them, by subject. */
function drafts(kept: Record<string, ReportDraft> = {}) {
  return {
    kept,
    files: {
      add: async (name: string, type: string, bytes: Uint8Array) => ({
        id: crypto.randomUUID(),
        name,
        type,
        size: bytes.byteLength,
      }),
    },
    read: async (_kind: string, subject: string) => (kept[subject] ?? null) as never,
    save: async (_kind: string, subject: string, draft: unknown) => {
      kept[subject] = draft as ReportDraft;
    },
    discard: async (_kind: string, subject: string) => {
      delete kept[subject];
    },
  };
}

async function opened(...about: ConstructorParameters<typeof ReportInProgress>) {
  const report = new ReportInProgress(...about);
  await report.restore();
  return report;
}

describe('a report while it is written', () => {
  test('begins with the site of the page', async () => {
    expect((await opened(drafts(), 'https://a-scam.example/x?y=1', ask())).fields.value.contents).toEqual([
      'a-scam.example',
    ]);
    expect((await opened(drafts(), 'chrome://settings/', ask())).fields.value.contents).toEqual([]);
    expect((await opened(drafts(), null, ask())).fields.value.contents).toEqual([]);
  });

  test('is there again when the popup is opened again on another page of the site', async () => {
    const store = drafts();
    (await opened(store, 'https://a-scam.example/one', ask())).change({ title: 'Drainer' });
    const again = await opened(store, 'https://a-scam.example/two', ask());
    expect(again.fields.value.title).toBe('Drainer');
  });

  test('never loses a stored draft to a letter written before it was read', async () => {
    const store = drafts({ 'a-scam.example': written });
    const report = await opened(store, 'https://a-scam.example/', ask());
    report.change({ contactInfo: 'a' });
    expect(store.kept['a-scam.example']).toEqual({ ...written, contactInfo: 'a' });
  });

  test('begins without a draft where the browser does not read it, and says that it is not kept', async () => {
    vi.spyOn(browser.i18n, 'getMessage').mockReturnValue('No answer.');
    const hanging = { ...drafts(), read: () => new Promise<never>(() => {}) };
    const report = await opened(hanging, 'https://a-scam.example/', ask());
    expect(report.fields.value.contents).toEqual(['a-scam.example']);
    expect(report.storageProblem.value).toBe('No answer.');
  });

  test('holds what is ticked on the page, until the tick is taken back', async () => {
    const report = await opened(drafts(), 'https://a-scam.example/', ask('evil.example'));
    report.pick('evil.example', true);
    expect(report.fields.value.contents).toEqual(['a-scam.example', 'evil.example']);
    await expect.poll(() => [...report.listed.value]).toEqual(['evil.example']);
    report.pick('evil.example', false);
    expect(report.fields.value.contents).toEqual(['a-scam.example']);
  });

  test('says that it is full where a tick finds no place', async () => {
    const contents = Array.from({ length: 100 }, (_, index) => `site-${index}.example`);
    const report = await opened(drafts({ '': { ...written, contents } }), null, ask());
    report.pick('evil.example', true);
    expect([report.fields.value.contents.length, report.additionProblem.value]).toEqual([100, 'full']);
  });

  test('says when the browser cannot keep it', async () => {
    const broken = { ...drafts(), save: async () => Promise.reject(new Error('No room left')) };
    const report = await opened(broken, null, ask());
    report.change({ title: 'x' });
    await expect.poll(() => report.storageProblem.value).toBe('No room left.');
    expect(report.fields.value.title).toBe('x');
  });

  test('is about the whole site or one page, as the person chooses, also after the popup was closed', async () => {
    const store = drafts();
    const report = await opened(store, 'https://a-scam.example/login?token=secret', ask());
    const { site, page } = report.reaches.value.get('a-scam.example')!;
    report.choose(site, page);
    expect(report.fields.value.contents).toEqual(['PAGE:a-scam.example/login']);
    const again = await opened(store, 'https://a-scam.example/other', ask());
    expect(again.fields.value.contents).toEqual([page]);
    again.choose(page, again.reaches.value.get(page)!.site);
    expect(again.fields.value.contents).toEqual(['a-scam.example']);
  });

  test('carries along the text beside an address', async () => {
    const report = await opened(drafts(), null, ask());
    report.change({ description: 'On Monday' });
    expect(report.add('https://a-scam.com/ took my coins')).toBe(true);
    expect(report.fields.value).toMatchObject({
      contents: ['a-scam.com'],
      description: 'On Monday\nhttps://a-scam.com/ took my coins',
    });
  });

  test('keeps every word that is added, also more than the service takes: the form says that it is too long', async () => {
    const report = await opened(drafts(), null, ask());
    for (const name of ['one', 'two']) report.add(`On ${name}.com they took ${'my coins '.repeat(900)}`);
    expect(report.fields.value.description).toMatch(/^On one.+coins *\nOn two.+coins *$/);
    expect(report.fields.value.description.length).toBeGreaterThan(16_000);
  });

  test('takes along what is not recognised, and asks on which platform names are', async () => {
    const report = await opened(drafts(), null, ask());
    expect(report.add('@evil_bot @evil_too')).toBe(true);
    expect(report.add('@x')).toBe(true);
    report.namePlatform('TELEGRAM');
    expect(report.fields.value).toMatchObject({
      contents: ['TELEGRAM:evil_bot', 'TELEGRAM:evil_too'],
      mentions: ['@x'],
    });
    report.removeMention('@x');
    report.remove('TELEGRAM:evil_too');
    expect(report.fields.value).toMatchObject({ contents: ['TELEGRAM:evil_bot'], mentions: [] });
    expect(report.add(' ')).toBe(false);
    expect(report.additionProblem.value).toBe('empty');
  });

  test('takes files that the service takes, and says why another is not', async () => {
    const report = await opened(drafts(), null, ask());
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(await report.attach('chat.txt', bytes('hello'))).toBeNull();
    expect(await report.attach('tool.exe', bytes('MZ'))).toBe('kind');
    expect(await report.attach('empty.txt', bytes(''))).toBe('empty');
    expect(await report.attach('film.txt', new Uint8Array(5_000_000))).toBe('large');
    expect(report.fields.value.files).toMatchObject([{ name: 'chat.txt', type: 'text/plain', size: 5 }]);
    report.detach(report.fields.value.files[0]!.id);
    expect(report.fields.value.files).toEqual([]);
  });

  test('says what is blocked already, where the list on the device tells', async () => {
    const report = await opened(drafts(), 'https://a-scam.example/', ask('a-scam.example'));
    await expect.poll(() => [...report.listed.value]).toEqual(['a-scam.example']);
  });
});
