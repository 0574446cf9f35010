import { LISTED, marked, openCard } from '../harness/page/marks.ts';
import { panelOf } from '../harness/panel.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

for (const failurePolicy of ['warn', 'open'])
  test(`a listed address that the service cannot confirm is marked as such (${failurePolicy}), and as blocked once it can`, async ({
    wary,
    site,
    relay,
    service,
  }) => {
    await wary.configure({ apiKey: service.keys.publishable, failurePolicy });
    relay.fault = ({ path }, response) => {
      if (!path.endsWith('/confirm')) return false;
      response.destroy();
      return true;
    };
    const { tab, marks } = await marked(wary, site, `<p>Send to ${LISTED}</p>`);
    const label = async () => (await marks.see()).badges.map(({ label }) => label);
    expect(await label()).toEqual(['Probably a scam address']);
    expect(await tab.evaluate(() => CSS.highlights.get('unconfirmed-address')?.size)).toBe(1);
    expect(await marks.underlined()).toEqual([]);
    await openCard(tab, marks);
    expect((await marks.see()).card?.text).toContain('the service couldn’t confirm it just now');
    await marks.pressInCard('More');
    await marks.pressInCard('Report this address');
    const panel = await panelOf(wary);
    await expect.poll(() => panel.text()).toContain(LISTED.toLowerCase());
    await tab.bringToFront();

    relay.fault = undefined;
    const worker = await wary.worker();
    await worker.evaluate(() => void dispatchEvent(new Event('online')));
    await expect.poll(label, { timeout: 40_000 }).toEqual(['Scam address']);
    expect(await marks.underlined()).toEqual([LISTED]);
  });
