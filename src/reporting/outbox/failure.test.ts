import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, ReportService } from '../../../test/fixtures/reporting/service.ts';
import { DAY, DISPUTE, REPORT, ReportingWorld, reportOf, SECOND } from '../../../test/fixtures/reporting/world.ts';

let world: ReportingWorld;
beforeEach(async () => {
  world = new ReportingWorld();
  await world.start();
});
afterEach(async () => {
  await world.stop();
});

describe('where the service does not take it, the outbox', () => {
  it('holds reports through hours offline with growing pauses, and says why', async () => {
    await world.service.stop();
    const outbox = world.wake();
    await outbox.submit(REPORT);
    world.now += 1;
    await outbox.submit(reportOf('second.example'));
    const pauses: number[] = [];
    for (let turn = 0; turn < 10; turn++) {
      await outbox.send();
      const next = (await outbox.nextAttemptAt())!;
      pauses.push((next - world.now) / SECOND);
      world.now = next;
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    const entries = await outbox.list();
    expect(entries.map(({ attempts }) => attempts)).toEqual([10, 10]);
    expect(entries[0]?.state).toMatchObject({ cause: 'offline' });
    const { port } = new URL(world.service.baseUrl);
    world.service = new ReportService();
    await world.service.start(Number(port));
    await world.wake().send();
    expect(world.service.created.size).toBe(2);
  });

  it('sends everything at once when asked to, whatever the pauses', async () => {
    world.service.behaviour = (response) =>
      answer(response, 500, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const outbox = world.wake();
    await outbox.submit(REPORT);
    await outbox.send();
    await outbox.send();
    expect(world.service.received).toHaveLength(1);
    world.service.behaviour = () => false;
    await outbox.retry();
    expect((await outbox.counts()).sent).toBe(1);
  });

  it('goes on with the others where one report makes the service fail', async () => {
    world.service.behaviour = (response, { body }) =>
      JSON.stringify(body).includes('poison') && answer(response, 500, { message: 'Internal server error', code: 'X' });
    const outbox = world.wake();
    await outbox.submit(reportOf('poison.example'));
    world.now += 1;
    await outbox.submit(REPORT);
    await outbox.send();
    expect(await outbox.counts()).toEqual({ sent: 1, waiting: 1, refused: 0, damaged: 0, news: 0 });
  });

  it('keeps to the time that a 429 names, for everything that waits', async () => {
    world.service.behaviour = (response) =>
      answer(response, 429, { message: 'Too many requests', code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '600' });
    const outbox = world.wake();
    await outbox.submit(REPORT);
    await outbox.submit(DISPUTE);
    await outbox.send();
    expect(world.service.received).toHaveLength(1);
    expect((await outbox.list()).map(({ nextAttemptAt }) => nextAttemptAt - world.now)).toEqual([
      600 * SECOND,
      600 * SECOND,
    ]);
    world.now += 599 * SECOND;
    await outbox.send();
    expect(world.service.received).toHaveLength(1);
  });

  it('does not loop on a Retry-After of 0, nor wait for ever on an absurd one', async () => {
    const outbox = world.wake();
    await outbox.submit(REPORT);
    for (const [header, pause] of [
      ['0', 5 * SECOND],
      ['99999999', DAY],
    ] as const) {
      world.service.behaviour = (response) =>
        answer(response, 503, { message: 'Later', code: 'X' }, { 'retry-after': header });
      await outbox.retry();
      expect((await outbox.nextAttemptAt())! - world.now).toBe(pause);
    }
    expect(world.service.received).toHaveLength(2);
  });

  it('shows a refusal with the reason of each asset in words, and does not send it again', async () => {
    const errors = [
      { asset: 'scam.example', errorType: 'ALREADY_PENDING_REVIEW', message: '', suggestion: 'Wait for the review.' },
      { asset: 'x', errorType: 'SOMETHING_NEW', message: 'Not this.' },
    ];
    world.service.behaviour = (response) =>
      answer(response, 422, {
        message: 'Nothing to report',
        code: 'UNPROCESSABLE_CONTENT',
        issues: [{ message: 'No new asset' }],
        data: { errors },
      });
    const outbox = world.wake();
    await outbox.submit(REPORT);
    await outbox.send();
    expect((await outbox.list())[0]?.state).toMatchObject({
      kind: 'refused',
      at: world.now,
      problem: 'Nothing to report',
      details: ['No new asset', 'scam.example: ALREADY_PENDING_REVIEW Wait for the review.', 'x: Not this.'],
      assetErrors: [
        { asset: 'scam.example', errorType: 'ALREADY_PENDING_REVIEW' },
        { asset: 'x', errorType: 'SOMETHING_NEW' },
      ],
    });
    // Something in it is wrong, which the person can mend.
    expect((await outbox.list())[0]?.state).not.toMatchObject({ isKnown: true });
    await outbox.retry();
    expect(world.service.received).toHaveLength(1);
    world.now += 60_000;
    expect(await outbox.nextAttemptAt()).toBeNull();
  });

  it('shows a refusal although a part of the answer cannot be read', async () => {
    world.service.behaviour = (response) =>
      answer(response, 422, {
        message: 'Nothing to report',
        code: 'UNPROCESSABLE_CONTENT',
        issues: null,
        data: { errors: [{ asset: 'scam.example', errorType: 'ALREADY_PENDING_REVIEW', suggestion: null }] },
      });
    const outbox = world.wake();
    await outbox.submit(REPORT);
    await outbox.send();
    expect((await outbox.list())[0]?.state).toMatchObject({
      kind: 'refused',
      problem: 'Nothing to report',
      details: ['scam.example: ALREADY_PENDING_REVIEW'],
      isKnown: true,
    });
  });

  it.each([
    [401, 'UNAUTHORIZED', 'keyRefused'],
    [403, 'FORBIDDEN', 'keyRefused'],
    [404, '<html>', 'stranger'],
    [200, '<html>', 'unreadable'],
  ])('waits where the status is %i (%s): that is not the report’s fault', async (status, code, cause) => {
    world.service.behaviour = (response) =>
      answer(response, status, code === '<html>' ? '<html>' : { message: 'No', code, issues: [] });
    const outbox = world.wake();
    await outbox.submit(REPORT);
    await outbox.send();
    expect((await outbox.list())[0]?.state).toMatchObject({ kind: 'waiting', cause });
    world.service.behaviour = () => false;
    await outbox.retry();
    expect((await outbox.counts()).sent).toBe(1);
  });

  it('keeps a report that the organization does not accept, says why, and sends the others', async () => {
    world.service.behaviour = (response, { path }) =>
      path.includes('/report/') &&
      answer(response, 403, {
        message: 'Insufficient access',
        code: 'FORBIDDEN',
        issues: [{ message: 'The service "reporting" is off for Acme' }],
      });
    const outbox = world.wake();
    await outbox.submit(REPORT);
    world.now += 1;
    await outbox.submit(DISPUTE);
    await outbox.send();
    const [report, dispute] = (await outbox.list()).sort((a, b) => a.createdAt - b.createdAt);
    expect(report!.state).toMatchObject({ kind: 'waiting', cause: 'closed' });
    expect(dispute!.state.kind).toBe('sent');
    world.service.behaviour = () => false;
    await outbox.retry();
    expect((await outbox.counts()).sent).toBe(2);
  });

  it('refuses a dispute of something the service does not know', async () => {
    world.service.behaviour = (response) =>
      answer(response, 404, { message: 'Unknown asset', code: 'NOT_FOUND', issues: [] });
    const outbox = world.wake();
    await outbox.submit(DISPUTE);
    await outbox.send();
    expect((await outbox.list())[0]?.state).toMatchObject({ kind: 'refused', problem: 'Unknown asset' });
  });

  it('waits for a key and says so', async () => {
    let key: string | null = null;
    const outbox = world.wake({ endpoint: async () => (key ? { baseUrl: world.service.baseUrl, apiKey: key } : null) });
    await outbox.submit(REPORT);
    await outbox.send();
    expect((await outbox.list())[0]?.state).toMatchObject({ kind: 'waiting', cause: 'noKey' });
    key = 'key';
    await outbox.retry();
    expect((await outbox.counts()).sent).toBe(1);
  });
});
