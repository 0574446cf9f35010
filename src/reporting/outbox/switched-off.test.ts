import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DISPUTE, HOUR, REPORT, ReportingWorld, reportOf } from '../../../test/fixtures/reporting/world.ts';

let world: ReportingWorld;
let isOn: boolean;
let isContactOn: boolean;
beforeEach(async () => {
  world = new ReportingWorld();
  await world.start();
  isOn = false;
  isContactOn = true;
});
afterEach(() => world.stop());

const wake = () => world.wake({ maySend: async () => ({ reports: isOn, contact: isContactOn }) });

it('a waiting report is kept while the organization has reports off, says why, and is sent once they are on again', async () => {
  const before = wake();
  await before.submit(REPORT);
  await before.submit(DISPUTE);
  await before.send();
  // Another worker, later, and the person presses "send now".
  world.now += 2 * HOUR;
  const outbox = wake();
  await outbox.retry();
  expect(world.service.received).toEqual([]);
  const kept = { state: { kind: 'waiting', cause: 'switchedOff' }, attempts: 0 };
  expect(await outbox.list()).toMatchObject([kept, kept]);
  expect(await outbox.nextAttemptAt()).toBe(world.now + HOUR);

  isOn = true;
  await outbox.retry();
  expect(
    world.service.received
      .map(({ path }) => path)
      .sort()
      .reverse(),
  ).toEqual(['/api/v2/report/create', '/api/v2/dispute/create']);
  expect((await outbox.list()).map(({ state }) => state.kind)).toEqual(['sent', 'sent']);
});

it('what waited for a later time says so too, and no longer that the service was away', async () => {
  isOn = true;
  const outbox = world.wake({
    maySend: async () => ({ reports: isOn, contact: isContactOn }),
    endpoint: async () => null,
  });
  await outbox.submit(reportOf('scam.example'));
  await outbox.send();
  expect((await outbox.list())[0]?.state).toMatchObject({ cause: 'noKey' });
  isOn = false;
  await outbox.send();
  expect((await outbox.list())[0]?.state).toMatchObject({ cause: 'switchedOff' });
});

it('an answer to the reviewers waits as well', async () => {
  isOn = true;
  const outbox = wake();
  const { id } = await outbox.submit(reportOf('asked.example'));
  await outbox.send();
  world.service.review = { state: 'INFORMATION_ASKED', question: 'Where?' };
  world.now += 24 * HOUR;
  await outbox.send();
  isOn = false;
  await outbox.answer(id, 'Where?', 'In a mail.');
  await outbox.send();
  expect(world.service.replies).toEqual([]);
  expect((await outbox.list())[0]?.state).toMatchObject({
    replies: [{ text: 'In a mail.', state: { kind: 'waiting', attempts: 0, cause: 'switchedOff' } }],
  });
  expect(await outbox.nextAttemptAt()).toBe(world.now + HOUR);
  isOn = true;
  await outbox.retry();
  expect(world.service.replies).toEqual(['In a mail.']);
});

const named = {
  report: { ...REPORT, draft: { ...REPORT.draft, contactInfo: 'me@acme.example' } },
  dispute: { ...DISPUTE, draft: { ...DISPUTE.draft, email: 'me@acme.example' } },
};

it('a waiting report loses its contact details once the organization forbids them, and says so', async () => {
  const before = world.wake({ endpoint: async () => null });
  await before.submit(named.report);
  await before.submit(named.dispute);
  isOn = true;
  isContactOn = false;
  const outbox = wake();
  await outbox.send();
  expect(world.service.received.map(({ path }) => path).sort()).toEqual([
    '/api/v2/dispute/create',
    '/api/v2/report/create',
  ]);
  expect(JSON.stringify(world.service.received)).not.toContain('acme.example');
  const entries = await outbox.list();
  expect(entries.map(({ state, contactLeftOut }) => [state.kind, contactLeftOut])).toEqual([
    ['sent', true],
    ['sent', true],
  ]);
  expect(JSON.stringify(entries)).not.toContain('acme.example');
});

it('what was tried with contact details goes under another key without them, once', async () => {
  isOn = true;
  world.service.behaviour = (response) => {
    response.writeHead(503).end('{}');
    return true;
  };
  const before = wake();
  const { id } = await before.submit(named.report);
  await before.send();
  world.service.behaviour = () => false;
  isContactOn = false;
  const outbox = wake();
  await outbox.retry();
  expect(world.service.received.map(({ idempotencyKey }) => idempotencyKey === id)).toEqual([true, false]);
  expect(JSON.stringify([...world.service.created.values()])).not.toContain('acme.example');
  expect((await outbox.list()).map(({ state }) => state.kind)).toEqual(['sent']);
});
