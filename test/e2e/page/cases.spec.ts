import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { LOOKALIKES, PLACES, PROPOSALS, SCAM, SCAM_BITCOIN, SNIPPETS, VISITS } from '../../fixtures/cases.ts';
import { type Browser, visit } from '../harness/browser.ts';
import { document, Marks } from '../harness/page/marks.ts';
import type { Service } from '../harness/service.ts';
import { page as pageOf } from '../harness/site.ts';
import { expect, test } from '../harness/test.ts';

/** Answers every address with a page of its own, whatever the certificates and the settings of its real site. */
const serveAll = (wary: Browser): Promise<unknown> =>
  wary.context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: pageOf('shown') }));

/** Imports lines as a public list of hosts, in place of those that it had. */
async function importList(wary: Browser, service: Service, lines: readonly string[]): Promise<void> {
  const file = test.info().outputPath('cases.txt');
  writeFileSync(file, `${lines.join('\n')}\n`);
  await service.command('source', 'import', file, '--format', 'hosts', '--source', 'cases', '--force');
  await wary.send('listSync');
}

test('a list stops what it names under every address, and nothing of other people', async ({ wary, service }) => {
  await serveAll(wary);
  await importList(
    wary,
    service,
    VISITS.map(([line]) => line),
  );
  const tab = await wary.open('about:blank');
  await expect(async () => {
    await wary.send('listSync');
    await visit(tab, 'https://drain-four.example/');
    await expect(tab).toHaveURL(/warning\.html/, { timeout: 1_000 });
  }).toPass();
  const shown: [name: string, tab: Page][] = [];
  for (const [line, visited, isStopped] of VISITS) {
    const name = `${line} at ${visited}`;
    const visiting = await wary.open(visited);
    if (isStopped) await expect(visiting, name).toHaveURL(/warning\.html/);
    else await expect(visiting, name).toHaveTitle('shown');
    if (isStopped) await visiting.close();
    else shown.push([name, visiting]);
  }
  for (const [name, visited] of shown) await expect(visited, name).not.toHaveURL(/warning\.html/);
  await importList(wary, service, ['drain-last.example']);
});

test('a report names the narrowest thing that stops the scam', async ({ wary }) => {
  await serveAll(wary);
  const popup = await wary.popup(await wary.open('https://reported.example/'));
  await popup.getByRole('button', { name: 'Report this page' }).click();
  const field = popup.getByLabel('Add a site, address or account');
  for (const [written, named] of PROPOSALS) {
    await field.fill(written);
    await field.press('Enter');
    const remove = popup.getByRole('button', { name: `Remove ${named}`, exact: true });
    await expect(remove, written).toBeVisible();
    await remove.click();
  }
});

test('a notice appears on imitations of well-known sites, and on none of their own', async ({ wary }) => {
  await serveAll(wary);
  const tabs: [host: string, real: string | null, tab: Page][] = [];
  for (const [host, real] of LOOKALIKES) tabs.push([host, real, await wary.open(`https://${host}/`)]);
  // Sites are checked in order: once the last one has its notice, every other one that gets one has it.
  const last = await wary.open('https://metamask-airdrop.example/');
  await expect.poll(() => new Marks(last).notice()).toContain('This isn’t metamask.io');
  for (const [host, real, tab] of tabs) {
    await tab.bringToFront();
    if (real === null) expect(await new Marks(tab).notice(), host).toBeNull();
    else await expect.poll(() => new Marks(tab).notice(), host).toContain(`This isn’t ${real}`);
  }
});

test('a listed address is marked as a person sees it, in any mark-up and any place', async ({
  wary,
  site,
  service,
}) => {
  for (const address of [SCAM, SCAM_BITCOIN]) await service.command('block', address, '--reason', 'Drainer');
  try {
    await expect(async () => {
      await wary.send('listSync');
      const contents = [SCAM.toLowerCase(), SCAM_BITCOIN];
      expect(await wary.send('contentsLookup', { contents })).toEqual({ listed: contents });
    }).toPass();
    const sections = SNIPPETS.map(([html]) => `<section>${html}</section>`);
    site.on('place.example', '/', document(sections.join('\n')));
    const page = await wary.open('http://place.example/');
    await page.setViewportSize({ width: 1_200, height: 2_400 });
    const marked = async () => {
      const { badges } = await new Marks(page).see();
      const boxes = await page
        .locator('section')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      const isIn = ({ top, bottom }: DOMRect) =>
        badges.map(({ box }) => box.y + box.height / 2).some((middle) => middle > top && middle < bottom);
      return SNIPPETS.filter((_, at) => isIn(boxes[at]!));
    };
    await expect.poll(marked).toEqual(SNIPPETS.filter(([, isMarked]) => isMarked));
    for (const html of PLACES) {
      site.on('place.example', '/', document(html));
      const tab = await wary.open('http://place.example/');
      await expect.poll(() => new Marks(tab).shown(), html).toBe(1);
      await tab.close();
    }
    site.on('place.example', '/', document(`<iframe sandbox width=700 srcdoc="<p>${SCAM}</p>"></iframe>`));
    const tab = await wary.open('http://place.example/');
    const underlined = () => tab.frames()[1]?.evaluate(() => CSS.highlights.get('blocked-address')?.size);
    await expect.poll(underlined).toBe(1);
  } finally {
    for (const address of [SCAM, SCAM_BITCOIN]) await service.command('unblock', address);
  }
});
