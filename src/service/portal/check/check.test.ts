import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PortalFixture } from '../portal.fixture.ts';

let portal: PortalFixture;
beforeAll(async () => {
  portal = await PortalFixture.open();
}, 60_000);
beforeEach(() => portal.reset());
afterAll(() => portal.opened.close());

const check = (text: string, headers?: Record<string, string>) => portal.post('/acme/check', { text }, headers);
const PHRASE = `${'abandon '.repeat(11)}about`;

it('a message gets the verdict on each thing in it, with its reason, and nothing is filed', async () => {
  const { status, text } = await check(
    'Pay 0xbad0000000000000000000000000000000000001, log in at https://drainer.wary.test/a or https://quiet.example/',
  );
  expect(status).toBe(200);
  expect(text).toContain('0xBaD0000000000000000000000000000000000001');
  expect(text).toContain('This site empties wallets');
  expect(text.match(/class="notice danger"/g)).toHaveLength(2);
  expect(text.match(/No known scam/g)).toHaveLength(1);
  expect(portal.filed).toEqual([]);
});

it('a text that names nothing is answered as such', async () => {
  expect((await check('good morning')).text).toContain('Acme found no address, link or account in this.');
});

it('a recovery phrase is refused and not sent back, and markup stays text', async () => {
  const { status, text } = await check(`mine: ${PHRASE}`);
  expect(status).toBe(422);
  expect(text).not.toContain('abandon abandon');
  expect((await check('</textarea><script>alert(1)</script>')).text).toContain('&lt;/textarea&gt;&lt;script&gt;');
});

it('the policy of the page names its one script', async () => {
  const { text, headers } = await portal.get('/acme');
  const [, script] = /<script type="module">(.*?)<\/script>/s.exec(text)!;
  const hash = createHash('sha256').update(script!).digest('base64');
  expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}';`);
});

it('a form of another site, too long a text and too much of it are refused', async () => {
  expect((await check('a.example', { origin: 'https://evil.test' })).status).toBe(403);
  expect((await check('a'.repeat(10_001))).status).toBe(422);
  expect((await check('a'.repeat(200_000))).status).toBe(413);
  const statuses = [];
  for (let asked = 0; asked < 50; asked += 1) statuses.push((await check('a '.repeat(4_999))).status);
  expect(statuses).toContain(429);
});
