import { readLanguages } from '../../../src/language/catalogue.ts';
import { Browser } from '../harness/browser.ts';
import { lookAround, overflows, packageIn, reordered, WIDE } from '../harness/language.ts';
import { expect, test, untilSynced } from '../harness/test.ts';

const [ENGLISH, ...OTHERS] = readLanguages();
const SPOKEN = [
  ...OTHERS.map(({ name, ownName, direction }) => ({
    language: name.replace('-', '_'),
    lang: name,
    dir: direction,
    title: `${ownName} reads in its direction, and fits on a small screen`,
  })),
  { language: WIDE, lang: ENGLISH!.name, dir: ENGLISH!.direction, title: 'the widest texts fit on a small screen' },
];

for (const { language, lang, dir, title } of SPOKEN)
  test(title, { tag: '@long' }, async ({ service, site, relay }) => {
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
      expect.soft(await reordered(page), name).toEqual([]);
      expect.soft(await overflows(page, name.startsWith('popup') ? 360 : 320), name).toEqual([]);
    });
    // What the measurement is for, so that it cannot pass by seeing nothing.
    const control = await wary.open('http://quiet.example/');
    await control.waitForLoadState();
    await control.evaluate(() =>
      document.body.insertAdjacentHTML('beforeend', '<p dir="rtl">قبل http://evil.test/ بعد</p>'),
    );
    expect(await reordered(control)).toHaveLength(1);
    await wary.remove();
    remove();
  });
