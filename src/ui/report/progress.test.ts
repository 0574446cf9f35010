import { describe, expect, test } from 'vitest';
import type { ReportDraft } from '../../reporting/entry.ts';
import { ReportInProgress } from './progress.ts';

const written: ReportDraft = { contents: ['a-scam.example'], title: 'Drainer', description: 'It', contactInfo: '' };

/** Drafts as the store keeps them, by subject. */
function drafts(kept: Record<string, ReportDraft> = {}) {
  return {
    kept,
    read: async (_kind: string, subject: string) => (kept[subject] ?? null) as never,
    save: async (_kind: string, subject: string, draft: unknown) => {
      kept[subject] = draft as ReportDraft;
    },
  };
}

describe('a report while it is written', () => {
  test('begins with the site of the page', () => {
    expect(new ReportInProgress(drafts(), 'https://a-scam.example/x?y=1').draft.value.contents).toEqual([
      'a-scam.example',
    ]);
    expect(new ReportInProgress(drafts(), 'chrome://settings/').draft.value.contents).toEqual([]);
    expect(new ReportInProgress(drafts(), null).draft.value.contents).toEqual([]);
  });

  test('is there again when the popup is opened again on another page of the site', async () => {
    const store = drafts();
    new ReportInProgress(store, 'https://a-scam.example/one').change({ title: 'Drainer' });
    const again = new ReportInProgress(store, 'https://a-scam.example/two');
    await again.restore();
    expect(again.draft.value.title).toBe('Drainer');
  });

  test('is not overwritten by an older draft that arrives late', async () => {
    const report = new ReportInProgress(drafts({ 'a-scam.example': written }), 'https://a-scam.example/');
    const restoring = report.restore();
    report.change({ title: 'Newer' });
    await restoring;
    expect(report.draft.value.title).toBe('Newer');
  });

  test('says when the browser cannot keep it', async () => {
    const broken = { ...drafts(), save: async () => Promise.reject(new Error('No room left')) };
    const report = new ReportInProgress(broken, null);
    report.change({ title: 'x' });
    await expect.poll(() => report.storageProblem.value).toBe('No room left.');
    expect(report.draft.value.title).toBe('x');
  });

  test('is about the whole site or one page, as the person chooses, also after the popup was closed', async () => {
    const store = drafts();
    const report = new ReportInProgress(store, 'https://a-scam.example/login?token=secret');
    const { site, page } = report.reaches.value.get('a-scam.example')!;
    report.choose(site, page);
    expect(report.draft.value.contents).toEqual(['PAGE:a-scam.example/login']);
    const again = new ReportInProgress(store, 'https://a-scam.example/other');
    await again.restore();
    expect(again.draft.value.contents).toEqual([page]);
    again.choose(page, again.reaches.value.get(page)!.site);
    expect(again.draft.value.contents).toEqual(['a-scam.example']);
  });

  test('carries along what is said beside an address', () => {
    const report = new ReportInProgress(drafts(), null);
    report.change({ description: 'On Monday' });
    expect(report.add('https://a-scam.com/ took my coins')).toBe(true);
    expect(report.draft.value).toMatchObject({
      contents: ['a-scam.com'],
      description: 'On Monday\nhttps://a-scam.com/ took my coins',
    });
  });

  test('takes in what is recognised and says what is not', () => {
    const report = new ReportInProgress(drafts(), null);
    expect(report.add('hello there')).toBe(false);
    expect(report.additionProblem.value).toBe('wrong');
    expect(report.add('https://a-scam.example/')).toBe(true);
    report.remove('a-scam.example');
    expect(report.draft.value.contents).toEqual([]);
  });
});
