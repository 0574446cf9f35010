import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, receiptOf } from '../../../test/fixtures/reporting/service.ts';
import { DAY, DISPUTE, HOUR, REPORT, ReportingWorld, reportOf } from '../../../test/fixtures/reporting/world.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { standingOf, tallyOf } from './standing.ts';

const MINUTE = 60_000;

let world: ReportingWorld;
beforeEach(async () => {
  world = new ReportingWorld();
  await world.start();
});
afterEach(async () => {
  await world.stop();
});

const asked = () => world.service.received.filter(({ path }) => /receipt-\d/.test(path)).map(({ path }) => path);
const sentOf = async (outbox: Outbox) => {
  const [entry] = await outbox.list();
  if (entry?.state.kind !== 'sent') throw new Error('It was not sent');
  return { ...entry, state: entry.state };
};
async function sent(item: typeof REPORT | typeof DISPUTE = REPORT) {
  const outbox = world.wake();
  await outbox.submit(item);
  await outbox.send();
  return { outbox, id: (await sentOf(outbox)).id };
}
const untilDue = async (outbox: Outbox) => {
  world.now = (await outbox.nextAttemptAt())!;
  await outbox.send();
};

describe('what was sent', () => {
  it.each([
    ['report', REPORT, 'BLOCKED'],
    ['dispute', DISPUTE, 'REJECTED'],
  ] as const)('a %s is followed until it is decided, and brings the reviewers’ words', async (kind, item, state) => {
    const outbox = world.wake();
    await outbox.submit(item);
    await outbox.send();
    await untilDue(outbox);
    expect(asked()).toEqual([`/api/v2/${kind}/${receiptOf(1)}`]);
    expect(await sentOf(outbox)).toMatchObject({ state: { review: { state: 'RECEIVED', askedAt: world.now } } });
    expect((await outbox.counts()).news).toBe(0);
    world.service.review = { state, message: 'It drains wallets.' };
    const successor = world.wake();
    await untilDue(successor);
    const entry = await sentOf(successor);
    expect(entry).toMatchObject({ hasNews: true, state: { review: { state, message: 'It drains wallets.' } } });
    expect(await successor.nextAttemptAt()).toBeNull();
    expect((await successor.counts()).news).toBe(1);
    await successor.seen([entry.id]);
    expect((await successor.counts()).news).toBe(0);
  });

  it('is news where the reviewers ask another question', async () => {
    const { outbox, id } = await sent();
    world.service.review = { state: 'INFORMATION_ASKED', question: 'When was it?' };
    await untilDue(outbox);
    await outbox.seen([id]);
    world.service.review = { state: 'INFORMATION_ASKED', question: 'And who wrote to you?' };
    await untilDue(outbox);
    expect((await outbox.counts()).news).toBe(1);
  });

  it('is asked about less often the longer nothing happens, and never after 60 days', async () => {
    const { outbox } = await sent();
    const start = world.now;
    const hours: number[] = [];
    for (let next = await outbox.nextAttemptAt(); next !== null; next = await outbox.nextAttemptAt()) {
      hours.push((next - world.now) / HOUR);
      world.now = next;
      await outbox.send();
    }
    expect(hours[0]).toBeCloseTo(1 / 6);
    expect(hours.every((pause, index) => index === 0 || pause >= hours[index - 1]! - 1e-9)).toBe(true);
    expect(hours.at(-1)).toBe(12);
    expect(world.now - start).toBeGreaterThan(60 * DAY);
    expect(asked().length).toBeLessThan(135);
  });

  it('all questions wait while the service fails, keep what is known, and respect Retry-After', async () => {
    const { outbox } = await sent();
    await outbox.submit(reportOf('second.example'));
    await outbox.send();
    world.service.review = { state: 'IN_REVIEW' };
    await untilDue(outbox);
    world.service.behaviour = (response) =>
      answer(response, 429, { message: 'No', code: 'X' }, { 'retry-after': '7200' });
    const before = asked().length;
    await untilDue(outbox);
    expect(asked()).toHaveLength(before + 1);
    const waits = (await outbox.list()).map(({ state }) => (state.kind === 'sent' ? state.review : undefined));
    const known = { state: 'IN_REVIEW', askedAt: world.now };
    expect(waits).toMatchObject([known, known]);
    expect(waits.map((review) => review?.nextAt)).toContain(world.now + 2 * HOUR);
    await outbox.send();
    expect(asked()).toHaveLength(before + 1);
  });

  it('is asked about at once when the person opens it, but not again within seconds, also after its decision, which can be undone', async () => {
    const { outbox, id } = await sent();
    await outbox.refresh(id);
    await outbox.refresh(id);
    expect(asked()).toHaveLength(1);
    world.service.review = { state: 'NOT_BLOCKED' };
    world.now += MINUTE;
    await outbox.refresh(id);
    expect(await outbox.nextAttemptAt()).toBeNull();
    world.now += MINUTE;
    await outbox.refresh(id);
    expect(asked()).toHaveLength(3);
  });

  it('shows its receipt to no other service', async () => {
    const { outbox, id } = await sent();
    const elsewhere = new ReportingWorld();
    await elsewhere.start();
    const moved = world.wake({ endpoint: async () => ({ baseUrl: elsewhere.service.baseUrl, apiKey: 'key' }) });
    await untilDue(moved);
    world.now += HOUR;
    await moved.refresh(id);
    expect(elsewhere.service.received).toEqual([]);
    world.now += DAY;
    await outbox.send();
    expect(asked()).toHaveLength(1);
    await elsewhere.stop();
  });

  it('is asked about no more once the service does not know it, unless the person looks', async () => {
    const { outbox, id } = await sent();
    world.service.behaviour = (response) => answer(response, 404, { message: 'Not found', code: 'NOT_FOUND' });
    await untilDue(outbox);
    expect(await outbox.nextAttemptAt()).toBeNull();
    expect(await sentOf(outbox)).toMatchObject({ state: { review: { isGone: true } } });
    world.service.behaviour = () => false;
    world.now += HOUR;
    await outbox.refresh(id);
    expect((await sentOf(outbox)).state.review).not.toHaveProperty('isGone');
  });

  it('wakes the browser no more often while there is no key to ask with', async () => {
    const { outbox } = await sent();
    world.now = (await outbox.nextAttemptAt())!;
    const keyless = world.wake({ endpoint: async () => null });
    await keyless.send();
    expect((await keyless.nextAttemptAt())! - world.now).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  it('is asked about when the person opens it, although the clock was set back since', async () => {
    const { outbox, id } = await sent();
    world.now += DAY;
    await outbox.refresh(id);
    world.now -= DAY / 2;
    await outbox.refresh(id);
    expect(asked()).toHaveLength(2);
  });

  it('of a time without receipts stays readable, and is asked about no more', async () => {
    world.service.givesReceipts = false;
    const { outbox } = await sent(DISPUTE);
    world.now += HOUR;
    await world.wake().send();
    expect(asked()).toEqual([]);
    expect(await outbox.nextAttemptAt()).toBeNull();
  });

  it('of a time that only followed disputes is followed on', async () => {
    const { outbox, id } = await sent(DISPUTE);
    const entry = await sentOf(outbox);
    const { service: _, ...state } = entry.state;
    const row = { ...entry, state: { ...state, dispute: { followedAt: world.now, status: 'OPEN' } } };
    await world.database().write(['entries'], async (transaction) => {
      await transaction.objectStore('entries').put(row, id);
    });
    world.service.review = { state: 'ACCEPTED' };
    await untilDue(outbox);
    expect(await sentOf(outbox)).toMatchObject({ state: { review: { state: 'ACCEPTED' } } });
  });
});

describe('a question of the reviewers', () => {
  const question = 'Where did you see it?';
  async function questioned() {
    const made = await sent();
    world.service.review = { state: 'INFORMATION_ASKED', question };
    await untilDue(made.outbox);
    return made;
  }
  const repliesOf = async (outbox: Outbox) =>
    (await sentOf(outbox)).state.replies?.map(({ text, state }) => [text, state.kind]);

  it('is news, is answered once, and its answer is kept', async () => {
    const { outbox, id } = await questioned();
    expect((await outbox.counts()).news).toBe(1);
    await outbox.answer(id, question, ' In an advertisement. ');
    await outbox.send();
    expect(world.service.replies).toEqual(['In an advertisement.']);
    expect((await sentOf(outbox)).state).toMatchObject({
      review: { state: 'RECEIVED' },
      replies: [{ question, text: 'In an advertisement.', state: { kind: 'sent' } }],
    });
    await expect(outbox.answer(id, question, 'Again')).rejects.toThrow('notAsked');
    await expect(outbox.answer(id, question, ' ')).rejects.toThrow('wrong.answer');
  });

  it('is answered itself: an answer to one that the reviewers replaced goes nowhere', async () => {
    const { outbox, id } = await questioned();
    world.service.review = { state: 'INFORMATION_ASKED', question: 'Whose is it?' };
    await untilDue(outbox);
    await expect(outbox.answer(id, question, 'In an advertisement.')).rejects.toThrow('notAsked');
    await outbox.send();
    expect(world.service.replies).toEqual([]);
  });

  it('is answered once where the worker ended between sending the answer and saying so', async () => {
    const { outbox, id } = await questioned();
    const message = crypto.randomUUID();
    await outbox.answer(id, question, 'In an advertisement.', message);
    await outbox.send();
    await outbox.answer(id, question, 'In an advertisement.', message);
    await outbox.send();
    expect(world.service.replies).toEqual(['In an advertisement.']);
  });

  it('gets an answer that was written without a connection once there is one', async () => {
    const { outbox, id } = await questioned();
    world.service.behaviour = (response) => {
      response.destroy();
      return true;
    };
    await outbox.answer(id, question, 'In an advertisement.');
    await outbox.send();
    expect((await sentOf(outbox)).state.replies).toMatchObject([
      { state: { kind: 'waiting', attempts: 1, cause: 'offline' } },
    ]);
    world.service.behaviour = () => false;
    await world.wake().retry();
    expect(world.service.replies).toEqual(['In an advertisement.']);
    expect(await repliesOf(outbox)).toEqual([['In an advertisement.', 'sent']]);
  });

  it('keeps its answer while another service or none is set, and wakes the browser no more often for it', async () => {
    const { outbox, id } = await questioned();
    await outbox.answer(id, question, 'In an advertisement.');
    for (const endpoint of [null, { baseUrl: 'http://elsewhere.example', apiKey: 'key' }]) {
      const moved = world.wake({ endpoint: async () => endpoint });
      await moved.retry();
      expect((await moved.nextAttemptAt())! - world.now).toBeGreaterThanOrEqual(MINUTE);
    }
    await outbox.retry();
    expect(world.service.replies).toEqual(['In an advertisement.']);
  });

  it('is not answered twice where the acceptance of the answer never reached the browser', async () => {
    const { outbox, id } = await questioned();
    world.service.behaviour = (response, { path }) => {
      if (!path.endsWith('/answer')) return false;
      world.service.replies.push('In an advertisement.');
      world.service.review = { state: 'RECEIVED' };
      response.destroy();
      return true;
    };
    await outbox.answer(id, question, 'In an advertisement.');
    await outbox.send();
    world.service.behaviour = () => false;
    await outbox.retry();
    expect(world.service.replies).toHaveLength(1);
    expect(await repliesOf(outbox)).toEqual([['In an advertisement.', 'sent']]);
  });

  it('that was replaced meanwhile is not answered with what was meant for the one before', async () => {
    const { outbox, id } = await questioned();
    world.service.review = { state: 'INFORMATION_ASKED', question: 'And when?' };
    await outbox.answer(id, question, 'In an advertisement.');
    await outbox.send();
    expect(world.service.replies).toEqual([]);
    expect(await repliesOf(outbox)).toEqual([['In an advertisement.', 'late']]);
    await outbox.answer(id, 'And when?', 'On Monday.');
    await outbox.send();
    expect(world.service.replies).toEqual(['On Monday.']);
  });

  it('that was decided meanwhile says so, and what was decided', async () => {
    const { outbox, id } = await questioned();
    world.service.review = { state: 'NOT_BLOCKED', message: 'It is a known shop.' };
    await outbox.answer(id, question, 'In an advertisement.');
    await outbox.send();
    expect(await repliesOf(outbox)).toEqual([['In an advertisement.', 'late']]);
    expect(await sentOf(outbox)).toMatchObject({ state: { review: { state: 'NOT_BLOCKED' } } });
  });
});

describe('open entries', () => {
  it('are asked about at once when the list drops what was disputed, once for each change, also one that undoes the decision', async () => {
    const { outbox } = await sent(DISPUTE);
    world.service.review = { state: 'ACCEPTED', message: 'Our mistake.' };
    expect(await outbox.compareWithList(() => 1)).toBe(false);
    expect(await outbox.compareWithList(() => 0)).toBe(true);
    await outbox.send();
    expect(await sentOf(outbox)).toMatchObject({ state: { review: { state: 'ACCEPTED', message: 'Our mistake.' } } });
    expect(await outbox.compareWithList(() => 0)).toBe(false);
    world.service.review = { state: 'RECEIVED' };
    expect(await outbox.compareWithList(() => 1)).toBe(true);
    await outbox.send();
    expect(await sentOf(outbox)).toMatchObject({ state: { review: { state: 'RECEIVED' } } });
    expect(asked()).toHaveLength(2);
  });

  it('are asked about at once when the list takes up what was reported, and not at every poll that finds them undecided', async () => {
    const { outbox } = await sent(REPORT);
    expect(await outbox.compareWithList(() => 0)).toBe(false);
    expect(await outbox.compareWithList(() => 1)).toBe(true);
    await outbox.send();
    expect(await outbox.compareWithList(() => 1)).toBe(false);
    expect(asked()).toHaveLength(1);
  });

  it('are asked about when a person opens their list, at most once a minute', async () => {
    const { outbox } = await sent(REPORT);
    await outbox.refreshAll();
    await outbox.refreshAll();
    expect(asked()).toHaveLength(1);
    world.now += MINUTE;
    world.service.review = { state: 'BLOCKED' };
    await outbox.refreshAll();
    world.now += MINUTE;
    await outbox.refreshAll();
    expect(asked()).toHaveLength(2);
  });

  it('that add to what is blocked already say so, until they are read', async () => {
    const isAddition = true;
    const outbox = world.wake({
      deliver: async () => ({ kind: 'sent', reference: 7, receipt: receiptOf(1), isAddition }),
    });
    await outbox.submit(REPORT);
    await outbox.send();
    expect(standingOf(await sentOf(outbox))).toBe('added');
    world.service.review = { state: 'BLOCKED', message: 'Thank you.', isAddition };
    await untilDue(outbox);
    const entry = await sentOf(outbox);
    expect(standingOf(entry)).toBe('read');
    expect(entry.hasNews).toBe(true);
    expect(tallyOf([entry])).toEqual({ reports: 1, blocked: 0 });
    expect(await outbox.nextAttemptAt()).toBeNull();
  });
});
