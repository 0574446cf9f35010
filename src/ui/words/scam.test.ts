import { expect, test } from 'vitest';
import { speak } from '../../../test/fixtures/messages.ts';
import { SCAM_KINDS } from '../../api/report/scam-kind.ts';
import { scamInWords } from './scam.ts';

test.each(SCAM_KINDS)('%s has words for what it is, what it does, what it costs and what to ask', async (kind) => {
  speak('en', 'en-GB');
  const { name, title, consequence, already } = scamInWords(kind);
  for (const words of [name, title, consequence, already]) expect(words).not.toBe('');
  // Two lines at most in the largest letters of the narrowest window.
  expect(title.length).toBeLessThan(48);
});
