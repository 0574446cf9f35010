import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listFiles } from '../../database/schema/list.ts';
import { listWriter } from '../../feature/import/list-writer.ts';
import { decide } from '../../feature/listing/decision.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { Publisher } from '../publisher.ts';

test('a file is kept for an hour after a newer one was announced, however old it is', async () => {
  const fixture = await ServiceFixture.open();
  const { database } = fixture.opened;
  await fixture.service.publisher.stop();
  const timing = { debounceMs: 0, maxDelayMs: 0, pace: { prompt: Number.POSITIVE_INFINITY, stepMs: 0, urgentMs: 0 } };
  const onError = (error: unknown) => expect(error).toBeNull();
  const publisher = new Publisher({ database, onError, hotEntries: 0, timing });
  const set = async (content: string, status: 'BLOCKED' | 'UNKNOWN') => {
    const before = publisher.list.recent.token;
    const decision = { status, decidedBy: 'OPERATOR', source: 'test', reason: null } as const;
    await decide(database, { asset: { type: 'URL', content }, ...decision });
    publisher.notify();
    await expect.poll(() => publisher.list.recent.token, { interval: 5, timeout: 20_000 }).not.toBe(before);
  };
  const threeHoursPass = () => database.update(listFiles).set({ createdAt: sql`created_at - interval '3 hours'` });
  const isKept = async (token: string) => {
    const tokens = await database.select({ token: listFiles.token }).from(listFiles);
    return tokens.some((file) => file.token === token);
  };
  try {
    const entry = { type: 'URL', status: 'BLOCKED', reason: null, source: 'test' } as const;
    // More than the additions may hold, so that they are in the snapshot and a removal makes another one.
    const many = Array.from({ length: 1_100 }, (_, n) => ({ ...entry, content: `many${n}.example` }));
    await listWriter(database)(many, () => undefined);
    await publisher.start();
    await set('new.example', 'BLOCKED');
    const { token } = publisher.list.recent;
    await threeHoursPass();
    await set('many0.example', 'UNKNOWN');
    await set('many1.example', 'UNKNOWN');
    expect(await isKept(token)).toBe(true);
    await threeHoursPass();
    await set('many2.example', 'UNKNOWN');
    expect(await isKept(token)).toBe(false);
  } finally {
    await publisher.stop();
    await fixture.close();
  }
}, 60_000);
