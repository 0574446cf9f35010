import { crc32, deflateSync } from 'node:zlib';
import type { PageShape } from './page-shapes.ts';

const WORDS = 'the quick calm page reads like any other and says nothing of note about money or names '.split(' ');

/** The document of a page of this shape, in HTML; the same for the same shape. */
export function pageText(shape: PageShape): string {
  const { rules, inlineMs, deferredMs, paragraphs, words, pictures = 0, cells = 0, rows = 0, frames = 0 } = shape;
  const parts = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>',
    rules ? '<link rel="stylesheet" href="/page.css">' : '',
    inlineMs ? `<script>{const end=performance.now()+${inlineMs};while(performance.now()<end);}</script>` : '',
    deferredMs ? '<script src="/page.js" defer></script>' : '',
    '</head><body class="c1"><header class="d1"><h1>A page</h1><nav>',
    times(8, (at) => `<a href="/part/${at}">part ${at}</a> `),
    '</nav></header><main class="c2">',
    shape.dialog ? '<dialog id="notice"><p>A notice.</p><button>Good</button></dialog>' : '',
    shape.dialog ? '<script>document.getElementById("notice").showModal()</script>' : '',
    shape.form ? '<form><input name="a" autofocus><input name="b" type="password"><button>Go</button></form>' : '',
    times(paragraphs, (at) => `<p class="d${at % 31}">${text(words, at)} <a href="/${at}">more ${at}</a></p>`),
    shape.measures ? '<script>for(const p of document.querySelectorAll("p"))p.title=p.offsetHeight</script>' : '',
    cells
      ? `<div class="grid">${times(cells, (at) => `<div class="c${at % 97}"><div class="d${at % 31}"><p>${text(6, at)}</p></div></div>`)}</div>`
      : '',
    rows
      ? `<table>${times(rows, (at) => `<tr><td>${at}<td>${text(4, at)}<td>${text(2, at + 1)}<td>${at * 7}</tr>`)}</table>`
      : '',
    times(
      pictures,
      (at) =>
        `<img src="/${(at % 12) + 1}.png" width="120" height="90" alt="" loading="${at > 12 ? 'lazy' : 'eager'}">`,
    ),
    times(frames, (at) => {
      const host = shape.elsewhere ? `//note.frame${at}.test` : '';
      return `<iframe src="${host}/frame" width="300" height="100"></iframe>`;
    }),
    '</main>',
    shape.added
      ? `<script>for(let i=0;i<${shape.added};i++){const e=document.createElement('div');e.textContent='row '+i;document.body.append(e)}</script>`
      : '',
    '</body></html>',
  ];
  return parts.join('');
}

/** A picture of 120 × 90 pixels in one grey, as PNG (PNG specification, second edition, sections 5 and 11). */
export function picture(grey: number): Buffer {
  const [width, height] = [120, 90];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc(height * (width + 1), (grey * 20) & 255);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const times = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join('');

const text = (words: number, at: number): string =>
  Array.from({ length: words }, (_, word) => WORDS[(at * 7 + word * 3) % WORDS.length]).join(' ');
