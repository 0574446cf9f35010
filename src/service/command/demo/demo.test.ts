import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/temporary-folder.ts';
import { checksumAddress, normalizeContent, recognizeText } from '../../../asset/index.ts';
import type { OpenDatabase } from '../../database/connection.ts';
import { openTestDatabase } from '../../database/database.fixture.ts';
import { assets, organizations, reports } from '../../database/schema/index.ts';
import { callerOf } from '../../http/access/api-key.ts';
import { DEMO_ADDRESSES, DEMO_HOSTS, DEMO_LIST, DEMO_ORGANIZATIONS, DEMO_PAGE_PATH, DEMO_REPORTS } from './content.ts';
import { demoKeys } from './keys.ts';
import { type DemoIds, seedDemo } from './seed.ts';

const NOW = Date.UTC(2026, 10, 20);
let opened: OpenDatabase;
let ids: DemoIds;
beforeAll(async () => {
  opened = await openTestDatabase();
  ids = await seedDemo(opened.database, NOW);
}, 60_000);
afterAll(() => opened.close());

describe('the demo content', () => {
  it('is in canonical form, so that what a person reports or visits is the same asset', () => {
    for (const { asset } of DEMO_LIST) {
      const written = asset.type === 'ADDRESS' ? checksumAddress(asset.content) : `https://${asset.content}`;
      if (asset.type !== 'PAGE') expect(normalizeContent(written)).toEqual(asset);
    }
  });

  it('has checksummed addresses that are found in a text', () => {
    for (const address of Object.values(DEMO_ADDRESSES)) {
      expect(checksumAddress(address.toLowerCase())).toBe(address);
      expect(recognizeText(`pay ${address} now`)).toMatchObject([{ type: 'ADDRESS', content: address.toLowerCase() }]);
    }
  });
});

describe('seeding', () => {
  it('lists exactly the demo list, with reasons and dates', async () => {
    const rows = await opened.database.select().from(assets).where(eq(assets.status, 'BLOCKED'));
    expect(rows).toHaveLength(DEMO_LIST.length);
    const drainer = rows.find(({ content }) => content === DEMO_HOSTS.drainer);
    expect(drainer).toMatchObject({
      reason: 'Wallet drainer',
      source: 'Acme Security',
      decidedAt: new Date(NOW - 3 * 86_400_000),
    });
    expect(rows.map(({ content }) => content)).toContain(DEMO_HOSTS.pages + DEMO_PAGE_PATH);
    const shared = await opened.database
      .select()
      .from(assets)
      .where(and(eq(assets.type, 'URL'), eq(assets.content, DEMO_HOSTS.pages)));
    expect(shared).toEqual([]);
  });

  it('a second time changes nothing', async () => {
    await opened.database.update(organizations).set({ name: 'Acme Two' }).where(eq(organizations.id, ids.acme));
    expect(await seedDemo(opened.database, NOW + 1_000_000)).toEqual(ids);
    expect(await opened.database.$count(organizations)).toBe(DEMO_ORGANIZATIONS.length);
    expect(await opened.database.$count(reports)).toBe(DEMO_REPORTS.length);
    expect(await opened.database.$count(organizations, eq(organizations.name, 'Acme Two'))).toBe(1);
  });
});

describe('demo keys', () => {
  it('have the scopes and organizations of their names', async () => {
    const keys = await demoKeys(opened.database, ids, null);
    expect(await callerOf(opened.database, keys.publishable)).toMatchObject({
      kind: 'organization',
      scopes: ['protect', 'report'],
      organizations: [{ slug: 'acme' }],
    });
    const user = await callerOf(opened.database, keys.user);
    expect(user?.kind).toBe('user');
    expect(user?.organizations).toHaveLength(DEMO_ORGANIZATIONS.length);
  });

  it('survive a restart, are readable by their owner only, and are replaced when invalid', async () => {
    const file = join(await temporaryFolder(), 'keys.json');
    const first = await demoKeys(opened.database, ids, file);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await demoKeys(opened.database, ids, file)).toEqual(first);
    const other = await openTestDatabase();
    const renewed = await demoKeys(other.database, await seedDemo(other.database, NOW), file);
    expect(renewed.user).not.toBe(first.user);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(renewed);
    await other.close();
  }, 60_000);
});
