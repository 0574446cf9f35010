import { stopped } from '../harness/page/stopped.ts';
import type { Service } from '../harness/service.ts';
import { expect, sharingTest, test } from '../harness/test.ts';

type Health = {
  list: { token: string; entries: number } | null;
  problems: { kind: string }[];
  lastAttemptAt: number;
  lastSuccessAt: number;
};

/** The name of the service's latest publication, which follows a change a moment later. */
async function published(service: Service): Promise<string> {
  const headers = { 'x-api-key': service.keys.publishable };
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/v2/asset/blocklist/version`, { headers });
  const { recent } = (await answer.json()) as { recent: { token: string } };
  return recent.token;
}

sharingTest(
  'a page in place of the list leaves the old list in force, and the popup says what is wrong',
  async ({ wary, relay }) => {
    // What the test before has listed or lifted may not have arrived.
    const before = await wary.send<Health>('listSync');
    relay.fault = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Sign in to the Wi-Fi</h1>');
      return true;
    };
    let after = before;
    // A poll in progress is joined, and has not met a fault yet.
    await expect(async () => {
      after = await wary.send<Health>('listSync');
      expect(after.problems.map(({ kind }) => kind).join(' ')).toMatch(/service-unreachable|list-rejected/);
    }).toPass();
    expect(after.list).toMatchObject({ token: before.list!.token, entries: before.list!.entries });
    await stopped(await wary.open('http://drainer.wary.test/'), 'drainer.wary.test');
    const popup = await wary.open(wary.url('popup.html'));
    await expect(popup.getByRole('status').or(popup.getByRole('alert')).first()).toBeVisible();
    relay.fault = undefined;
    expect((await wary.send<Health>('listSync')).lastSuccessAt).toBeGreaterThanOrEqual(after.lastAttemptAt);
  },
);

test('the list survives a restart of the browser without the service', async ({ wary, relay }) => {
  const before = await wary.send<Health>('healthRead');
  relay.fault = (_, response) => {
    response.destroy();
    return true;
  };
  await wary.restart();
  const after = await wary.send<Health>('healthRead');
  expect(after.list).toMatchObject({ token: before.list!.token, entries: before.list!.entries });
  const page = await wary.open('http://drainer.wary.test/');
  await expect(page).toHaveURL(/warning\.html/);
});

test('a site that was listed while the browser was closed is stopped once the first poll of the next start has brought it', async ({
  wary,
  relay,
  service,
}) => {
  const host = 'overnight.example';
  // A poll that ends after this would record the list as new.
  relay.fault = () => true;
  await wary.ageList(3_600_000);
  await wary.stop();
  const before = await published(service);
  await service.command('block', host);
  await expect.poll(() => published(service)).not.toBe(before);
  relay.fault = undefined;
  await wary.start();
  await stopped(await wary.open(`http://${host}/`), host);
});
