import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { issue } from '../database/refused.ts';
import { ask, findReceipt, issueReceipt } from '../feature/receipt/receipt.ts';
import { textThread } from '../feature/text/texts.ts';
import { Failure } from '../http/failure.ts';
import { ORIGIN, PortalFixture, RECEIPT } from './portal.fixture.ts';

let portal: PortalFixture;
beforeAll(async () => {
  portal = await PortalFixture.open();
}, 60_000);
beforeEach(() => portal.reset());
afterAll(() => portal.opened.close());

describe('the report form', () => {
  it('gives back what was entered as text, never as markup', async () => {
    portal.answer = async () => {
      throw new Failure('BAD_REQUEST', issue('disputeNotBlocked', { asset: '<img src=y onerror=z>' }));
    };
    const entered = '</textarea><script>alert(1)</script>';
    const nothing = await portal.post('/acme/report', { assets: entered, contact: '"><b>' });
    const review = await portal.post('/acme/report', { assets: `a.example\n${entered}`, contact: '"><b>' });
    const step = { step: 'review', assets: `a.example\n${entered}`, description: '<img src=z>' };
    const refused = await portal.post('/acme/report', step);
    const text = [nothing, review, refused].map((page) => page.text).join();
    expect(text.split('&lt;/textarea&gt;&lt;script&gt;').length).toBeGreaterThan(4);
    expect(refused.text).toContain('&lt;img src=y');
    expect(text).not.toMatch(/<script|<b>|<img/);
  });

  it('hands in the kind of scam that was chosen, keeps it when the form comes back, and takes no other', async () => {
    const { text } = await portal.get('/acme/report');
    expect(text).toContain('<input type="radio" name="kind" value="drainer">Empties wallets</label>');
    expect(text).toContain('name="kind" value="" checked>I don’t know');
    expect(text).not.toContain('value="sanctioned"');
    await portal.post('/acme/report', { assets: 'a.example\nb.example', kind: 'fake-shop' });
    await portal.post('/acme/report', { assets: 'a.example', kind: 'sanctioned' });
    const kinds = portal.filed.map((one) =>
      (one.body as { assets: { kind?: string }[] }).assets.map(({ kind }) => kind),
    );
    expect(kinds).toEqual([['fake-shop', 'fake-shop'], [undefined]]);
    const again = await portal.post('/acme/report', { assets: '', kind: 'malware' });
    expect(again.text).toContain('value="malware" checked>');
  });

  it('hands in what can only be blocked in one way at once, as a report of this organization, and shows the receipt', async () => {
    const response = await portal.post('/acme/report', {
      assets: ' https://a.example/ \r\n\r\n+49 151 23456789\nhttps://bit.ly/abc\n',
      description: '',
      contact: 'me@example.org',
      organizationSlug: 'borealis-wallet',
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/acme/report/${RECEIPT}`);
    expect(portal.filed).toEqual([
      {
        organizationId: portal.acme,
        body: {
          assets: [
            { content: 'a.example', status: 'BLOCKED' },
            { content: '+4915123456789', status: 'BLOCKED' },
            { content: 'bit.ly/abc', status: 'BLOCKED' },
          ],
          contactInfo: 'me@example.org',
          organizationSlug: 'acme',
        },
      },
    ]);
  });

  it('shows what became of a report to the holder of its receipt, and to nobody who counts numbers', async () => {
    const { database } = portal.opened;
    const submission = { subject: { reportId: 1 }, content: ['https://sent.example/'] };
    const { receipt } = await issueReceipt(database, submission);
    const { text } = await portal.get(`/acme/report/${receipt}`);
    expect(text).toContain('Your report has reached Acme');
    expect(text).toContain('https://sent.example/');
    for (const path of ['/acme/report/1', `/acme/report/${RECEIPT}`, `/cobalt/report/${receipt}`])
      expect((await portal.get(path)).text).not.toContain('has reached');
    expect((await portal.get(`/acme/dispute/${receipt}`)).text).not.toContain('We received');
  });

  it('takes an answer for the question that stood above it, and keeps the words where another is asked by now', async () => {
    const { database } = portal.opened;
    const { receipt } = await issueReceipt(database, { subject: { reportId: 1 }, content: ['sent.example'] });
    const page = `/acme/report/${receipt}`;
    await ask(database, 'report', 1, 'Where did you\nsee it?');
    expect((await portal.get(page)).text).toContain('name="question" value="Where did you\nsee it?"');
    await ask(database, 'report', 1, 'Whose is it?');
    const sent = { question: 'Where did you\r\nsee it?', text: 'In an\r\nadvertisement' };
    const { status, text } = await portal.post(page, sent);
    expect(status).toBe(422);
    expect(text).toMatch(/Whose is it\?[\s\S]*In an\nadvertisement[\s\S]*is no longer open/);
    await ask(database, 'report', 1, 'Where did you\nsee it?');
    expect((await portal.post(page, sent)).status).toBe(303);
    expect(await findReceipt(database, 'report', receipt)).toMatchObject({ answer: 'In an\nadvertisement' });
  });

  it('takes as many characters as a browser lets a person write, which sends a line break as two', async () => {
    const description = `${'a\r\n'.repeat(4_999)}ab`;
    expect((await portal.post('/acme/report', { assets: 'a.example', description })).status).toBe(303);
    expect(portal.filed[0]!.body).toMatchObject({ description: description.replaceAll('\r', '') });
  });

  it('gives a link to what became of a report that no search engine lists', async () => {
    const { receipt } = await issueReceipt(portal.opened.database, {
      subject: { reportId: 1 },
      content: ['sent.example'],
    });
    const { text, headers } = await portal.get(`/acme/report/${receipt}`);
    expect(text).toContain(`${ORIGIN}/acme/report/${receipt}</bdi></a>`);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'same-origin']);
  });

  it('says what is wrong beside the field and keeps the input', async () => {
    const response = await portal.post('/acme/report', {
      assets: '',
      description: 'kept words',
      contact: 'c'.repeat(1_001),
    });
    expect(response.status).toBe(422);
    const text = response.text;
    expect(text).toMatch(/id="assets-problem"[\s\S]*Enter 1 to 100/);
    expect(text).toMatch(
      /<textarea id="assets"[^>]*aria-invalid="true" autofocus aria-describedby="assets-hint assets-problem"/,
    );
    expect(text).toContain('kept words');
    const long = await portal.post('/acme/report', { assets: 'a.example', contact: 'c'.repeat(1_001) });
    expect(long.text).toMatch(/id="contact-problem"[\s\S]*at most 1,000/);
    const pasted = 'w'.repeat(10_001);
    const { text: again } = await portal.post('/acme/report', { assets: 'a.example', description: pasted });
    expect(again).toMatch(/id="description-problem"[\s\S]*at most 10,000/);
    expect(again).toContain(`>\n${pasted}</textarea>`);
    expect(again).not.toMatch(/<textarea[^>]*maxlength/);
    expect(portal.filed).toEqual([]);
  });

  it('says of each asset why it was not taken, in words of its own or else in those of the service', async () => {
    const errors = [
      { asset: 'a.example', errorType: 'ASSET_ALREADY_CORRECT', message: 'a.example is blocked already' },
      { asset: '10.0.0.1', errorType: 'DOMAIN_NOT_ALLOWED', message: 'is an address inside a network' },
      { asset: 'c.example', errorType: 'NEW_TYPE', message: 'Something else.' },
    ];
    portal.answer = async () => {
      throw new Failure('UNPROCESSABLE_CONTENT', { assetErrors: errors });
    };
    const response = await portal.post('/acme/report', { assets: 'a.example' });
    expect(response.status).toBe(422);
    const said = response.text.split('id="assets-problem"')[1];
    expect(said).toContain('a.example: Thank you. It’s already blocked');
    expect(said).toContain('10.0.0.1: This address is in a private network');
    expect(said).toContain('c.example: The service gave no reason.');
  });

  it('says whose address something looks like, and why it is none', async () => {
    const wrong = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5';
    const { text } = await portal.post('/acme/report', { assets: wrong });
    expect(text).toContain(`${wrong}: This looks like an address (Bitcoin) with a typo`);
    expect(text).toContain('Correct the address above to send it.');
    expect(portal.filed).toEqual([]);
  });

  it('refuses a form from another site and one that says nothing of its origin', async () => {
    const fields = { assets: 'kept.example' };
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      {},
      { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
      { origin: ORIGIN, 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const response = await portal.post('/acme/report', fields, headers);
      expect(response.status).toBe(403);
      expect(response.text).toContain('kept.example');
    }
    expect((await portal.post('/acme/report', fields, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
    expect(portal.filed).toHaveLength(1);
  });

  it('takes as many forms from one network as its quota has, keeps what the next one holds, and lets an office send more', async () => {
    const from = (address: string) =>
      portal.post('/acme/report', { assets: 'a.example' }, { origin: ORIGIN, 'x-test-address': address });
    for (let index = 0; index < 5; index += 1) expect((await from('2001:db8::1')).status).toBe(303);
    const refused = await from('2001:db8::2');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.text).toContain('a.example');
    expect((await from('2001:db8:0:1::1')).status).toBe(303);
    for (let index = 0; index < 20; index += 1) expect((await from('198.51.100.7')).status).toBe(303);
  });

  it('reads nothing of what it may not take: a form of another site, one beyond the quota, and more than its field holds', async () => {
    const reading = vi.spyOn(textThread(), 'call');
    const send = async (assets: string, origin = ORIGIN) => {
      reading.mockClear();
      const { status, text } = await portal.post('/acme/report', { assets }, { origin });
      return { status, text, isRead: reading.mock.calls.length > 0 };
    };
    expect(await send('ä.example')).toMatchObject({ status: 303, isRead: true });
    expect(await send('ä.example', 'https://elsewhere.example')).toMatchObject({ status: 403, isRead: false });
    const tooLong = await send('ä.example '.repeat(4_001));
    expect(tooLong).toMatchObject({ status: 422, isRead: false });
    expect(tooLong.text).toContain('40,000');
    // The quota counts KiB: large texts use most of it, and short ones the rest.
    for (const text of ['words '.repeat(6_500), 'a word'])
      for (let status = 0; status !== 429; ) ({ status } = await send(text));
    expect(await send('ä.example')).toMatchObject({ status: 429, isRead: false });
    reading.mockRestore();
  });

  it('lets the service answer others while it reads the longest text, in another script', async () => {
    const assets = Array.from({ length: 5_000 }, (_, number) => `ä${number}.de`)
      .join(' ')
      .slice(0, 40_000);
    let isRunning = true;
    let turns = 0;
    const page = portal.post('/acme/report', { assets }).finally(() => {
      isRunning = false;
    });
    for (; isRunning; turns += 1) await turn();
    expect(await page).toMatchObject({ status: 422, text: expect.stringContaining('up to 100') });
    expect(turns).toBeGreaterThan(100);
  });

  it('refuses a body larger than its fields', async () => {
    expect((await portal.post('/acme/report', { assets: 'a'.repeat(700_000) })).status).toBe(413);
    expect(portal.filed).toEqual([]);
  });

  it('answers a failure with its number and logs it, without internals', async () => {
    portal.answer = () => Promise.reject(new Error('secret of the database'));
    const response = await portal.post('/acme/report', { assets: 'a.example' });
    expect(response.status).toBe(500);
    expect(response.text).not.toContain('secret');
    expect(portal.failures).toHaveLength(1);
  });
});

describe('the dispute form', () => {
  it('hands in the dispute', async () => {
    const response = await portal.post('/acme/dispute', {
      content: 'false-alarm.wary.test',
      email: '',
      description: 'Mine.',
    });
    expect(response.headers.get('location')).toBe(`/acme/dispute/${RECEIPT}`);
    expect(portal.filed).toEqual([
      { organizationId: portal.acme, body: { content: 'false-alarm.wary.test', description: 'Mine.' } },
    ]);
  });

  it('says what is wrong with the address and keeps the rest', async () => {
    const response = await portal.post('/acme/dispute', { content: 'a.example', email: 'nobody', description: 'kept' });
    expect(response.status).toBe(422);
    const text = response.text;
    expect(text).toMatch(/id="email-problem"[\s\S]*whole e-mail address/);
    expect(text).toContain('kept');
  });

  it("shows the service's reason", async () => {
    portal.answer = async () => {
      throw new Failure('BAD_REQUEST', issue('disputeNotBlocked', { asset: 'a.example' }, 'content'));
    };
    expect((await portal.post('/acme/dispute', { content: 'a.example' })).text).toContain('a.example isn’t blocked.');
  });
});
