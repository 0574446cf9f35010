import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookConfig } from '../../../api/organization/webhook.ts';
import { webhooks } from '../../database/schema/webhook.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { until } from '../../jobs/until.fixture.ts';
import { removeWebhook } from './registration.ts';
import { WebhookFixture } from './webhook.fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
}, 60_000);
afterAll(() => fixture.service.close());
beforeEach(() => fixture.begin());
afterEach(() => fixture.end());

describe('a webhook that is configured', () => {
  it('again at its address has the new events and a new secret only', async () => {
    const first = await fixture.configure();
    const second = await fixture.configure('/hook', ['debug.test', 'asset.status-updated', 'debug.test']);
    expect(second).toMatchObject({ id: first.id, events: ['asset.status-updated', 'debug.test'] });
    expect(second.secret).not.toBe(first.secret);
    fixture.deliver();
    await fixture.list('resigned.example');
    await until(() => fixture.receiver.received.length === 1);
    const { body, signature } = fixture.receiver.received[0]!;
    expect(signature).toBe(`sha256=${createHmac('sha256', second.secret).update(body).digest('hex')}`);
  });

  it('for nothing is paused', async () => {
    await fixture.configure();
    await fixture.configure('/hook', []);
    await fixture.list('paused.example');
    expect(await fixture.deliveries()).toEqual([]);
  });

  it('and removed gets nothing more, not even what waits', async () => {
    const { id } = await fixture.configure();
    await fixture.list('waiting.example');
    await removeWebhook(fixture.database, id);
    await fixture.list('after.example');
    expect(await fixture.deliveries()).toMatchObject([{ status: 'FAILED' }]);
    const [row] = await fixture.database.select().from(webhooks);
    expect(row?.secret).toBe('');
  });

  it('is refused with a reason where it makes no sense', async () => {
    const refused = async (url: string, over: object = {}) => {
      const body = { url, events: ['debug.test'], ...over } as { url: string; events: ['debug.test'] };
      const received = await fixture.service.call(webhookConfig, { body });
      return [received.status, ServiceFixture.error(received).issues?.[0]?.message];
    };
    expect(await refused('ftp://hook.example/')).toEqual([400, expect.stringContaining('url')]);
    expect(await refused('https://me:pw@hook.example/')).toEqual([400, expect.stringContaining('password')]);
    expect(await refused('https://hook.example/#part')).toEqual([400, expect.stringContaining('fragment')]);
    expect(await refused('https://hook.example/', { events: ['all'] })).toEqual([400, expect.any(String)]);
    expect((await refused('https://hook.example/', { slug: 'foreign' }))[0]).toBe(401);
    const key = await fixture.service.key(['protect', 'report', 'read']);
    const body = { url: 'https://hook.example/', events: [] };
    expect((await fixture.service.call(webhookConfig, { body }, { key })).status).toBe(403);
    const both = await fixture.service.key(['manage'], [fixture.service.acme, fixture.service.foreign]);
    expect((await fixture.service.call(webhookConfig, { body }, { key: both })).status).toBe(400);
    const slug = 'foreign';
    expect((await fixture.service.call(webhookConfig, { body: { ...body, slug } }, { key: both })).status).toBe(200);
  });

  it('too often says how many there may be', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const body = { url: `https://hook.example/${count}`, events: [] };
      statuses.push((await fixture.service.call(webhookConfig, { body })).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 409]);
  });
});
