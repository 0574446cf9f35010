import { visit } from '../harness/browser.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('going back from a warning leads to the page before, and never onto the blocked one', { tag: '@smoke' }, async ({
  wary,
}) => {
  const page = await wary.open('http://clean.example/');
  for (let round = 0; round < 3; round += 1) {
    await visit(page, `http://drainer.wary.test/${round}`);
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL('http://clean.example/');
  }
});

test('going back replaces the tab by a new one if there is no page before', async ({ wary }) => {
  const page = await wary.open('http://clean.example/');
  const opened = wary.context.waitForEvent('page');
  await page.evaluate(() => void window.open('http://drainer.wary.test/', '_blank', 'noopener'));
  const warning = await opened;
  await expect(warning).toHaveURL(/warning\.html/);
  const replaced = wary.context.waitForEvent('page');
  // The tab may be gone before it reports the click.
  await Promise.all([
    replaced,
    warning
      .getByRole('button', { name: 'Go back' })
      .click()
      .catch(() => undefined),
  ]);
  await expect.poll(() => warning.isClosed()).toBe(true);
});

test('the warning leads to what to do now, which needs no network, tells nobody and can be printed', {
  tag: '@smoke',
}, async ({ wary }) => {
  const warning = await wary.open('http://drainer.wary.test/');
  await expect(warning.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
  const [steps] = await Promise.all([
    wary.context.waitForEvent('page'),
    warning.getByRole('link', { name: /Do this now/ }).click(),
  ]);
  await expect(steps).toHaveURL(wary.url('steps.html?kind=drainer'));
  await expect(steps.getByRole('heading', { level: 2 }).first()).toHaveText(
    'You connected a wallet or signed something',
  );
  const asked: string[] = [];
  steps.on('request', (request) => asked.push(request.url()));
  await wary.context.setOffline(true);
  try {
    await steps.goto(wary.url('steps.html?kind=seed-phishing'));
    await expect(steps.getByRole('heading', { name: 'Do this now', level: 1 })).toBeVisible();
    await expect(steps.getByRole('heading', { name: 'Move everything to a new wallet' })).toBeVisible();
  } finally {
    await wary.context.setOffline(false);
  }
  expect(asked.filter((url) => !url.startsWith('chrome-extension:'))).toEqual([]);
  await steps.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printed = '';
    };
  });
  await steps.getByRole('button', { name: 'Print this page' }).click();
  await expect(steps.locator('html[data-printed]')).toBeAttached();
  await steps.emulateMedia({ media: 'print' });
  await expect(steps.getByRole('button')).toBeHidden();
  await expect(steps.getByRole('heading', { name: 'Move everything to a new wallet' })).toBeVisible();
});

test('the warning shows its brand before its scripts run, and does not move when they do', async ({ wary }) => {
  const page = await wary.context.newPage();
  const session = await wary.context.newCDPSession(page);
  const placeOf = async () => [
    await page.locator('.mark-sign').boundingBox(),
    await page.locator('.mark-name').boundingBox(),
  ];
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.goto(`${wary.url('warning.html')}#http://drainer.wary.test/`);
  await expect(page.locator('.mark')).toHaveText('Acme Guard');
  await expect(page.locator('.mark')).toBeVisible();
  const before = await placeOf();
  await session.send('Emulation.setScriptExecutionDisabled', { value: false });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
  expect(await placeOf()).toEqual(before);
});

test('a draft of a dispute is restored after the page was closed', async ({ wary }) => {
  const page = await wary.open('http://drainer.wary.test/');
  await page.getByRole('button', { name: 'I know this site is fine' }).click();
  await page.getByLabel('What is it really?').fill('My own shop.');
  await page.close();
  const again = await wary.open('http://drainer.wary.test/');
  await again.getByRole('button', { name: 'I know this site is fine' }).click();
  await expect(again.getByLabel('What is it really?')).toHaveValue('My own shop.');
});

test('a form of the warning stays, with its text and focus, while the background does not answer', async ({ wary }) => {
  const page = await wary.open('http://drainer.wary.test/');
  await page.getByRole('button', { name: 'I know this site is fine' }).click();
  const field = page.getByLabel('What is it really?');
  await field.fill('My own shop.');
  await page.evaluate(() => {
    const { runtime } = (globalThis as unknown as { chrome: { runtime: { sendMessage: unknown } } }).chrome;
    runtime.sendMessage = () => Promise.reject(new Error('Could not establish connection.'));
    dispatchEvent(new Event('online'));
  });
  await expect(page.getByText('did not answer')).toBeVisible();
  await expect(field).toHaveValue('My own shop.');
  await expect(field).toBeFocused();
  await expect(page.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
});

test('the warning says that a dispute was sent from it', async ({ wary }) => {
  const page = await wary.open('http://drainer.wary.test/');
  await page.getByRole('button', { name: 'I know this site is fine' }).click();
  await page.getByRole('button', { name: 'Send dispute' }).click();
  await expect(page.getByText(/^You said .* that this site is fine/)).toBeVisible();
});

test('nothing but a web address can be opened through the warning page', async ({ wary }) => {
  for (const hash of ['javascript:alert(1)', 'data:text/html,x', 'chrome://settings/', '']) {
    const page = await wary.open(`${wary.url('warning.html')}#${hash}`);
    await expect(page.getByRole('heading', { name: 'Nothing to show here' })).toBeVisible();
    expect(await page.getByRole('button').count()).toBe(0);
  }
});
