import { HOST, LISTED, Marks, marked, openCard } from '../harness/page/marks.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('deleted marks come back, unless the page never stops deleting them', async ({ wary, site }) => {
  const script = `<script>let times = 0; let removed = 0;
    new MutationObserver((records) => { for (const { addedNodes } of records) for (const node of addedNodes)
      if (node.parentNode === document.documentElement && removed < times) { removed += 1; node.remove(); }
    }).observe(document.documentElement, { childList: true });</script>`;
  const { tab, marks } = await marked(wary, site, `<p>${LISTED}</p>${script}`);
  await tab.evaluate('times = 3; document.documentElement.lastElementChild.remove()');
  await expect.poll(() => tab.evaluate('removed')).toBe(3);
  await expect.poll(() => marks.shown()).toBe(1);
  await tab.evaluate('removed = 0; times = Infinity; document.documentElement.lastElementChild.remove()');
  await tab.waitForTimeout(2000);
  expect(await tab.evaluate('removed')).toBeLessThan(20);
});

test('neither style rules nor scripts of a page reach the marks', async ({ wary, site }) => {
  const hostile = `<style>* { display: none !important; opacity: 0 !important; visibility: hidden !important;
      transform: translate(-9999px) !important; pointer-events: none !important; font-size: 0 !important; }
    html, body, p { display: block !important; opacity: 1 !important; visibility: visible !important;
      transform: none !important; font-size: 16px !important; }
    html > div { clip-path: inset(50%) !important; filter: opacity(0) !important; position: static !important; }
    ::highlight(blocked-address) { text-decoration: none !important; background: none !important; }</style>`;
  const { tab, marks } = await marked(wary, site, `<p>Send to ${LISTED}</p>`, 1, hostile);
  const { box } = (await marks.see()).badges[0]!;
  expect(box.height).toBe(20);
  const host = await tab.evaluate(
    ([x, y]) => {
      const found = globalThis.document.elementFromPoint(x, y)!;
      const { opacity, visibility, transform, clipPath, filter } = getComputedStyle(found);
      return { root: found.shadowRoot, style: { opacity, visibility, transform, clipPath, filter } };
    },
    [box.x + box.width / 2, box.y + box.height / 2] as const,
  );
  expect(host.root).toBeNull();
  expect(host.style).toEqual({
    opacity: '1',
    visibility: 'visible',
    transform: 'none',
    clipPath: 'none',
    filter: 'none',
  });
  await tab.evaluate(() => {
    const host = globalThis.document.documentElement.lastElementChild as HTMLElement;
    host.setAttribute('inert', '');
    host.hidden = true;
    host.hidePopover();
    host.click();
    CSS.highlights.clear();
  });
  await expect
    .poll(() => tab.evaluate(() => globalThis.document.documentElement.lastElementChild?.hasAttribute('inert')))
    .toBe(false);
  await expect.poll(() => marks.underlined()).toEqual([LISTED]);
  await openCard(tab, marks);
});

test('marks are shown on pages with the strictest content security policy and in quirks mode', async ({
  wary,
  site,
}) => {
  site.on(HOST, '/strict', (_request, response) => {
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      })
      .end(`<p>${LISTED}<div style="height:3000px">`);
  });
  const tab = await wary.open(`http://${HOST}/strict`);
  const marks = new Marks(tab);
  await expect.poll(() => marks.shown()).toBe(1);
  const [badge] = (await marks.see()).badges;
  expect(badge!.box.height).toBeGreaterThan(10);
  expect(badge!.box.height).toBeLessThan(21);
});
