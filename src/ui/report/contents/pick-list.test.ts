import { expect, test } from 'vitest';
import { picksOf } from './pick-list.tsx';

const WALLET = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';

test('a page offers what it shows, sends to and links to, each once and without itself', () => {
  const { picks, left } = picksOf(
    {
      text: `Send to ${WALLET} or ${WALLET}, or write to help@evil.example. See page.example.`,
      forms: ['https://page.example/take', 'https://collector.example/in'],
      links: [
        'https://page.example/more',
        'https://collector.example/',
        'https://other.example/a',
        'https://x.com/evil_1',
      ],
    },
    'https://page.example/login',
  );
  expect(picks.map(({ kind, content }) => [kind, content])).toEqual([
    ['shown', WALLET],
    ['shown', 'help@evil.example'],
    ['form', 'collector.example'],
    ['link', 'other.example'],
    ['link', 'https://x.com/evil_1'],
  ]);
  expect(left).toBe(0);
});

test('a page with hundreds of links says how many it does not offer', () => {
  const links = Array.from({ length: 100 }, (_, index) => `https://site-${index}.example/`);
  const { picks, left } = picksOf({ text: '', forms: [], links }, 'https://page.example/');
  expect([picks.length, left]).toEqual([30, 70]);
});
