import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../../api/report/attachment.ts';
import type { ReportBody } from '../../../api/report/report.ts';
import { DEMO_HOSTS } from '../../command/demo/content.ts';
import { attachments } from '../../database/schema/index.ts';
import { ORIGIN, PortalFixture, RECEIPT } from '../portal.fixture.ts';

let portal: PortalFixture;
beforeAll(async () => {
  portal = await PortalFixture.open();
}, 60_000);
beforeEach(() => portal.reset());
afterAll(() => portal.opened.close());

type Fields = Record<string, string | readonly string[]>;
const OWN = { origin: ORIGIN };
const send = (fields: Fields, files: readonly File[] = []) => portal.post('/acme/report', fields, OWN, files);
const sentOn = (fields: Fields) => send({ ...fields, step: 'review' });
const contents = () => portal.filed.map(({ body }) => (body as ReportBody).assets.map(({ content }) => content));

const picture = (name = 'seen.png') => new File(['\x89PNG\r\n\x1a\n…'].map(latin), name);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
/** The files that a page carries, as its form sends them. */
const attached = (page: string) =>
  [...page.matchAll(/name="file" value="([^"]+)"/g)].map(([, value]) => value!.replaceAll('&quot;', '"'));

describe('the look at a report before it is sent', () => {
  it('asks of a site with a page which one to block, with the site chosen, and hands in what was chosen', async () => {
    const assets = 'https://a.example/login?token=secret\nhttps://bit.ly/abc';
    const { status, text } = await send({ assets, description: 'It asked for my password' });
    expect(status).toBe(200);
    expect(portal.filed).toEqual([]);
    expect(text).toContain('name="reach-0" value="a.example" checked');
    expect(text).toContain('name="reach-0" value="PAGE:a.example/login">');
    expect(text).toContain('Choose this if a good site has one bad page.');
    expect(text).toContain('Only this page would be blocked.');
    expect(text).toContain('It asked for my password');
    await sentOn({ assets, 'reach-0': 'PAGE:a.example/login' });
    await sentOn({ assets, 'reach-0': 'a.example' });
    expect(contents()).toEqual([
      ['PAGE:a.example/login', 'bit.ly/abc'],
      ['a.example', 'bit.ly/abc'],
    ]);
  });

  it('says what was left out of a link, and whose link led to the site', async () => {
    const { text } = await send({
      assets:
        'https://bit.ly/abc?e=ann@corp.example\nhttps://urldefense.com/v3/__https://b.example/__;!!x$\nhttps://zfrmz.com/Abc',
    });
    expect(text).toContain('Removed from the link, because it identifies you or signs you in: ann@corp.example');
    expect(text).toContain('Your link leads there by way of urldefense.com.');
  });

  it('takes no recovery phrase and no private key', async () => {
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    for (const fields of [
      { assets: phrase, description: '' },
      { assets: 'a.example', description: phrase },
    ]) {
      const { status, text } = await sentOn(fields);
      expect([status, text]).toEqual([422, expect.stringContaining('looks like a recovery phrase or a private key')]);
    }
    expect(portal.filed).toEqual([]);
  });

  it('asks nothing where only one of them can be blocked, or nothing is left open', async () => {
    expect((await send({ assets: 'https://google.com/login/evil\nhttps://bit.ly/evil-page' })).status).toBe(303);
    expect((await send({ assets: 'a.example\n0x1234567890123456789012345678901234567890' })).status).toBe(303);
    expect(contents()).toEqual([
      ['google.com/login/evil', 'bit.ly/evil-page'],
      ['a.example', '0x1234567890123456789012345678901234567890'],
    ]);
  });

  it('asks once for the platform of all account names, and takes them along as text where it is unknown', async () => {
    const assets = 'a.example\n@evil_bot\n@evil_too';
    const { text } = await send({ assets });
    expect(text.match(/<select/g)).toHaveLength(1);
    expect(text).toContain('On which platform?');
    await sentOn({ assets, platform: 'TELEGRAM' });
    await sentOn({ assets, platform: '' });
    expect(portal.filed[0]!.body).toMatchObject({
      assets: [{ content: 'a.example' }, { content: 'TELEGRAM:evil_bot' }, { content: 'TELEGRAM:evil_too' }],
    });
    expect(portal.filed[1]!.body).toMatchObject({
      assets: [{ content: 'a.example' }],
      description: '@evil_bot\n@evil_too',
    });
  });

  it('says what is missing of a report of account names alone, until their platform is known', async () => {
    const first = await send({ assets: '@evil_bot' });
    expect(first.text).toContain('Choose the platform of @evil_bot to send it.');
    expect(first.text).not.toContain('role="alert"');
    const again = await sentOn({ assets: '@evil_bot', platform: '' });
    expect(again.status).toBe(422);
    expect(again.text).toContain('Not sent yet: add a site or address first');
    expect((await sentOn({ assets: '@evil_bot', platform: 'TELEGRAM' })).status).toBe(303);
    expect(contents()).toEqual([['TELEGRAM:evil_bot']]);
  });

  it('says what goes along as text: a bank account, a mistyped address, words around a site', async () => {
    const mistyped = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5';
    const assets = `https://a.example/ took my coins\nDE89 3704 0044 0532 0130 00\n${mistyped}`;
    const { text } = await send({ assets });
    expect(text).toContain('Bank accounts can’t be blocked, but reviewers will see it.');
    expect(text).toContain('This looks like an address (Bitcoin) with a typo');
    expect(text.match(/Reviewers will see this as a note/g)).toHaveLength(2);
    await sentOn({ assets, description: 'On Monday' });
    expect(portal.filed[0]!.body).toMatchObject({
      assets: [{ content: 'a.example' }],
      description: `On Monday\nhttps://a.example/ took my coins\nDE89 3704 0044 0532 0130 00\n${mistyped}`,
    });
  });

  it('says what is blocked already, which can be sent all the same', async () => {
    const assets = `${DEMO_HOSTS.drainer}\nb.example`;
    expect((await send({ assets })).text).toMatch(/Already blocked[\s\S]*The whole site would be blocked/);
    expect((await sentOn({ assets })).status).toBe(303);
  });

  it('counts a report once, however often it is looked at', async () => {
    for (let index = 0; index < 10; index += 1) await send({ assets: 'https://a.example/b' });
    expect((await sentOn({ assets: 'https://a.example/b' })).status).toBe(303);
  });

  it('says at once what nobody can block, and what names nothing', async () => {
    const refused = await send({ assets: 'https://a.example/b\nhttp://10.0.0.1/' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('10.0.0.1: This address is in a private network');
    const nothing = await send({ assets: 'a man on the telephone' });
    expect(nothing.text).toMatch(/id="assets-problem"[\s\S]*A report needs at least one site/);
    const many = Array.from({ length: 101 }, (_, index) => `s-${index}.example`).join(' ');
    expect((await send({ assets: many })).text).toContain('A report can have up to 100.');
    expect(portal.filed).toEqual([]);
  });

  it('leads back to the form with all that was written, chosen and attached', async () => {
    const first = await send({ assets: 'https://a.example/b', contact: 'me', kind: 'malware' }, [picture()]);
    const [file] = attached(first.text);
    const back = await sentOn({
      assets: 'https://a.example/b',
      contact: 'me',
      kind: 'malware',
      file: file!,
      'reach-0': 'PAGE:a.example/b',
      change: '',
    });
    expect(back.text).toContain('id="assets"');
    for (const kept of ['https://a.example/b', 'value="me"', 'value="malware" checked', 'seen.png'])
      expect(back.text).toContain(kept);
    const again = await send({ assets: 'https://a.example/b', page: 'PAGE:a.example/b', file: file! });
    expect(again.text).toContain('name="reach-0" value="PAGE:a.example/b" checked');
  });
});

describe('the report form', () => {
  it('offers the kinds of scam that the organization wants first, then all others', async () => {
    const { slug } = await portal.organization({ portalScamKinds: ['fake-support', 'impersonation'] });
    const kindsOf = async (path: string) =>
      [...(await portal.get(path)).text.matchAll(/name="kind" value="([^"]*)"/g)].map(([, kind]) => kind);
    const [usual, own] = [await kindsOf('/acme/report'), await kindsOf(`/${slug}/report`)];
    expect(own.slice(0, 3)).toEqual(['', 'fake-support', 'impersonation']);
    expect(usual.slice(0, 3)).not.toEqual(own.slice(0, 3));
    expect([...own].sort()).toEqual([...usual].sort());
  });

  it('says beside its files that a picture goes along as it is, because it cannot black out anything', async () => {
    expect((await portal.get('/acme/report')).text).toMatch(
      /id="files-hint">[^<]*Pictures are sent as they are\. Crop them and black out anything private/,
    );
  });
});

describe('the files of a report', () => {
  it('go along with it at once, and through the look at it', async () => {
    expect((await send({ assets: 'a.example' }, [picture('one "1".png')])).status).toBe(303);
    expect(portal.attached).toHaveLength(1);
    const looked = await send({ assets: 'https://a.example/b' }, [picture(), new File(['Hello'], 'mail.eml')]);
    expect(looked.text).toContain('<bdi>mail.eml</bdi> <span class="small quiet">1 kB</span>');
    const response = await sentOn({ assets: 'https://a.example/b', file: attached(looked.text) });
    expect(response.headers.get('location')).toBe(`/acme/report/${RECEIPT}`);
    const { database } = portal.opened;
    const rows = await Promise.all(
      portal.attached.map((id) => database.select().from(attachments).where(eq(attachments.id, id))),
    );
    expect(rows.flat()).toMatchObject([
      { fileName: 'seen.png', mediaType: 'image/png', apiKeyId: null, organizationId: portal.acme },
      { fileName: 'mail.eml', mediaType: 'message/rfc822' },
    ]);
  });

  it('that are not taken are each named, while all that was written and the others stay', async () => {
    const large = new File([new Uint8Array(MAX_FILE_BYTES + 1)], 'long.png');
    const wrong = [large, new File(['video'], 'v.mp4'), new File([''], 'nothing.txt')];
    const { status, text } = await send({ assets: 'a.example', description: 'kept words' }, [...wrong, picture()]);
    expect(status).toBe(422);
    expect(text).toContain('long.png is larger than 4 MB');
    expect(text).toContain('v.mp4 is a video. Attach screenshots');
    expect(text).toContain('nothing.txt is empty.');
    expect(text).toContain('kept words');
    expect(attached(text)).toEqual([expect.stringMatching(/^[\w-]{22} seen\.png$/)]);
    expect(portal.filed).toEqual([]);
    expect((await send({ assets: 'a.example', file: attached(text) })).status).toBe(303);
    expect(portal.attached).toHaveLength(1);
  });

  it('are ten at most, those before counted', async () => {
    const all = Array.from({ length: 9 }, (_, index) => picture(`${index}.png`));
    const office = { ...OWN, 'x-test-address': '198.51.100.7' };
    const { text } = await portal.post('/acme/report', { assets: '' }, office, all);
    const more = await portal.post('/acme/report', { assets: 'a.example', file: attached(text) }, office, [
      picture('tenth.png'),
      picture('over.png'),
    ]);
    expect(attached(more.text)).toHaveLength(10);
    expect(more.text).toContain('over.png: A report can have up to 10 files.');
  });

  it('are those of the same portal only, and one that is gone is named', async () => {
    const { text } = await send({ assets: '' }, [picture()]);
    const { slug } = await portal.organization({ portalVisibility: 'PUBLIC' });
    const elsewhere = await portal.post(`/${slug}/report`, { assets: 'a.example', file: attached(text) });
    expect(elsewhere.status).toBe(422);
    expect(elsewhere.text).toContain('The file seen.png is missing.');
    expect(portal.filed).toEqual([]);
  });

  const stored = () => portal.opened.database.$count(attachments);

  it('count each by itself: one form with many files uses up no more than the quota of its network', async () => {
    const before = await stored();
    const seven = Array.from({ length: 7 }, (_, index) => picture(`${index}.png`));
    const { text } = await send({ assets: 'a.example', description: 'kept words' }, seven);
    expect(await stored()).toBe(before + 5);
    expect(text).toMatch(/5\.png: Too much was sent from your network[\s\S]*6\.png: Too much/);
    expect(text).toContain('kept words');
  });

  it('are stored once by two presses, so that the report is one too, and others in their place are not taken for them', async () => {
    const before = await stored();
    const press = async (file: File) => {
      await send({ assets: 'a.example', once: 'one form' }, [file]);
      return portal.attached;
    };
    const [first, second] = await Promise.all([press(picture()), press(picture())]);
    expect([second, await stored()]).toEqual([first, before + 1]);
    expect(await press(new File([latin('\x89PNG\r\n\x1a\n other')], 'seen.png'))).not.toEqual(first);
  });

  it('are left out when there is no room for them, and the report goes without', async () => {
    portal.uploads.spaceBytes = 1;
    const { text } = await send({ assets: 'a.example' }, [picture()]);
    expect(text).toContain('seen.png: There’s no room for files right now');
    expect((await send({ assets: 'a.example' })).status).toBe(303);
  });

  it('are not stored from another site, nor for a dispute, nor beyond the quota', async () => {
    const before = await stored();
    const foreign = await portal.post('/acme/report', { assets: 'a.example' }, { origin: 'null' }, [picture()]);
    expect(foreign.status).toBe(403);
    await portal.post('/acme/dispute', { content: 'a.example' }, OWN, [picture()]);
    expect(await stored()).toBe(before);
    for (let index = 0; index < 5; index += 1) await send({ assets: '', switch: '' }, [picture()]);
    const late = await send({ assets: 'a.example', description: 'kept words' }, [picture('late.png')]);
    expect(await stored()).toBe(before + 5);
    expect(late.text).toMatch(/late\.png: Too much was sent from your network/);
    expect(late.text).toContain('kept words');
  });
});
