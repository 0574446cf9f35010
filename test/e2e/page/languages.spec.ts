import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { wordsIn } from '../../../src/development/words.ts';
import { Browser } from '../harness/browser.ts';
import { agreeToOptional, packageCopy } from '../harness/build.ts';
import { LISTED, marked, openCard } from '../harness/page/marks.ts';
import { expect, test, untilSynced } from '../harness/test.ts';

type Said = { readonly menu: Record<string, string>; readonly notices: string[] };

/** Makes the worker record the menu items and notifications that it creates from now on. */
async function overhear(wary: Browser): Promise<() => Promise<Said>> {
  const worker = await wary.worker();
  await worker.evaluate(() => {
    const scope = globalThis as unknown as {
      said: { menu: Record<string, string>; notices: string[] };
      chrome: {
        contextMenus: { create(item: { id: string; title: string }): unknown };
        notifications: { create(kind: string, text: { title: string }): unknown };
      };
    };
    const { contextMenus, notifications } = scope.chrome;
    const [put, show] = [contextMenus.create.bind(contextMenus), notifications.create.bind(notifications)];
    scope.said = { menu: {}, notices: [] };
    contextMenus.create = (item) => {
      scope.said.menu[item.id] = item.title;
      return put(item);
    };
    notifications.create = (kind, text) => {
      scope.said.notices.push(text.title);
      return show(kind, text);
    };
  });
  return () => worker.evaluate(() => (globalThis as unknown as { said: Said }).said);
}

/** Records each language that the root of a page has had since its first script ran. */
const noteLanguages = (page: Page) =>
  page.addInitScript(() => {
    const headings: string[] = [];
    Object.assign(globalThis, { headings });
    new MutationObserver(() => {
      const said = globalThis.document.querySelector('h1')?.textContent;
      if (said && headings.at(-1) !== said) headings.push(said);
    }).observe(globalThis.document, { childList: true, subtree: true, characterData: true });
  });

const directionOf = (page: Page) => page.locator('html').getAttribute('dir');

test('a chosen language applies everywhere at once, keeps what was typed, and survives a restart', {
  tag: '@smoke',
}, async ({ service, site, relay }) => {
  test.setTimeout(180_000);
  const say = wordsIn('ar');
  const extension = packageCopy();
  agreeToOptional(extension);
  const wary = new Browser({ sitePort: site.port, servicePort: relay.port, extension });
  try {
    await wary.start();
    await wary.configure({ apiKey: service.keys.publishable, notify: true });
    await untilSynced(wary);
    const { tab, marks } = await marked(wary, site, `<p>Send to ${LISTED}</p>`);
    expect((await marks.see()).badges.map(({ label }) => label)).toEqual(['Scam address']);
    const popup = await wary.popup(await wary.open('http://told-of.example/'));
    await popup.getByRole('button', { name: 'Report this page' }).click();
    await popup.getByText('Add details').click();
    await popup.getByRole('textbox', { name: 'What happened?' }).fill('Typed before');
    const warning = await wary.open('http://drainer.wary.test/claim');
    await expect(warning.getByRole('heading', { level: 1 })).toHaveText('This site empties wallets');
    const said = await overhear(wary);

    const settings = await wary.open(wary.url('settings.html'));
    await settings.getByLabel('Find').fill('deutsch');
    await settings.getByRole('combobox', { name: 'Language' }).selectOption('العربية');

    await expect(settings.locator('#language').getByText(say('settings.setByYou'))).toBeVisible();
    await expect(settings.getByRole('heading', { level: 1 })).toHaveText(say('settings.title'));
    await expect(settings).toHaveTitle(say('settings.title'));
    await expect(popup.getByRole('heading', { name: say('report.title') })).toBeVisible();
    await expect(popup.locator('textarea').first()).toHaveValue('Typed before');
    await expect(popup.getByText(say('report.kinds.fakeShop'))).toBeVisible();
    await expect(warning.getByRole('heading', { level: 1 })).toHaveText(say('scam.drainer.title'));
    for (const page of [settings, popup, warning]) expect(await directionOf(page)).toBe('rtl');
    await expect
      .poll(async () => (await marks.see()).badges.map(({ label }) => label))
      .toEqual([say('marks.blocked.title')]);
    await tab.bringToFront();
    await openCard(tab, marks);
    expect((await marks.see()).card?.text).toContain(say('marks.card.dispute'));
    await expect
      .poll(async () => (await said()).menu)
      .toMatchObject({ page: say('menu.page'), selection: say('menu.selection'), qrCode: say('menu.qrCode') });

    await service.command('block', 'told-of.example');
    await expect(async () => {
      await wary.send('listSync');
      expect((await said()).notices).toEqual([say('notification.listed', { host: 'told-of.example' })]);
    }).toPass({ timeout: 20_000 });

    await wary.restart();
    const again = await wary.context.newPage();
    await noteLanguages(again);
    await again.goto('http://drainer.wary.test/claim').catch(() => undefined);
    await expect(again.getByRole('heading', { level: 1 })).toHaveText(say('scam.drainer.title'));
    expect(await directionOf(again)).toBe('rtl');
    const shown = await again.evaluate(() => (globalThis as unknown as { headings: string[] }).headings);
    expect(shown.join()).not.toMatch(/[a-z]/i);
    const back = await wary.open(wary.url('settings.html#language'));
    await back.getByRole('combobox', { name: say('settings.language') }).selectOption('browser');
    await expect(again.getByRole('heading', { level: 1 })).toHaveText('This site empties wallets');
    await expect(back.getByRole('heading', { level: 1 })).toHaveText('Settings');
    expect(await directionOf(back)).toBe('ltr');
  } finally {
    await wary.remove();
    // A failure before it was blocked must not be hidden by one of this line.
    await service.command('unblock', 'told-of.example').catch(() => undefined);
    rmSync(extension, { recursive: true, force: true });
  }
});
