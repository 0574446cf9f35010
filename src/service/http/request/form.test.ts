import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type FormLimits, readForm } from './form.ts';

const LIMITS: FormLimits = { text: 1_000, file: 2_000, body: 20_000 };

/** Reads a form that arrives in chunks of this many bytes. */
async function read(form: FormData | URLSearchParams | Uint8Array, chunkBytes: number, limits = LIMITS, type?: string) {
  const whole = new Request('http://portal.wary.test/', { method: 'POST', body: form as BodyInit });
  const bytes = new Uint8Array(await whole.arrayBuffer());
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // As from a network: each chunk arrives in a turn of its own.
      await turn();
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + chunkBytes));
      at += chunkBytes;
    },
  });
  const headers = { 'content-type': type ?? whole.headers.get('content-type')! };
  const request = new Request(whole.url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  const files: { name: string; text: string | null; before: string }[] = [];
  const fields = await readForm(request, limits, (file, before) => {
    files.push({ name: file.name, text: file.bytes && Buffer.from(file.bytes).toString(), before: String(before) });
  });
  return { fields: fields && [...fields], files };
}

function form(...files: File[]): FormData {
  const made = new FormData();
  made.append('assets', 'https://a.example/\r\n--not the end\r\n«é»');
  made.append('file', 'first');
  for (const file of files) made.append('files', file);
  made.append('contact', '');
  return made;
}

it('gives texts and files as they were sent, in whatever pieces they arrive', async () => {
  const sent = form(new File(['one\r\n--'], 'shöt "1".txt'), new File(['\r\n\r\n'], 'two.txt'));
  for (const chunkBytes of [1, 7, 64, 100_000]) {
    const { fields, files } = await read(sent, chunkBytes);
    expect(fields).toEqual([
      ['assets', 'https://a.example/\r\n--not the end\r\n«é»'],
      ['file', 'first'],
      ['contact', ''],
    ]);
    expect(files.map(({ name, text }) => [name, text])).toEqual([
      ['shöt "1".txt', 'one\r\n--'],
      ['two.txt', '\r\n\r\n'],
    ]);
    expect(files[0]!.before).toContain('file=first');
  }
});

it('keeps the end of a name that no file system has', async () => {
  const { files } = await read(form(new File(['a'], `${'<'.repeat(5_000)}.txt`)), 500);
  expect(files.map(({ name }) => name)).toEqual([`${'<'.repeat(251)}.txt`]);
});

it('keeps the texts and the other files beside a file that is too large', async () => {
  const { fields, files } = await read(form(new File(['a'.repeat(2_001)], 'video.mp4'), new File(['b'], 'b.txt')), 500);
  expect(files.map(({ name, text }) => [name, text])).toEqual([
    ['video.mp4', null],
    ['b.txt', 'b'],
  ]);
  expect(fields).toHaveLength(3);
});

it('takes no more text than the fields hold, and no larger body than it has to read', async () => {
  const long = new FormData();
  for (const name of ['a', 'b']) long.append(name, 'x'.repeat(600));
  expect((await read(long, 100)).fields).toBeNull();
  expect((await read(new URLSearchParams({ a: 'x'.repeat(1_001) }), 100)).fields).toBeNull();
  expect((await read(form(new File(['a'.repeat(30_000)], 'a.txt')), 1_000)).fields).toBeNull();
});

it('leaves out a part without a name, which once ended the process, and takes no form with a header that is a method', async () => {
  const withPart = (header: string) =>
    read(
      Buffer.from(
        `--x\r\n${header}\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n2\r\n--x\r\n${header}\r\n\r\n3\r\n--x--\r\n`,
      ),
      1_000,
      LIMITS,
      'multipart/form-data; boundary=x',
    );
  for (const header of ['Content-Disposition: form-data', 'Content-Disposition: form-data; foo=bar', 'X-Other: 1'])
    expect((await withPart(header)).fields, header).toEqual([['a', '2']]);
  for (const name of ['__proto__', 'constructor']) expect((await withPart(`${name}: 1`)).fields, name).toBeNull();
});

it('takes no form of countless empty parts, which would fill the memory without a text in it', async () => {
  const body = { ...LIMITS, body: 1_000_000 };
  const parts = (content: string) => Buffer.from(`${`--x\r\n${content}\r\n\r\n\r\n`.repeat(2_000)}--x--\r\n`);
  for (const content of [
    'Content-Disposition: form-data; name=""',
    'Content-Disposition: form-data; name="f"; filename="a"',
  ])
    expect((await read(parts(content), 4_096, body, 'multipart/form-data; boundary=x')).fields).toBeNull();
  expect(
    (await read(Buffer.from('&='.repeat(2_000)), 4_096, body, 'application/x-www-form-urlencoded')).fields,
  ).toBeNull();
});

it('takes no form of countless texts, each of which is asked for again at every file', async () => {
  const wide = { text: 1_000_000, file: 10, body: 1_000_000 };
  const parts = (count: number) =>
    Buffer.from(`${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(count)}--x--\r\n`);
  expect((await read(parts(4_000), 65_536, wide, 'multipart/form-data; boundary=x')).fields).toHaveLength(4_000);
  expect((await read(parts(6_000), 65_536, wide, 'multipart/form-data; boundary=x')).fields).toBeNull();
  expect(
    (await read(Buffer.from('a=&'.repeat(6_000)), 1_024, wide, 'application/x-www-form-urlencoded')).fields,
  ).toBeNull();
});

it('reads a form without files, and what has arrived of one that is cut off', async () => {
  expect((await read(new URLSearchParams({ a: '1 é', b: '' }), 2)).fields).toEqual([
    ['a', '1 é'],
    ['b', ''],
  ]);
  const none = '--x\r\nContent-Disposition: form-data; name="files"; filename=""\r\n\r\n\r\n--x--\r\n';
  const chosen = await read(Buffer.from(none), 9, LIMITS, 'multipart/form-data; boundary=x');
  expect([chosen.fields, chosen.files], 'a field for files in which none was chosen').toEqual([[], []]);
  const cut = Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x\r\nContent-Dis');
  expect((await read(cut, 9, LIMITS, 'multipart/form-data; boundary=x')).fields).toEqual([['a', '1']]);
  expect((await read(Buffer.from('nothing of it'), 9, LIMITS, 'multipart/form-data; boundary=x')).fields).toEqual([]);
  for (const type of [
    'multipart/form-data; boundary=',
    'multipart/form-data',
    'text/plain',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${'x'.repeat(300)}`,
    'multipart/form-data; boundary=boundary=x; boundary=',
    `multipart/form-data; ${'boundary='.repeat(100)}`,
    'multipart/form-data; ",; boundary=x',
  ])
    await expect(read(Buffer.from('nothing of it'), 9, LIMITS, type), type).resolves.toBeDefined();
});

it('gives each of the forms that arrive together a turn of the event loop of its own, in which its page is made', async () => {
  let turns = 0;
  const tick = () => {
    turns += 1;
    ticks = setImmediate(tick);
  };
  let ticks = setImmediate(tick);
  const ends = await Promise.all(Array.from({ length: 20 }, () => read(form(), 100_000).then(() => turns)));
  clearImmediate(ticks);
  expect(new Set(ends).size).toBe(20);
});
