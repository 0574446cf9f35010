import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/temporary-folder.ts';
import { openTestDatabase } from '../../database/database.fixture.ts';
import { loadTwoProcesses } from './two-processes.fixture.ts';

it('two processes on one server have the same result as one', { timeout: 600_000 }, async () => {
  const { location, close } = await openTestDatabase();
  if (location.kind !== 'server') throw new Error('Two processes need a server');
  const folder = await temporaryFolder();
  const result = await loadTwoProcesses({ folder, databaseUrl: location.url, seconds: 4, workers: 2 });
  await close();
  expect(result.failures).toEqual([]);
  expect(result.differences).toEqual([]);
  expect(result.changes).toBeGreaterThan(4);
  expect(result.reports).toBeGreaterThan(4);
});
