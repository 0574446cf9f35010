import type { Page } from '@playwright/test';
import { Browser } from './harness/browser.ts';
import { lookAround, packageIn, type Spoken } from './harness/language.ts';
import { expect, test, untilSynced } from './harness/test.ts';

/** What is wider than its place at the width of a small telephone, which is that of a wide screen at 400 %. */
async function overflows(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 640 });
  return page.evaluate(() =>
    [...document.querySelectorAll('html, h1, h2, h3, p, dt, dd, button, a, label, li')]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent?.slice(0, 60)}`),
  );
}

const SPOKEN = [
  { language: 'ar', lang: 'ar', dir: 'rtl', title: 'Arabic is written from right to left, and nothing of it is cut' },
  { language: 'wide', lang: 'en', dir: 'ltr', title: 'the widest texts fit on a small screen' },
] as const satisfies readonly { language: Spoken; lang: string; dir: string; title: string }[];

for (const { language, lang, dir, title } of SPOKEN)
  test(title, async ({ service, site, relay }) => {
    const { folder, remove } = packageIn(language);
    const wary = new Browser({ sitePort: site.port, servicePort: relay.port, extension: folder });
    await wary.start();
    await wary.configure({ apiKey: service.keys.publishable });
    await untilSynced(wary);
    await lookAround(wary, async (page, name) => {
      const spoken = await page.evaluate(() => ({
        lang: document.documentElement.lang,
        dir: document.documentElement.dir,
      }));
      expect.soft(spoken, name).toEqual({ lang, dir });
      expect.soft(await overflows(page, name.startsWith('popup') ? 360 : 320), name).toEqual([]);
    });
    await wary.remove();
    remove();
  });
