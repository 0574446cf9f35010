import { expect } from '@playwright/test';
import { LISTED, document as written } from '../e2e/harness/page/marks.ts';
import type * as Parts from './parts.ts';
import { test } from './stage.ts';

/** Whether a look at the page as it is sees anything like an address. */
function sees({ shadowRootOf, ShadowRoots, look }: typeof Parts): boolean {
  const roots = new ShadowRoots((element) => shadowRootOf(element, {} as never), performance);
  for (const _ of roots.follow());
  return [document, ...roots.known].some((tree) => {
    const looking = look(tree);
    for (;;) {
      const { done, value } = looking.next();
      if (done) return value;
    }
  });
}

const START = LISTED.slice(0, 9);
const REST = LISTED.slice(9);
const inRoot = (inner: string, name = 'div') =>
  `<${name}><template shadowrootmode="open">${inner}</template></${name}>`;

const SEEN: Readonly<Record<string, string>> = {
  'a text': `<p>Send to ${LISTED}.</p>`,
  'a text between others without a space': `<p>to</p><p>${LISTED}</p><p>now</p>`,
  'styled parts': `<b>${START}</b><span>${REST.slice(0, 20)}</span><i>${REST.slice(20)}</i>`,
  'the middle of a long text': `<p>${'word '.repeat(40_000)}${LISTED}${' word'.repeat(40_000)}</p>`,
  'the edge of what is tested at once': `<p>${'.'.repeat(65_536 - 20)}${LISTED}</p>`,
  'a link': `<a href="https://x.example/address/${LISTED}">pay</a>`,
  'a payment request': `<a href="ethereum:${LISTED}@1?value=1">pay</a>`,
  'an escaped link': `<a href="https://x.example/?to%3D%30${LISTED.slice(1)}">pay</a>`,
  'an area of a picture': `<map><area href="https://x.example/${LISTED}"></map>`,
  'a title': `<i title="${LISTED}">pay</i>`,
  'a label': `<button aria-label="copy ${LISTED}"></button>`,
  'what a button copies': `<button data-clipboard-text="${LISTED}">copy</button>`,
  'what a button of any library copies': `<button data-full="${LISTED}">copy</button>`,
  'what a script copies on a press': `<span onclick="copy('${LISTED}')">copy</span>`,
  'what a copy element holds': `<clipboard-copy value="${LISTED}"></clipboard-copy>`,
  'what a QR code is drawn from': `<img src="data:," alt><img src="/qr?data=${LISTED}">`,
  'what a copy icon holds': `<i class="icon Copy" data-x="${LISTED}"></i>`,
  'what a row says of itself': `<button data-wallet="${LISTED}">0xBaD0…0001</button>`,
  'the tooltip of a library': `<span data-bs-original-title="${LISTED}">0xBaD0…0001</span>`,
  'a text in a drawing': `<svg><text y="20">${LISTED}</text></svg>`,
  'a picture’s text': `<img alt="${LISTED}">`,
  'a field that is locked': `<input readonly value="${LISTED}">`,
  'a field that is filled': `<input value="${LISTED}">`,
  'a text area': `<textarea>${LISTED}</textarea>`,
  'a shadow root': inRoot(`<p>${LISTED}</p>`),
  'a root in a root': inRoot(`<section>${inRoot(`<a href="#${LISTED}">x</a>`, 'x-y')}</section>`, 'x-z'),
  'a form whose fields are named after what is asked of it': `<form title="${LISTED}">${['textContent', 'getAttribute', 'localName', 'shadowRoot', 'firstChild'].map((name) => `<input name="${name}">`).join('')}</form>`,
  'a root beside such a form': `<form><input name="localName"><input name="shadowRoot"></form>${inRoot(`<p>${LISTED}</p>`)}`,
  'a page that names elements after what is asked of it': `<img name="querySelectorAll"><img name="querySelector"><img name="documentElement"><img name="body"><p>${LISTED}</p>`,
};
const UNSEEN: Readonly<Record<string, string>> = {
  words: `<p>${'nothing to see here, 0x and 42 '.repeat(2_000)}</p>`,
  'a hash that is shorter': `<p>${LISTED.slice(0, 41)}</p>`,
  'a password that is shown': `<input autocomplete="current-password" value="${LISTED}">`,
  'a password': `<input type="password" value="${LISTED}">`,
  'what a page says of itself': `<i class="c-${LISTED}" data-id="${LISTED}">x</i>`,
};

test('the lookout finds an address wherever a page shows or stores one, and only there', async ({ open }) => {
  const { page, run } = await open(written(''));
  const seen = async (body: string) => {
    await page.evaluate((html) => Document.prototype.querySelector.call(document, 'body')!.setHTMLUnsafe(html), body);
    return run(sees);
  };
  for (const [name, body] of Object.entries(SEEN)) expect.soft(await seen(body), name).toBe(true);
  for (const [name, body] of Object.entries(UNSEEN)) expect.soft(await seen(body), name).toBe(false);
});

test('the lookout reports every change of a page, and none of a page at rest', async ({ open }) => {
  const { page, run } = await open(written('<p id=a>text</p><x-y></x-y><input id=f>'));
  await run(({ DocumentChange }) => void Object.assign(globalThis, { change: new DocumentChange() }));
  const happened = () => run(() => (globalThis as unknown as { change: Parts.DocumentChange }).change.happened);
  const note = () =>
    run(() => (globalThis as unknown as { change: Parts.DocumentChange }).change.note(new Set<ShadowRoot>()));
  expect(await happened()).toBe(true);
  await note();
  expect(await happened()).toBe(false);
  // A root without content, which many applications have, is at rest, too.
  await run(({ shadowRootOf }) => {
    const host = document.body.appendChild(document.createElement('x-z'));
    host.attachShadow({ mode: 'open' });
    const { change } = globalThis as unknown as { change: Parts.DocumentChange };
    change.note(new Set([shadowRootOf(host, {} as never)!]));
  });
  expect(await happened()).toBe(false);
  await page.evaluate(() => document.querySelector('x-z')!.shadowRoot!.append('inside'));
  expect(await happened()).toBe(true);
  await note();
  const changes: Record<string, () => unknown> = {
    text: () => (document.querySelector('p')!.firstChild as Text).appendData('!'),
    node: () => document.querySelector('p')!.append('more'),
    attribute: () => document.querySelector('p')!.setAttribute('title', 'more'),
    removal: () => document.querySelector('p')!.replaceChildren(),
    root: () => document.querySelector('x-y')!.attachShadow({ mode: 'closed' }).append('inside'),
  };
  for (const [name, change] of Object.entries(changes)) {
    await page.evaluate(change);
    expect(await happened(), name).toBe(true);
    await note();
    expect(await happened(), name).toBe(false);
  }
});
