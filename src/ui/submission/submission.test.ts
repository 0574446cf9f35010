import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OutboxEntry } from '../../reporting/entry.ts';
import type { Ask } from '../page/ask.ts';
import { Submission } from './submission.ts';

const draft = { content: 'false-alarm.example', email: '', description: 'It is my shop' };
const entry = (state: OutboxEntry['state']): OutboxEntry => ({
  id: '5f2d4d6e-7d1c-4b8e-9a59-0d5f1f0f4c11',
  item: { kind: 'dispute', draft },
  createdAt: 0,
  attempts: 0,
  lastAttemptAt: null,
  nextAttemptAt: 0,
  state,
});

function background(answers: Record<string, unknown>) {
  const sent: string[] = [];
  const ask = (async (name: string) => {
    sent.push(name);
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as Ask;
  return { ask, sent, answers };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a dispute that is sent', () => {
  test('never leaves with a recovery phrase or a private key in it, and goes once that is taken out', async () => {
    const { ask, sent } = background({ disputeSubmit: entry({ kind: 'sent', at: 1, reference: 7 }) });
    const submission = new Submission(ask);
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    await submission.dispute({ ...draft, description: `I typed ${phrase}` });
    expect([submission.state.value, sent]).toEqual([{ kind: 'secret' }, []]);
    await submission.dispute(draft);
    expect(sent).toContain('disputeSubmit');
  });

  test('is followed until the service has taken it', async () => {
    const waiting = entry({ kind: 'waiting' });
    const { ask, answers } = background({ disputeSubmit: waiting, outboxList: { entries: [waiting], damaged: [] } });
    const submission = new Submission(ask);
    await submission.dispute(draft);
    expect(submission.state.value).toEqual({ kind: 'sending' });
    answers.outboxList = { entries: [entry({ kind: 'sent', at: 1, reference: 7 })] };
    await vi.advanceTimersByTimeAsync(1_500);
    expect(submission.state.value).toMatchObject({ entry: { state: { kind: 'sent', reference: 7 } } });
  });

  test('is shown as waiting once an attempt failed, or the first one takes long', async () => {
    const waiting = entry({ kind: 'waiting' });
    const offline = entry({ kind: 'waiting', cause: 'offline' });
    const { ask, answers } = background({ disputeSubmit: waiting, outboxList: { entries: [offline], damaged: [] } });
    const failed = new Submission(ask);
    await failed.dispute(draft);
    await vi.advanceTimersByTimeAsync(600);
    expect(failed.state.value).toMatchObject({ kind: 'stored', entry: offline });
    answers.outboxList = { entries: [waiting], damaged: [] };
    const slow = new Submission(ask);
    await slow.dispute(draft);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(slow.state.value).toEqual({ kind: 'sending' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(slow.state.value).toMatchObject({ kind: 'stored', entry: waiting });
  });

  test('is followed on while the background does not answer', async () => {
    const waiting = entry({ kind: 'waiting' });
    const { ask, answers } = background({ disputeSubmit: waiting, outboxList: new Error('gone') });
    const submission = new Submission(ask);
    await submission.dispute(draft);
    await vi.advanceTimersByTimeAsync(3_000);
    answers.outboxList = { entries: [entry({ kind: 'sent', at: 1, reference: 7 })] };
    await vi.advanceTimersByTimeAsync(1_500);
    expect(submission.state.value).toMatchObject({ entry: { state: { kind: 'sent' } } });
  });

  test('asks nothing more once its form is gone, also where it was left while sending', async () => {
    const waiting = entry({ kind: 'waiting' });
    const { ask, sent } = background({ disputeSubmit: waiting, outboxList: { entries: [waiting], damaged: [] } });
    const submission = new Submission(ask);
    const sending = submission.dispute(draft);
    submission.stop();
    await sending;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual(['disputeSubmit']);
  });

  test('goes back to the form with the reason when it could not be stored', async () => {
    const { ask } = background({ disputeSubmit: new Error('The browser has no room left') });
    const submission = new Submission(ask);
    await submission.dispute(draft);
    expect(submission.state.value).toEqual({ kind: 'writing', problem: 'The browser has no room left.' });
  });

  test.each([
    ['leaves no refused twin behind', true, ['disputeSubmit', 'kept', 'outboxDiscard']],
    ['stays in the outbox where its words are kept nowhere else', false, ['disputeSubmit', 'kept']],
  ] as const)('%s when it is corrected', async (_, isKept, steps) => {
    const refused = entry({ kind: 'refused', at: 1, problem: 'Unknown asset', details: [] });
    const { ask, sent } = background({ disputeSubmit: refused, outboxDiscard: { done: true } });
    const submission = new Submission(ask);
    await submission.dispute(draft);
    await submission.edit(async () => {
      sent.push('kept');
      return isKept;
    });
    expect(sent).toEqual(steps);
    expect(submission.state.value).toEqual({ kind: 'writing', problem: null });
  });

  test('is not sent twice by two presses', async () => {
    const { ask, sent } = background({ disputeSubmit: entry({ kind: 'sent', at: 1, reference: 7 }) });
    const submission = new Submission(ask);
    await Promise.all([submission.dispute(draft), submission.dispute(draft)]);
    expect(sent).toEqual(['disputeSubmit']);
  });
});
