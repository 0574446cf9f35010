import { expect, test } from 'vitest';
import { SCAM_KINDS } from '../../../api/report/scam-kind.ts';
import { stepsPath } from '../../../protection/warning/address.ts';
import { kindOf, situationsOf } from './situation.ts';

const page = (path: string) => `chrome-extension://wary${path}`;

test.each(SCAM_KINDS)('the page of steps is about the kind that led to it: %s', (kind) => {
  expect(kindOf(page(stepsPath(kind)))).toBe(kind);
  expect(situationsOf(kind).length).toBeGreaterThan(0);
});

test.each(['/steps.html', '/steps.html?kind=', '/steps.html?kind=toString#phrase'])(
  'an address that names no kind leads to what helps with most of them: %s',
  (path) => {
    expect(kindOf(page(path))).toBe('other');
  },
);

test('a person who typed a recovery phrase reads first how to save the wallet', () => {
  expect(situationsOf('seed-phishing')[0]).toBe('phrase');
});
