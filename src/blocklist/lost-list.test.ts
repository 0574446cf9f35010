import { expect, test, vi } from 'vitest';
import { damage, withPrefix } from '../../test/fixtures/blocklist/damage.ts';
import { tokenOf } from '../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../test/fixtures/blocklist/random.ts';
import { awake, service, setStage, storing, tokenAfterWake } from '../../test/fixtures/blocklist/stage.ts';
import { AT } from '../../test/fixtures/blocklist/worker.ts';
import { StorageFailure } from '../storage/failure.ts';
import { ListStore } from './store/store.ts';

const LIST = randomPrefixes(2_000, 1);
const PACKAGED = LIST.subarray(0, 10);

setStage();

/** A profile whose list was stored by an earlier worker, with an older list in the package. */
async function stored(): Promise<void> {
  service.bundle(PACKAGED, new Date(AT - 86_400_000).toISOString());
  await storing(LIST);
}

test('a list whose database is lost is replaced by the bundled one at once, and fetched with the next poll', async () => {
  await stored();
  await (await awake()).store.write({ snapshot: null });
  const { blocklist, sync } = await awake();
  expect(blocklist.info).toMatchObject({ token: tokenOf(PACKAGED), origin: 'bundled', currentAt: AT - 86_400_000 });
  service.publish({ snapshot: LIST });
  expect((await sync.run('start')).problem).toBeNull();
  expect(await tokenAfterWake()).toBe(tokenOf(LIST));
});

test('a list whose database cannot be read is replaced by the bundled one, and the worker says what is wrong', async () => {
  await stored();
  vi.spyOn(ListStore.prototype, 'read').mockRejectedValue(new StorageFailure('broken', {}));
  const { blocklist } = await awake();
  expect([blocklist.info?.token, blocklist.storeProblem?.kind]).toEqual([tokenOf(PACKAGED), 'broken']);
});

test('a list whose entries were changed on disk gives way to that of the package', async () => {
  await stored();
  await damage('snapshot', (value) => withPrefix(value, 5, (prefix) => prefix ^ 1));
  const { blocklist, changes } = await awake();
  await blocklist.verify();
  expect([blocklist.info?.token, changes]).toEqual([tokenOf(PACKAGED), ['heal']]);
});
