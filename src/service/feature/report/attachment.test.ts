import { eq, sql, sum } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachmentUpload } from '../../../api/report/attachment.ts';
import { reportCreate } from '../../../api/report/report.ts';
import { organizationReports } from '../../../api/report/report-list.ts';
import { attachments } from '../../database/schema/index.ts';
import { NO_KEY } from '../../http/access/api-key.ts';
import { rawUrl, ServiceFixture } from '../../http/service.fixture.ts';
import { eraseDue } from '../receipt/retention.ts';
import { storeAttachments } from './attachment.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'));
const PNG = bytes('\x89PNG\r\n\x1a\n rest of it');
const file = (name: string, body: BlobPart = PNG, type = 'image/png') => new File([body], name, { type });
const upload = (files: File[], sent: { key?: string; headers?: Record<string, string> } = {}) =>
  fixture.call(attachmentUpload, { body: { file: files } }, sent);
const uploaded = async (key?: string) => (await upload([file('a.png')], key ? { key } : {})).body.attachments[0]!.url;
async function fetched(url: string, key: string | null) {
  return fixture.app.request(url, { headers: key === null ? {} : { 'X-API-KEY': key } });
}

describe('an upload', () => {
  it('is stored, and comes back as it was, as a download of its real type', async () => {
    const key = await fixture.key(['report']);
    const received = await upload([file('C:\\x\\shöt "1".png'), file('list.csv', 'a,b\n1,2\n', 'text/html')], { key });
    expect(received).toMatchObject({
      status: 200,
      body: {
        attachments: [
          { fileName: 'shöt "1".png', sizeBytes: PNG.byteLength, visibility: 'PRIVATE' },
          { fileName: 'list.csv', sizeBytes: 8 },
        ],
      },
    });
    const [image, text] = received.body.attachments;
    const response = await fetched(image!.url, key);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(PNG))).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "attachment; filename*=UTF-8''sh%C3%B6t%20%221%22.png",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    expect((await fetched(text!.url, key)).headers.get('content-type')).toBe('text/csv');
  });

  it.each([
    ['png', PNG, 'image/png'],
    ['jpg', bytes('\xff\xd8\xff\xe0'), 'image/jpeg'],
    ['jpeg', bytes('\xff\xd8\xff\xdb'), 'image/jpeg'],
    ['gif', bytes('GIF89a..'), 'image/gif'],
    ['webp', bytes('RIFF\x10\0\0\0WEBPVP8 '), 'image/webp'],
    ['avif', bytes('\0\0\0\x1cftypavif'), 'image/avif'],
    ['pdf', bytes('%PDF-1.7'), 'application/pdf'],
    ['txt', 'words', 'text/plain'],
    ['csv', 'a;b', 'text/csv'],
    ['eml', 'From: a@example.org\r\n\r\nHello', 'message/rfc822'],
    // The bytes determine the type, not the name.
    ['txt', PNG, 'image/png'],
  ])('of a .%s file is known by its bytes', async (ending, body, type) => {
    const { body: answer } = await upload([file(`x.${ending}`, body, 'text/html')]);
    const id = answer.attachments[0]!.url.split('/').at(-1)!;
    const [row] = await fixture.opened.database.select().from(attachments).where(eq(attachments.id, id));
    expect(row!.mediaType).toBe(type);
  });

  it.each([
    ['page.html', '<script>alert(1)</script>'],
    ['image.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['program.exe', bytes('MZ\x90\0')],
    ['not-really.png', 'text'],
    ['binary.txt', bytes('a\0b')],
    ['latin.csv', bytes('\xfc')],
    ['empty.txt', ''],
    ['__proto__', 'x'],
  ])('of %s is refused, with everything beside it', async (name, body) => {
    const before = await fixture.opened.database.$count(attachments);
    const received = await upload([file('good.png'), file(name, body)]);
    expect(received.status).toBe(422);
    expect(ServiceFixture.error(received).issues![0]!.message).toContain(name);
    expect(await fixture.opened.database.$count(attachments)).toBe(before);
  });

  it('has 1 to 10 files and at most 4 MiB', async () => {
    expect((await upload(Array.from({ length: 10 }, (_, n) => file(`${n}.png`)))).status).toBe(200);
    expect((await upload(Array.from({ length: 11 }, (_, n) => file(`${n}.png`)))).status).toBe(400);
    expect((await upload([])).status).toBe(400);
    const large = (size: number) => upload([file('large.txt', 'x'.repeat(size))]);
    expect((await large(4 * 1024 * 1024 - 1000)).body.attachments[0]!.sizeBytes).toBe(4 * 1024 * 1024 - 1000);
    const received = await large(4 * 1024 * 1024);
    expect(received.status).toBe(413);
    expect(ServiceFixture.error(received)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  }, 30_000);

  it('are refused unread where there are thousands, which would keep everybody waiting', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="slug"\r\n\r\n\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const body = `${part.repeat(10_000)}--x--\r\n`;
    const received = await fixture.send(attachmentUpload, rawUrl('/attachment/upload'), { body }, { headers });
    expect(received.status).toBe(413);
  });

  it('with the same idempotency key is stored once, and with other bytes in the file a conflict', async () => {
    const once = { headers: { 'Idempotency-Key': 'pressed-twice' } };
    const before = await fixture.opened.database.$count(attachments);
    const [first, second] = await Promise.all([upload([file('a.txt', 'a')], once), upload([file('a.txt', 'a')], once)]);
    expect([second.body, await fixture.opened.database.$count(attachments)]).toEqual([first.body, before + 1]);
    expect((await upload([file('a.txt', 'b')], once)).status).toBe(409);
  });

  it.each([
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', 'no part'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--x--\r\n'],
    ['application/json', '{"file":[]}'],
    ['application/x-www-form-urlencoded', 'file=x'],
  ])('must be a form of files, not %s: %s', async (type, body) => {
    const headers = { 'content-type': type };
    const received = await fixture.send(attachmentUpload, rawUrl('/attachment/upload'), { body }, { headers });
    expect(received.status).toBe(400);
  });
});

