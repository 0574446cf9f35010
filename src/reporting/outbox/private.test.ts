import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer } from '../../../test/fixtures/reporting/service.ts';
import { HOUR, REPORT, ReportingWorld } from '../../../test/fixtures/reporting/world.ts';
import { observeRequests } from '../../api/outgoing.ts';
import { AttachedFiles } from '../files.ts';

let world: ReportingWorld;
beforeEach(async () => {
  world = new ReportingWorld();
  await world.start();
});
afterEach(async () => {
  observeRequests(() => () => undefined);
  await world.stop();
});

const onDisk = () => world.database().read((database) => database.getAll('entries'));

it.each([
  ['sent', 200],
  ['refused', 400],
])('a report of a private window is on the disk until it is %s, and its form learns that', async (kind, status) => {
  await world.wake({ endpoint: async () => null }).submit(REPORT, undefined, true);
  expect(await onDisk()).toHaveLength(1);
  if (status !== 200)
    world.service.behaviour = (response) => answer(response, status, { message: 'No', code: 'BAD_REQUEST' });
  const outbox = world.wake();
  await outbox.send();
  expect(await onDisk()).toEqual([]);
  const [entry] = await outbox.list();
  expect(entry?.state.kind).toBe(kind);
  expect(await world.wake().list()).toEqual([]);
  await outbox.discard(entry!.id);
  expect(await outbox.list()).toEqual([]);
});

it('what became of it is forgotten with the last private window, and one that waits is not', async () => {
  const outbox = world.wake();
  await outbox.submit(REPORT, undefined, true);
  await outbox.forgetPrivate();
  expect(await outbox.list()).toHaveLength(1);
  await outbox.send();
  expect(await outbox.list()).toHaveLength(1);
  await outbox.forgetPrivate();
  expect(await outbox.list()).toEqual([]);
});

it('no request about it is recorded on the disk', async () => {
  const observed: (readonly [string, Promise<boolean>])[] = [];
  observeRequests(({ what, isPrivate }) => {
    observed.push([what, isPrivate]);
    return () => undefined;
  });
  const file = await new AttachedFiles(world.database(), () => world.now).add('a.txt', 'text/plain', Buffer.from('a'));
  const outbox = world.wake();
  await outbox.submit({ ...REPORT, draft: { ...REPORT.draft, files: [file] } }, undefined, true);
  await outbox.send();
  world.now += HOUR;
  await outbox.send();
  const all = await Promise.all(observed.map(async ([what, isPrivate]) => [what, await isPrivate]));
  expect(all).toEqual([
    ['attachmentUpload', true],
    ['reportCreate', true],
    ['reportRead', true],
  ]);
});
