import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('tabs take turns, however much one of them has to do', async () => {
  const turns = new Turns();
  const log: number[] = [];
  const work = [1, 1, 1, 1, 2, 3].map(async (tab) => {
    await turns.take(tab);
    log.push(tab);
  });
  await Promise.all(work);
  expect(log).toEqual([1, 2, 3, 1, 1, 1]);
});

test('what comes in between is done before the next turn', async () => {
  const turns = new Turns();
  const log: string[] = [];
  const question = new MessageChannel();
  question.port1.onmessage = () => {
    log.push('question');
    question.port1.close();
  };
  const first = turns.take(1).then(() => {
    log.push('first');
    question.port2.postMessage(null);
  });
  const others = [1, 2, 3, 4].map(async (tab) => {
    await turns.take(tab);
    log.push('other');
  });
  await Promise.all([first, ...others]);
  expect(log.indexOf('question')).toBeLessThanOrEqual(2);
  expect(log).toHaveLength(6);
});