describe('an uploaded file', () => {
  it('is for the key that uploaded it and for those who may read its organization', async () => {
    const uploader = await fixture.key(['report']);
    const url = await uploaded(uploader);
    expect((await fetched(url, uploader)).status).toBe(200);
    expect((await fetched(url, await fixture.key(['read']))).status).toBe(200);
    expect((await fetched(url, await fixture.key(['report', 'protect', 'manage']))).status).toBe(404);
    expect((await fetched(url, await fixture.key(['read', 'manage'], [fixture.foreign]))).status).toBe(404);
    expect((await fetched(url, null)).status).toBe(401);
    expect((await fetched(`${url.slice(0, -1)}_`, uploader)).status).toBe(404);
  });

  it('belongs to the report that names it', async () => {
    const url = await uploaded(await fixture.key(['report'], [fixture.foreign]));
    const acme = await fixture.key(['read']);
    expect((await fetched(url, acme)).status).toBe(404);
    const both = await fixture.key(['report'], [fixture.acme, fixture.foreign]);
    const own = await uploaded(both);
    const assets = [{ content: 'attached.example' }];
    const attachmentUrls = [own, 'https://elsewhere.example/1.png'];
    const stolen = { assets, organizationSlug: 'acme', attachmentUrls: [url] };
    const refused = await fixture.call(reportCreate, { body: stolen }, { key: both });
    expect(refused.status).toBe(400);
    const report = await fixture.call(
      reportCreate,
      { body: { assets, organizationSlug: 'acme', attachmentUrls } },
      { key: both },
    );
    expect(report.status).toBe(200);
    expect((await fetched(own, acme)).status).toBe(200);
    expect((await fetched(own, await fixture.key(['read'], [fixture.foreign]))).status).toBe(404);
    const { body } = await fixture.call(organizationReports, { query: { limit: 1 } });
    expect(body.reports[0]).toMatchObject({
      id: report.body.id,
      attachments: [{ id: `${report.body.id}-1`, url: own }, { url: 'https://elsewhere.example/1.png' }],
    });
  });

  it('is deleted after a week unless a report names it, also when nobody uploads any more', async () => {
    const { database } = fixture.opened;
    const [loose, tied] = [await uploaded(), await uploaded()];
    await fixture.call(reportCreate, { body: { assets: [{ content: 'keeps.example' }], attachmentUrls: [tied] } });
    await database.execute(sql`update attachments set created_at = now() - interval '8 days'`);
    await eraseDue(database, 180, fixture.service.log);
    const key = await fixture.key(['read']);
    expect((await fetched(loose, key)).status).toBe(404);
    expect((await fetched(tied, key)).status).toBe(200);
  });

  it('of one person stays however much others upload with the same key, and more can be uploaded', async () => {
    const key = await fixture.key(['report']);
    const [own, others] = [await uploaded(key), await uploaded(key)];
    const change = (url: string, values: Partial<typeof attachments.$inferInsert>) =>
      fixture.opened.database
        .update(attachments)
        .set(values)
        .where(eq(attachments.id, url.split('/').at(-1)!));
    await change(own, { createdAt: new Date(Date.now() - 3_600_000) });
    await change(others, { sizeBytes: 300_000_000 });
    expect((await upload([file('a.png')], { key })).status).toBe(200);
    expect((await fetched(own, key)).status).toBe(200);
  });

  it('is refused when all files together fill the space for them, also by uploads at once, and reports go without', async () => {
    const uploads = fixture.service.uploads as { spaceBytes: number };
    const { spaceBytes } = uploads;
    const [row] = await fixture.opened.database.select({ bytes: sum(attachments.sizeBytes) }).from(attachments);
    uploads.spaceBytes = Number(row!.bytes) + PNG.byteLength;
    const received = await Promise.all([1, 2, 3].map(() => upload([file('a.png')]))).finally(() => {
      uploads.spaceBytes = spaceBytes;
    });
    const refused = received.filter(({ status }) => status === 413);
    expect(refused).toHaveLength(2);
    expect(ServiceFixture.error(refused[0]!).issues![0]!.message).toContain('no room for files');
  });

  it('waits for its turn: ten that arrive at once never take more than three connections', async () => {
    const { database } = fixture.opened;
    const open = { now: 0, most: 0 };
    const counted = (async (work: Parameters<typeof database.transaction>[0]) => {
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      return database.transaction(work).finally(() => {
        open.now -= 1;
      });
    }) as typeof database.transaction;
    const uploader = { keyId: NO_KEY, organizationId: fixture.acme };
    const one = () => storeAttachments(fixture.service, uploader, [file('a.png')], counted);
    expect((await Promise.all(Array.from({ length: 10 }, one))).flat()).toHaveLength(10);
    expect(open.most).toBe(3);
  });
});
