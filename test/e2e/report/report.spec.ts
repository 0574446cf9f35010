import { visit } from '../harness/browser.ts';
import { fillDisk, loseFiles } from '../harness/disk.ts';
import type { ExtensionApi } from '../harness/extension-api.ts';
import { panelOf } from '../harness/panel.ts';
import { Reviewer, reported } from '../harness/reviewer.ts';
import { html } from '../harness/site.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

declare const chrome: ExtensionApi;
const PAGE =
  '<!doctype html><title>w</title><h1>Restore your wallet</h1><p>Write to help@evil.example<form action="http://collector.example/in"><button>Go</button></form>';

test('a report with several things and a picture waits for a connection, arrives with the blacked-out picture, and is answered', {
  tag: '@smoke',
}, async ({ wary, site, relay, service }) => {
  site.on('fresh-scam.example', '/login', (_, response) => html(response, PAGE));
  const popup = await wary.popup(await wary.open('http://fresh-scam.example/login?session=1'));
  await popup.getByRole('button', { name: 'Report this page' }).click();
  await popup.getByRole('radio', { name: /Only the page/ }).check();
  const field = popup.getByLabel('Add a site, address or account');
  for (const written of ['@evil_bot', 'DE89 3704 0044 0532 0130 00', 'http://drainer.wary.test/']) {
    await field.fill(written);
    await field.press('Enter');
  }
  await popup.getByLabel('On which platform?').selectOption('TELEGRAM');
  await expect(popup.getByText('Already blocked')).toBeVisible();
  await popup.getByRole('button', { name: 'Remove drainer.wary.test' }).click();
  await popup.getByRole('button', { name: 'Choose links and addresses from this page' }).click();
  await popup.getByLabel('help@evil.example').check();
  await popup.getByLabel('collector.example').check();
  // What is ticked is sent, without a further press.
  await expect(popup.getByRole('button', { name: 'Send report (5)' })).toBeVisible();
  await popup.getByLabel('Asks for a recovery phrase').check();

  await popup.getByRole('button', { name: 'Take a picture of the page' }).click();
  const stage = popup.getByRole('button', { name: 'Picture of the page' });
  // The page's tab was in front for a moment to take the picture.
  await popup.bringToFront();
  await expect(stage).toBeFocused();
  // A key pressed while the tabs change places reaches neither of them.
  await expect(async () => {
    await popup.keyboard.press('ArrowRight');
    await expect(popup.getByText(/^Frame: /)).toBeAttached({ timeout: 500 });
  }).toPass();
  await popup.keyboard.press('Enter');
  await expect(popup.getByRole('button', { name: 'Undo' })).toBeVisible();
  // Who cannot drag presses two corners.
  await stage.click({ position: { x: 8, y: 8 } });
  await expect(popup.getByText('Now press the opposite corner.')).toBeAttached();
  await stage.click({ position: { x: 60, y: 30 } });
  await expect(popup.getByText('Blacked out.')).toBeAttached();
  await popup.getByRole('button', { name: 'Send report' }).click();
  await expect(popup.getByText('Attach the picture or discard it, then send.')).toBeVisible();
  await fillDisk(popup, true);
  await popup.getByRole('button', { name: 'Attach this picture' }).click();
  // What was blacked out is kept where the disk is full.
  await expect(popup.getByText('couldn’t be saved on this device')).toBeVisible();
  await expect(popup.getByRole('button', { name: 'Undo' })).toBeVisible();
  await fillDisk(popup, false);
  await popup.getByRole('button', { name: 'Attach this picture' }).click();
  await expect(popup.getByRole('img', { name: 'page-1.png' })).toBeVisible();

  relay.fault = ({ path }, response) => {
    if (!/report|attachment/.test(path)) return false;
    response.destroy();
    return true;
  };
  await popup.getByRole('button', { name: 'Send report' }).click();
  await expect(popup.getByText('Report saved')).toBeVisible();
  // It is saved before it is sent: the first attempt must have failed before the connection is back.
  await expect(popup.getByText('The service can’t be reached')).toBeVisible();
  await wary.killWorker();
  relay.reset();
  const sent = async () =>
    (await wary.send<{ entries: { state: { kind: string } }[] }>('outboxSend')).entries.map(({ state }) => state.kind);
  await expect.poll(sent).toEqual(['sent']);
  const [created] = relay.to('/report/create');
  expect(JSON.parse(created!.body)).toMatchObject({
    assets: [
      { content: 'PAGE:fresh-scam.example/login', kind: 'seed-phishing' },
      { content: 'TELEGRAM:evil_bot', kind: 'seed-phishing' },
      { content: 'help@evil.example' },
      { content: 'collector.example' },
    ],
    description: 'DE89 3704 0044 0532 0130 00',
    attachmentUrls: [expect.stringContaining('http')],
  });
  expect(relay.to('/attachment/upload')).toHaveLength(1);

  const words = 'It asks for the recovery phrase. Thank you.';
  const reviewer = await Reviewer.signedIn(service);
  await reviewer.decide('collector.example', 'REJECT');
  for (const content of ['fresh-scam.example/login', 'evil_bot', 'help@evil.example'])
    await reviewer.decide(content, 'APPROVE', words);
  await wary.killWorker();
  const settings = await wary.open(wary.url('settings.html#outbox'));
  const history = settings.getByRole('region', { name: 'Your reports' });
  await history.getByRole('button', { name: /^Details: .*fresh-scam/ }).click();
  // An entry that was asked about between two of the decisions is asked about again only after five seconds.
  await expect(async () => {
    if (await history.getByText(words).isVisible()) return;
    await history.getByRole('button', { name: 'Check now' }).click({ timeout: 1_000 });
    await expect(history.getByText(words)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(history.getByText('Blocked', { exact: true }).first()).toBeVisible();
  await history.getByRole('button', { name: 'Erase' }).click();
  await settings.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await expect(history.getByText('Nothing here yet')).toBeVisible();
  await settings.close();
  const page = await wary.open('about:blank');
  await expect(async () => {
    await wary.send('listSync');
    await visit(page, 'http://fresh-scam.example/login');
    await expect(page.getByText(/^Listed .* by \S*the people who keep this list/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('a report whose file is gone from the device says that it was not sent, and is sent without the file', async ({
  wary,
  relay,
  service,
}) => {
  const popup = await wary.popup(await wary.open('http://lost-file.example/'));
  await popup.getByRole('button', { name: 'Report this page' }).click();
  await popup
    .locator('input[type=file]')
    .setInputFiles({ name: 'mail.txt', mimeType: 'text/plain', buffer: Buffer.from('Pay now') });
  await expect(popup.getByText('mail.txt')).toBeVisible();
  relay.fault = ({ path }, response) => {
    if (!/report|attachment/.test(path)) return false;
    response.destroy();
    return true;
  };
  await popup.getByRole('button', { name: 'Send report' }).click();
  // It is saved before it is sent: the first attempt, which still finds the file, must have failed.
  await expect(popup.getByText('The service can’t be reached')).toBeVisible();
  await loseFiles(popup);
  relay.reset();
  await wary.send('outboxSend');
  await expect(popup.getByText('The report wasn’t sent')).toBeVisible();
  await visit(popup, wary.url('popup.html?view=outbox'));
  await popup.getByRole('button', { name: 'Details: lost-file.example' }).click();
  await expect(popup.getByText('The file mail.txt is missing.')).toBeVisible();
  await popup.getByRole('button', { name: 'Send without the file' }).dblclick();
  await expect(popup.getByText('Not sent')).toBeHidden();
  await wary.send('outboxSend');
  await expect.poll(() => reported(service)).toContainEqual(expect.stringContaining('lost-file.example'));
  expect(relay.to('/report/create')).toHaveLength(1);
});

test('the context menu opens a report of what was clicked, and a second click adds to it', { tag: '@smoke' }, async ({
  wary,
}) => {
  const page = await wary.open('http://quiet.example/');
  const worker = await wary.worker();
  const press = (info: object) =>
    worker.evaluate(async (info) => {
      const tab = (await chrome.tabs.query({})).find(({ url }) => url?.startsWith('http://quiet.example/'));
      chrome.contextMenus.onClicked.dispatch(info, tab);
    }, info);
  // A click that no person made opens no panel, so the same form is opened in a tab.
  const opened = wary.context.waitForEvent('page');
  await press({ menuItemId: 'link', linkUrl: 'https://linked-scam.example/offer?id=1' });
  const panel = await opened;
  await expect(panel.getByRole('heading', { name: 'Report a scam' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Remove linked-scam.example' })).toBeVisible();
  const other = wary.context.waitForEvent('page');
  await press({ menuItemId: 'selection', selectionText: 'they called from +49 151 23456789' });
  await expect(panel.getByRole('button', { name: 'Remove +4915123456789' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Remove quiet.example' })).toBeVisible();
  // A second form in a tab would take what is reported next.
  await (await other).close();
  await panel.getByLabel('Choose files').setInputFiles({
    name: 'chat.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('They said that they are the bank.'),
  });
  await expect(panel.getByRole('button', { name: 'Remove chat.txt' })).toBeVisible();
  await panel.getByRole('button', { name: 'Send report' }).click();
  await expect(panel.getByText('Report sent')).toBeVisible();
  await press({ menuItemId: 'link', linkUrl: 'https://second-scam.example/' });
  await expect(panel.getByRole('button', { name: 'Remove second-scam.example' })).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Remove / })).toHaveCount(1);
  await page.close();
});

test('the warning leads to a report with more about the stopped site, which is sent from the side panel', {
  tag: '@smoke',
}, async ({ wary }) => {
  const warning = await wary.open('http://drainer.wary.test/claim');
  await warning.getByRole('button', { name: 'Details' }).click();
  await warning.getByRole('button', { name: 'Add what you know about this site' }).click();
  const panel = await panelOf(wary);
  await expect.poll(() => panel.text()).toMatch(/drainer\.wary\.test[\s\S]*Reviewers read what you add/);
  expect(await panel.text()).not.toContain('Choose links and addresses from this page');
  await panel.press('Send report');
  await expect.poll(() => panel.text()).toContain('Added. Reviewers will read it.');
  await panel.press('Close');
  await expect.poll(() => panel.text()).toContain('Add a site, address or account');
});

test('the keyboard shortcut opens a report of the page', async ({ wary }) => {
  await wary.open('http://quiet.example/login');
  const worker = await wary.worker();
  const opened = wary.context.waitForEvent('page');
  // The test driver presses no keys of the browser itself.
  const shortcut = await worker.evaluate(async () => {
    const tab = (await chrome.tabs.query({})).find(({ url }) => url?.startsWith('http://quiet.example/'));
    chrome.commands.onCommand.dispatch('report', tab);
    return (await chrome.commands.getAll()).find(({ name }) => name === 'report')?.shortcut;
  });
  expect(shortcut).toBe('Alt+Shift+S');
  const panel = await opened;
  await expect(panel.getByRole('heading', { name: 'Report a scam' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Remove quiet.example' })).toBeVisible();
});
