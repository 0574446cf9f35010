import { Browser } from '../harness/browser.ts';
import { Reviewer, reported } from '../harness/reviewer.ts';
import { Service } from '../harness/service.ts';
import { Site } from '../harness/site.ts';
import { test as base, expect, sharingTest, untilSynced } from '../harness/test.ts';

/** A service and a browser that the test may stop and start. */
const test = base.extend<{ own: { service: Service; browser: Browser } }>({
  own: async ({}, use) => {
    const service = new Service(['--poll-seconds', '2']);
    const site = new Site();
    await Promise.all([service.start(), site.start()]);
    const browser = new Browser({ sitePort: site.port, servicePort: service.port });
    await browser.start();
    await browser.configure({ apiKey: service.keys.publishable });
    await untilSynced(browser);
    await use({ service, browser });
    await browser.remove();
    await Promise.all([service.remove(), site.stop()]);
  },
});

const reportsOf = async (service: Service, host: string) =>
  (await reported(service)).filter((contents) => contents.includes(host)).length;

test('a report and a dispute written while the service is down and the browser is killed arrive exactly once when both are back', {
  tag: '@smoke',
}, async ({ own }) => {
  test.setTimeout(240_000);
  const { service, browser } = own;
  const warning = await browser.open('http://false-alarm.wary.test/');
  await expect(warning.getByRole('heading', { name: 'This site steals what you type' })).toBeVisible();
  const popup = await browser.popup(await browser.open('http://fresh-drainer.example/connect'));
  await service.stop();
  await popup.getByRole('button', { name: 'Report this page' }).click();
  await popup.getByText('Add details').click();
  await popup.getByLabel('What happened?').fill('A search ad led there.');
  await popup.getByRole('button', { name: 'Send report' }).click();
  await expect(popup.getByText('Report saved')).toBeVisible();
  await warning.bringToFront();
  await warning.getByRole('button', { name: 'Report a false alarm' }).click();
  await warning.getByLabel('Your e-mail').fill('owner@shop.example');
  await warning.getByLabel('Why is this a false alarm?').fill('My shop for ten years.');
  await warning.getByRole('button', { name: 'Send to reviewers' }).click();
  await expect(warning.getByText('Saved on this device')).toBeVisible();
  await browser.stop('kill');

  await service.start();
  await browser.start();
  const reviewer = await Reviewer.signedIn(service);
  const arrived = async () => [
    await reportsOf(service, 'fresh-drainer.example'),
    new Set((await reviewer.page('/desk/disputes')).match(/\/desk\/disputes\/\d+/g)).size,
  ];
  // A first failed attempt is repeated after 30 to 60 s.
  await expect.poll(arrived, { timeout: 90_000, intervals: [3_000] }).toEqual([1, 1]);
  const { entries } = await browser.send<{ entries: { state: { kind: string } }[] }>('outboxSend');
  expect(entries.map(({ state }) => state.kind)).toEqual(['sent', 'sent']);
  await browser.send('outboxSend');
  expect(await arrived()).toEqual([1, 1]);
});

sharingTest(
  'a report whose acceptance never reached the browser is not filed twice',
  async ({ wary, relay, service }) => {
    let lost = 0;
    relay.fault = (crossing, response) => {
      if (!crossing.path.endsWith('/report/create') || lost > 0) return false;
      lost += 1;
      // The service receives it; the browser gets no answer.
      void fetch(`http://127.0.0.1:${service.port}${crossing.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': String(crossing.headers['x-api-key']),
          'idempotency-key': String(crossing.headers['idempotency-key']),
        },
        body: crossing.body,
      }).then(() => response.destroy());
      return true;
    };
    const draft = { contents: ['http://lost-answer.example/'], title: 'Lost answer', description: '', contactInfo: '' };
    await wary.send('reportSubmit', draft);
    await expect.poll(() => lost).toBe(1);
    await wary.killWorker();
    await expect
      .poll(
        async () => (await wary.send<{ entries: { state: { kind: string } }[] }>('outboxSend')).entries[0]?.state.kind,
      )
      .toBe('sent');
    expect(relay.to('/report/create').length).toBeGreaterThan(1);
    expect(await reportsOf(service, 'lost-answer.example')).toBe(1);
  },
);
