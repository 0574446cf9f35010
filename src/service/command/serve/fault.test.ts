import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildService } from '../../../../test/fixtures/built-service.ts';
import { openTestDatabase, type TestDatabase } from '../../database/database.fixture.ts';
import { killWhileWriting } from './kills.fixture.ts';

let folder: string;
let opened: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wary-fault-'));
  opened = await openTestDatabase();
});
afterEach(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const serverUrl = () => (opened.location.kind === 'server' ? opened.location.url : null);

it('a service that is killed during writes loses and duplicates nothing', { timeout: 600_000 }, async () => {
  const program = await buildService(join(folder, 'built'));
  const result = await killWhileWriting({ folder, databaseUrl: serverUrl(), rounds: 2, program });
  expect(result).toMatchObject({
    reports: 6,
    disputes: 6,
    blocks: 6,
    lostOrDoubledReports: [],
    lostOrDoubledDisputes: [],
    lostOrDoubledDeliveries: [],
    unheard: [],
  });
});
