import { expect } from '@playwright/test';
import { document as written } from '../e2e/harness/page/marks.ts';
import type * as Parts from './parts.ts';
import { test } from './stage.ts';

const SHOWN = '0xd8da5ac1f2e98b7d34c60a1b9e8f7d2c4b5af44e';
const OTHER = '0x1111aaaabbbbccccddddeeeeffff000022223333';

const watch = ({ watchCopyButtons }: typeof Parts) => {
  const pressed: string[] = [];
  Object.assign(globalThis, { pressed });
  watchCopyButtons((address) => pressed.push(address), new AbortController().signal);
};
const pressed = () => (globalThis as unknown as { pressed: string[] }).pressed;

const UNSEEN = [
  ...['script', 'style', 'noscript', 'template'].map((tag) => `<${tag}>/* ${OTHER} */</${tag}>`),
  ...['display:none', 'visibility:hidden', 'opacity:0', 'font-size:0'].map(
    (style) => `<p style="${style}">${OTHER}</p>`,
  ),
];
/** What stands in one row with the button; there is no white space, as a minifier leaves it. */
const ROWS: Readonly<Record<string, string>> = {
  'right before its label': `<code>${SHOWN}</code><button>Copy address</button>`,
  'right behind its label': `<button>Copy</button><code>${SHOWN}</code>`,
  'in several styled parts': `<code><b>${SHOWN.slice(0, 6)}</b><i>${SHOWN.slice(6, 38)}</i><b>${SHOWN.slice(38)}</b></code><button>Copy</button>`,
  ...Object.fromEntries(UNSEEN.map((text) => [`behind ${text}`, `${text}<code>${SHOWN}</code><button>Copy</button>`])),
};
/** The rows on one page, which is too long to be a row itself. */
const rowsOf = (rows: typeof ROWS): string =>
  `${Object.values(rows)
    .map((row) => `<section><div>${row}</div></section>`)
    .join('')}<p>${'end '.repeat(150)}</p>`;

test('the address beside a copy button is the one that the page shows', async ({ open }) => {
  const { page, run } = await open(written(rowsOf(ROWS)));
  await run(watch);
  for (const [at, name] of Object.keys(ROWS).entries()) {
    await page.locator('section').nth(at).getByRole('button').click();
    expect(await run(pressed), name).toEqual(Array.from({ length: at + 1 }, () => SHOWN));
  }
});

const HASH = `0x${'5c504ed432cb5113'.repeat(4)}`;
/** Rows whose button copies something else than the address in them. */
const OTHER_ROWS: Readonly<Record<string, string>> = {
  'an address in a script': `<script>const to = '${OTHER}'</script><button>Copy</button>`,
  'a hash beside it': `<div>${HASH} <button>Copy</button></div><code>${SHOWN}</code>`,
  'a shortened hash in its row': `<span>Hash</span><code>0x5c504ed4…</code><button>Copy</button><code>${SHOWN}</code>`,
  'a hash, as its label says': `<button>Copy hash</button><code>${SHOWN}</code>`,
  'an older notation, as its label says': `<code>${SHOWN}</code><button>Copy legacy address</button>`,
  'the address of a name': `<code>alice.eth</code><button>Copy</button>`,
};
test('a copy button is not taken for one of the address in its row where it copies something else', async ({
  open,
}) => {
  const { page, run } = await open(written(rowsOf(OTHER_ROWS)));
  await run(watch);
  for (const [at, name] of Object.keys(OTHER_ROWS).entries()) {
    await page.locator('section').nth(at).getByRole('button').click();
    expect(await run(pressed), name).toEqual([]);
  }
});

/** What a page writes on the clipboard when its button beside {@link SHOWN} is pressed, and what is reported of it. */
const WRITTEN: readonly (readonly [text: string, selected: string])[] = [
  [OTHER, SHOWN],
  [HASH, ''],
  [`xdc${SHOWN.slice(2)}`, ''],
];
test('what a copy button writes is compared with what the page shows', async ({ open }) => {
  const buttonOf = (text: string) =>
    `<button onclick="document.addEventListener('copy',(event)=>{event.preventDefault();event.clipboardData.setData('text/plain','${text}')},{once:true});document.execCommand('copy')">Copy</button>`;
  const { page, run } = await open(
    written(WRITTEN.map(([text]) => `<div><code>${SHOWN}</code>${buttonOf(text)}</div>`).join('')),
  );
  await run(watch);
  await run(({ watchClipboard }) => {
    const copied: string[][] = [];
    Object.assign(globalThis, { copied });
    const { signal } = new AbortController();
    watchClipboard(window, { copied: (...seen) => copied.push(seen.map(String)), pasted: () => undefined }, signal);
  });
  for (let at = 0; at < WRITTEN.length; at += 1) await page.getByRole('button').nth(at).click();
  await expect
    .poll(() => run(() => (globalThis as unknown as { copied: string[][] }).copied))
    .toEqual(WRITTEN.map(([text, selected]) => [selected, text, 'true']));
});
