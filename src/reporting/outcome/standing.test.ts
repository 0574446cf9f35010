import { describe, expect, it } from 'vitest';
import type { OutboxEntry, Reply, SentState } from '../entry.ts';
import { HISTORY_VERSION, historyFile, isMeant } from './history-file.ts';
import { STANDINGS, standingOf, tallyOf, withNews } from './standing.ts';

const NOW = Date.UTC(2026, 10, 21);
const REPORT: OutboxEntry['item'] = {
  kind: 'report',
  draft: {
    ...{ contents: ['https://scam.example/x'], title: 'Drainer', description: 'An advertisement', contactInfo: '' },
    ...{ scamKind: '' as const, mentions: [], files: [] },
  },
};
const sent = (state: Partial<SentState> = {}, over: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: '5f2d4d6e-7d1c-4b8e-9a59-0d5f1f0f4c11',
  item: REPORT,
  createdAt: NOW,
  attempts: 1,
  lastAttemptAt: NOW,
  nextAttemptAt: NOW,
  state: { kind: 'sent', at: NOW, reference: 7, receipt: 'R'.repeat(22), ...state },
  ...over,
});
const review = (over: SentState['review'] extends infer T | undefined ? Partial<T> : never) => ({
  review: { askedAt: NOW, nextAt: null, ...over },
});
const reply = (kind: 'waiting' | 'sent'): Reply => ({
  ...{ id: '5f2d4d6e-7d1c-4b8e-9a59-0d5f1f0f4c11', question: 'Where?', text: 'In the mountains', writtenAt: NOW },
  state: kind === 'sent' ? { kind, at: NOW } : { kind, attempts: 1, nextAttemptAt: NOW },
});

describe('where something stands', () => {
  it.each([
    ['received', {}],
    ['review', review({ state: 'IN_REVIEW' })],
    ['asked', review({ state: 'INFORMATION_ASKED', question: 'Where?' })],
    ['answering', { ...review({ state: 'INFORMATION_ASKED', question: 'Where?' }), replies: [reply('waiting')] }],
    ['asked', { ...review({ state: 'INFORMATION_ASKED', question: 'And when?' }), replies: [reply('sent')] }],
    ['blocked', review({ state: 'BLOCKED' })],
    ['blocked', review({ state: 'BLOCKED', isGone: true })],
    ['merged', review({ state: 'MERGED' })],
    ['received', review({ state: 'UNKNOWN_VALUE' })],
    ['lost', review({ state: 'RECEIVED', isGone: true })],
  ] as const)('is %s', (standing, state) => {
    expect(STANDINGS).toContain(standing);
    expect(standingOf(sent(state as Partial<SentState>))).toBe(standing);
  });
});

it('counts on the device how many reports led to a block, without disputes and refused reports', () => {
  const dispute: OutboxEntry['item'] = { kind: 'dispute', draft: { content: 'a', email: '', description: '' } };
  const entries = [
    sent(review({ state: 'BLOCKED' })),
    sent(review({ state: 'NOT_BLOCKED' })),
    sent(review({ state: 'ACCEPTED' }), { item: dispute }),
    sent({}, { state: { kind: 'waiting' }, hasNews: true }),
  ];
  expect(tallyOf(entries)).toEqual({ reports: 2, blocked: 1 });
  expect(withNews(entries)).toEqual([entries[3]]);
});

describe('the history', () => {
  const answered = sent({
    ...review({ state: 'BLOCKED', message: 'It empties wallets.', changedAt: NOW }),
    replies: [reply('sent')],
  });

  it('is exported with a version, and with everything that was written and answered', () => {
    expect(JSON.parse(historyFile([answered, sent({}, { state: { kind: 'waiting' } })], NOW))).toMatchObject({
      format: 'reports-and-disputes',
      version: HISTORY_VERSION,
      exportedAt: '2026-11-21T00:00:00.000Z',
      entries: [
        {
          kind: 'report',
          contents: ['https://scam.example/x'],
          title: 'Drainer',
          standing: 'blocked',
          message: 'It empties wallets.',
          receipt: 'R'.repeat(22),
          replies: [{ question: 'Where?', text: 'In the mountains', state: 'sent' }],
        },
        { standing: 'waiting' },
      ],
    });
  });

  it.each([
    ['', true],
    ['SCAM.example', true],
    ['drainer advert', true],
    ['empties', true],
    ['mountains', true],
    ['7', true],
    ['drainer shop', false],
  ])('is searched by what was written and answered: %s', (words, isFound) => {
    expect(isMeant(answered, words)).toBe(isFound);
  });
});
