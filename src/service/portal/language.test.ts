import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_HOSTS } from '../command/demo/content.ts';
import { issue } from '../database/refused.ts';
import { reports } from '../database/schema/index.ts';
import { ask, issueReceipt } from '../feature/receipt/receipt.ts';
import { Failure } from '../http/failure.ts';
import { readServiceLanguages } from '../languages.ts';
import { wordsFor } from '../page/language.ts';
import { Words } from '../page/words.ts';
import { ORIGIN, PortalFixture, RECEIPT } from './portal.fixture.ts';

let portal: PortalFixture;
beforeAll(async () => {
  portal = await PortalFixture.open();
}, 60_000);
beforeEach(() => portal.reset());
afterAll(() => portal.opened.close());

const spoken = (text: string) => /<html lang="([^"]+)" dir="([^"]+)">/.exec(text)?.slice(1).join(' ');
const OWN = { origin: ORIGIN };
const LANGUAGES = ['en', 'de', 'es', 'ar'];

describe('the language of a page', () => {
  it('is the first of the browser that there is, else English, and caches learn so', async () => {
    const asked = {
      'de-AT,de;q=0.9,en;q=0.8': 'de ltr',
      'fr;q=0.9, AR-EG;q=0.7, en;q=0.1': 'ar rtl',
      'es;q=0, fr': 'en ltr',
      '*': 'en ltr',
      ';;q=,,en-US-\u0000': 'en ltr',
    };
    for (const [header, expected] of Object.entries(asked)) {
      const { text, headers } = await portal.get('/acme', {
        'accept-language': header.replace('\u0000', 'x'.repeat(999)),
      });
      expect(spoken(text), header).toBe(expected);
      expect(headers.get('vary')).toBe('Accept-Language');
      expect(headers.get('content-language')).toBe(expected.split(' ')[0]);
    }
    expect(spoken((await portal.get('/nowhere', { 'accept-language': 'de' })).text)).toBe('de ltr');
  });

  it('is found in little time behind a language with thousands of subtags', async () => {
    const app = new Hono().get('/acme', (context) => context.text(wordsFor(context).language));
    const headers = { 'accept-language': `de${'-a'.repeat(7_500)}` };
    const began = process.threadCpuUsage();
    expect(await (await app.request('/acme', { headers })).text()).toBe('de');
    const { user, system } = process.threadCpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(10);
  });

  it('is another one where the address says so, which every link and form keeps, and where a form leads', async () => {
    const { text } = await portal.get('/acme/report?language=ar', { 'accept-language': 'de' });
    expect(spoken(text)).toBe('ar rtl');
    const own = [...text.matchAll(/\s(?:href|action)="([^"]*)"/g)]
      .map(([, to]) => to!)
      .filter((to) => to.startsWith('/acme'));
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter((to) => !to.endsWith('?language=ar'))).toEqual([]);
    const { headers } = await portal.post('/acme/report?language=ar', { assets: 'a.example' });
    expect(headers.get('location')).toBe(`/acme/report/${RECEIPT}?language=ar`);
    expect((await portal.get('/acme/?language=ar')).headers.get('location')).toBe('/acme?language=ar');
    expect(spoken((await portal.get('/acme?language=xx', { 'accept-language': 'de' })).text)).toBe('de ltr');
  });

  it('is offered in all there are, each under its own name, on the page that is open', async () => {
    const { text } = await portal.get('/acme/reports?before=999&language=de');
    for (const [language, name] of Object.entries({ en: 'English', de: 'Deutsch', es: 'español', ar: 'العربية' }))
      expect(text).toMatch(
        new RegExp(`href="\\?before=999&amp;language=${language}" lang="${language}"[^>]*>${name}</a>`),
      );
    expect((await portal.get('/acme')).text).toContain('href="?language=de"');
  });

  it('takes along what was written into a form, without a word of it in the address, and hands nothing in', async () => {
    const refused = await portal.post('/acme/report?language=en', { assets: '', description: 'It asked for 12 words' });
    expect(refused.text).toContain('form="form" formaction="/acme/report?language=de" formnovalidate name="switch"');
    const values = {
      assets: 'scam.example',
      page: 'PAGE:scam.example/login',
      platform: 'TELEGRAM',
      description: 'It asked for 12 words',
      contact: 'a@b.example',
    };
    const { text, status } = await portal.post('/acme/report?language=de', { ...values, switch: '' });
    expect([status, spoken(text)]).toEqual([200, 'de ltr']);
    for (const value of [values.assets, values.description, values.contact]) expect(text).toContain(value);
    for (const hidden of ['name="page" value="PAGE:scam.example/login"', 'name="platform" value="TELEGRAM"'])
      expect(text).toContain(hidden);
    const looked = {
      ...values,
      assets: 'https://scam.example/login',
      step: 'review',
      'reach-0': values.page,
      switch: '',
    };
    const review = (await portal.post('/acme/report?language=ar', looked)).text;
    expect(spoken(review)).toBe('ar rtl');
    expect(review).toContain('تحقق مما تبلغ عنه');
    expect(review).toContain('value="PAGE:scam.example/login" checked');
    expect(portal.filed).toEqual([]);
    const dispute = { content: 'honest.example', description: 'My shop', email: 'nobody', switch: '' };
    const arabic = (await portal.post('/acme/dispute?language=ar', dispute)).text;
    expect(spoken(arabic)).toBe('ar rtl');
    for (const value of [dispute.content, dispute.description, dispute.email]) expect(arabic).toContain(value);
  });

  it('takes along an answer that was begun, and hands nothing in', async () => {
    const { database } = portal.opened;
    const [report] = await database
      .insert(reports)
      .values({ organizationId: portal.acme, createdAt: new Date() })
      .returning({ id: reports.id });
    const subject = { reportId: report!.id };
    const { receipt } = await issueReceipt(database, { subject, content: ['sent.example'] });
    const page = `/acme/report/${receipt}`;
    expect((await portal.get(page)).text).toContain('href="?language=de"');
    expect(await ask(database, 'report', report!.id, 'Where did you see it?')).toBe(true);
    const asked = (await portal.get(page)).text;
    expect(asked).toContain(`form="form" formaction="${page}?language=de" formnovalidate name="switch"`);
    expect(asked).toContain('<form class="card" id="form"');
    const begun = { text: 'In an advertisement, above', switch: '' };
    const { text, status } = await portal.post(`${page}?language=de`, begun);
    expect([status, spoken(text)]).toEqual([200, 'de ltr']);
    expect(text).toContain(begun.text);
    expect(text).not.toContain('aria-invalid');
    expect((await portal.get(page)).text).toContain('Where did you see it?');
  });

  it('has its own plurals, numbers and dates', async () => {
    const { id: organizationId, slug } = await portal.organization({});
    const waiting = async (language: string) =>
      /class="quiet">([^<]*(?:<bdi>[^<]*<\/bdi>[^<]*)*)<\/p>/.exec(
        (await portal.get(`/${slug}/reports?language=${language}`)).text,
      )![1]!;
    const one = { organizationId, createdAt: new Date() };
    const { database } = portal.opened;
    await database.insert(reports).values([one, one]);
    expect(await waiting('ar')).toContain('بلاغان آخران قيد المراجعة');
    await database.insert(reports).values(one);
    expect(await waiting('ar')).toContain('3 بلاغات أخرى');
    expect(await waiting('de')).toContain('3 weitere Meldungen werden gerade geprüft');
    await database.insert(reports).values(Array.from({ length: 1_231 }, () => one));
    expect(await waiting('es')).toContain('1234 denuncias más');
    expect(await waiting('de')).toContain('1.234 weitere');
    expect((await portal.get('/acme/metrics?language=de')).text).toContain('31. Oktober 2026');
    expect((await portal.get('/acme/metrics', { 'accept-language': 'ar-EG' })).text).toContain('٣١ أكتوبر ٢٠٢٦');
  });
});

describe('what somebody else wrote', () => {
  it('is kept apart where it may turn the sentence around, and hides no mark of order', async () => {
    const { slug } = await portal.organization({ name: 'אבטחה (Acme) \u202e' });
    const english = (await portal.get(`/${slug}/report`)).text;
    expect(english).toContain('<h1>Report a scam to <bdi>אבטחה (Acme) [U+202E]</bdi></h1>');
    expect(english).toContain('<title>Report a scam · &#8296;אבטחה (Acme) [U+202E]&#8297;</title>');
    const arabic = (await portal.get('/acme/report?language=ar')).text;
    expect(arabic).toContain('<h1>إبلاغ <bdi>Acme</bdi> عن احتيال</h1>');
    const looked = await portal.post('/acme/report?language=ar', { assets: 'https://scam.example/login' });
    expect(looked.text).toContain('<bdi dir="ltr">scam.example</bdi>');
    expect(arabic + looked.text).not.toContain('[U+');
  });
});

describe('every page in every language', () => {
  it('says nothing in English but names, where it is in another, and leaves no blank open', async () => {
    const { receipt } = await issueReceipt(portal.opened.database, {
      subject: { reportId: 1 },
      content: ['sent.example'],
    });
    const { slug } = await portal.organization({ name: 'Acme', reportingActive: false, portalVisibility: 'PRIVATE' });
    portal.answer = async () => {
      throw new Failure('BAD_REQUEST', issue('disputeNotBlocked', { asset: 'a.example' }, 'content'));
    };
    const everything = `https://a.example/b\n${DEMO_HOSTS.drainer}\nhttps://c.example/ took it\n@evil\nDE89 3704 0044 0532 0130 00\n0x1`;
    const picture = new File(['\x89PNG\r\n\x1a\n'], 'p.png');
    const video = new File(['video'], 'v.mp4');
    const pages: ((language: string) => Promise<{ text: string }>)[] = [
      ...['/', '/nowhere', '/acme/reports', '/acme/metrics', '/acme/report', '/acme/dispute', `/${slug}`].map(
        (path) => (language: string) => portal.get(`${path}?language=${language}`),
      ),
      (language) => portal.get(`/acme/report/${receipt}?answered&language=${language}`),
      (language) => portal.post(`/acme/report?language=${language}`, { assets: '' }),
      (language) => portal.post(`/acme/report?language=${language}`, { assets: everything }, OWN, [picture, video]),
      (language) => portal.post(`/acme/report?language=${language}`, { assets: everything }, OWN, [picture]),
      (language) => portal.post(`/acme/report?language=${language}`, { assets: '@evil', step: 'review' }),
      (language) => portal.post(`/acme/report?language=${language}`, { assets: '10.0.0.1\nhttps://github.io/' }),
      (language) => portal.post(`/acme/report?language=${language}`, { assets: 'a.example' }, { origin: 'null' }),
      (language) => portal.post(`/acme/report?language=${language}`, { assets: 'a'.repeat(700_000) }),
      (language) => portal.post(`/acme/dispute?language=${language}`, { content: 'a.example' }),
      (language) => portal.post(`/acme/dispute?language=${language}`, { content: '', email: 'nobody' }),
      (language) => portal.post(`/acme/report/${receipt}?language=${language}`, { text: '' }),
    ];
    // Names and text written by people are the same in every language.
    const written =
      /<aside[\s\S]*?<\/aside>|<nav class="languages"[\s\S]*?<\/nav>|<bdi[\s\S]*?<\/bdi>|<textarea[\s\S]*?<\/textarea>/g;
    const textsOf = (page: string) =>
      page
        .replace(written, '')
        .split(/<[^>]*>/)
        .map((text) => text.trim())
        .filter((text) => /\p{L}{4}/u.test(text));
    for (const open of pages) {
      const english = new Set(textsOf((await open('en')).text));
      expect(english.size).toBeGreaterThan(1);
      for (const language of LANGUAGES.slice(1)) {
        const { text } = await open(language);
        expect(spoken(text)).toMatch(new RegExp(`^${language} `));
        const same = textsOf(text).filter((one) => english.has(one));
        expect(same, language).toEqual([]);
        expect(text).not.toMatch(/\{\w+\}/);
      }
    }
  });

  it('says of what was blocked which kind of scam it is, and what no kind is known for as it was written', async () => {
    const { text } = await portal.get('/acme/reports?language=ar');
    expect(text).toContain('موقع · دعم مزيف');
    expect(text).not.toContain('Fake support');
    expect((await portal.get('/acme/reports?language=en')).text).toContain('Site · <bdi>Fake support</bdi>');
  });

  it('gives the link to come back with the language in which it was opened', async () => {
    const { receipt } = await issueReceipt(portal.opened.database, {
      subject: { reportId: 1 },
      content: ['sent.example'],
    });
    const { text } = await portal.get(`/acme/report/${receipt}?language=ar`);
    expect(text).toContain(`<bdi dir="ltr">${ORIGIN}/acme/report/${receipt}?language=ar</bdi>`);
  });
});

it('a word of another direction is kept apart by markup, because pages show isolates as code points', () => {
  const arabic = readServiceLanguages().find(({ name }) => name === 'ar')!;
  const words = new Words(arabic, 'ar', false);
  expect(String(words.t('desk.organization.webhook.addressHint'))).toContain('<bdi dir="ltr">https://</bdi>');
  expect(String(words.t('desk.signIn.noRole'))).toContain('<bdi>read</bdi>');
});
