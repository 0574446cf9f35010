import { expect, test } from 'vitest';
import type { OutboxEntry } from '../entry.ts';
import { submissionAbout } from './reported.ts';

const report = (id: string, ...contents: string[]): OutboxEntry => ({
  id,
  item: {
    kind: 'report',
    draft: { contents, title: '', description: '', contactInfo: '', scamKind: '', mentions: [], files: [] },
  },
  createdAt: 0,
  attempts: 0,
  lastAttemptAt: null,
  nextAttemptAt: 0,
  state: { kind: 'waiting' },
});
const dispute: OutboxEntry = {
  ...report('d'),
  item: { kind: 'dispute', draft: { content: 'evil.example', email: '', description: '' } },
};

test.each([
  ['its site', 'evil.example', 'https://evil.example/login?next=1', true],
  ['a site above it', 'evil.example', 'https://shop.evil.example/', true],
  ['the page', 'https://sites.google.com/view/bonus', 'https://sites.google.com/view/bonus', true],
  [
    'another page of a host of many',
    'https://sites.google.com/view/bonus',
    'https://sites.google.com/view/other',
    false,
  ],
  ['another site', 'evil.example', 'https://honest.example/', false],
  ['what nobody recognises', 'a man on the phone', 'https://evil.example/', false],
])('a report of %s', (_, content, url, isAbout) => {
  expect(submissionAbout([report('1', 'other.example', content)], 'report', url)?.id ?? null).toBe(
    isAbout ? '1' : null,
  );
});

test('the newest report counts, and a dispute is found by itself', () => {
  const entries = [dispute, report('2', 'evil.example'), report('1', 'evil.example')];
  expect(submissionAbout(entries, 'report', 'https://evil.example/')?.id).toBe('2');
  expect(submissionAbout(entries, 'dispute', 'https://evil.example/')?.id).toBe('d');
});
