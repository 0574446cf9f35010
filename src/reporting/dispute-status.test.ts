import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, receiptOf } from '../../test/fixtures/reporting/service.ts';
import { DISPUTE, HOUR, ReportingWorld } from '../../test/fixtures/reporting/world.ts';
import type { OutboxItem } from './entry.ts';

let world: ReportingWorld;
beforeEach(async () => {
  world = new ReportingWorld();
  await world.start();
});
afterEach(async () => {
  await world.stop();
});

describe('a sent dispute', () => {
  it('is followed once an hour until it is decided', async () => {
    const outbox = world.wake();
    await outbox.submit(DISPUTE);
    await outbox.send();
    expect(await outbox.nextAttemptAt()).toBe(world.now + HOUR);
    await outbox.send();
    expect(world.service.received).toHaveLength(1);
    world.now += HOUR;
    await outbox.send();
    expect(world.service.received[1]).toMatchObject({ path: `/api/v2/dispute/${receiptOf(1)}`, key: 'key' });
    expect((await outbox.list())[0]?.state).toMatchObject({ dispute: { status: 'OPEN', followedAt: world.now } });
    world.service.dispute = {
      state: 'REJECTED',
      message: 'It drains wallets.',
      updatedAt: '2025-11-21T01:00:00Z',
    };
    world.now += HOUR;
    await world.wake().send();
    expect((await outbox.list())[0]?.state).toMatchObject({
      dispute: { status: 'REJECTED', note: 'It drains wallets.', decidedAt: '2025-11-21T01:00:00Z' },
    });
    expect(await outbox.nextAttemptAt()).toBeNull();
  });

  it('is asked about an hour later where the service fails, and keeps what is known', async () => {
    const outbox = world.wake();
    await outbox.submit(DISPUTE);
    await outbox.submit({ ...DISPUTE, draft: { ...DISPUTE.draft, content: 'second.example' } } as OutboxItem);
    await outbox.send();
    world.now += HOUR;
    await outbox.send();
    world.service.behaviour = (response) => answer(response, 500, { message: 'No', code: 'X' });
    world.now += HOUR;
    await outbox.send();
    expect(world.service.received).toHaveLength(5);
    for (const { state } of await outbox.list())
      expect(state).toMatchObject({ dispute: { status: 'OPEN', followedAt: world.now } });
    await outbox.send();
    expect(world.service.received).toHaveLength(5);
  });

  it('of a time without receipts stays readable, and is asked about no more', async () => {
    world.service.givesReceipts = false;
    const outbox = world.wake();
    await outbox.submit(DISPUTE);
    await outbox.send();
    world.now += HOUR;
    await world.wake().send();
    expect(world.service.received).toHaveLength(1);
    const [entry] = await world.wake().list();
    expect(entry?.state).toMatchObject({ kind: 'sent', reference: 1 });
    expect(await outbox.nextAttemptAt()).toBeNull();
  });
});
