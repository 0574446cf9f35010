import type { Page } from '@playwright/test';
import { DEMO_ADDRESSES } from '../../src/service/command/demo/content.ts';
import { document, Marks, openCard } from '../e2e/harness/page/marks.ts';
import { expect, test } from '../e2e/harness/test.ts';
import { PAGE_WIDTHS, shoot } from './camera.ts';

const HOST = 'outcomes.example';

test('marks of what could not be confirmed, and of an address that looks like another', async ({
  wary,
  site,
  relay,
}) => {
  site.on(
    HOST,
    '/',
    document(`<p>Send to ${DEMO_ADDRESSES.poisoning} now`, '<meta name="viewport" content="width=device-width">'),
  );
  const card = async (page: Page) => {
    await page.reload();
    const marks = new Marks(page);
    await expect.poll(() => marks.shown()).toBe(1);
    await openCard(page, marks);
  };
  const page = await wary.open(`http://${HOST}/`);
  await card(page);
  await shoot(page, 'marks-card-poisoning', PAGE_WIDTHS, () => card(page));
  await page.close();
  relay.fault = ({ path }, response) => {
    if (!path.endsWith('/confirm')) return false;
    response.destroy();
    return true;
  };
  site.on(
    HOST,
    '/',
    document(`<p>Send to ${DEMO_ADDRESSES.drainer} now`, '<meta name="viewport" content="width=device-width">'),
  );
  const unconfirmed = await wary.open(`http://${HOST}/`);
  await card(unconfirmed);
  await shoot(unconfirmed, 'marks-card-unconfirmed', PAGE_WIDTHS, () => card(unconfirmed));
});
