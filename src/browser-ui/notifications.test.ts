import { expect, test } from 'vitest';
import { FakeSession } from '../../test/fixtures/protection.ts';
import type { HealthProblem } from '../protection/health/health.ts';
import { Notifications } from './notifications.ts';

function notificationsOf({ isOn = true, session = new FakeSession() } = {}) {
  const shown: string[] = [];
  const text = (title: string) => ({ title, message: '' });
  const notifications = new Notifications({
    show: async (_, { title }) => shown.push(title),
    isOn: async () => isOn,
    say: {
      listed: (host) => text(`listed ${host}`),
      news: (count) => text(`news ${count}`),
      unprotected: ({ kind }) => text(kind),
    },
    session,
  });
  return { notifications, shown, session };
}
const problem = (kind: HealthProblem['kind']): HealthProblem => ({ kind, level: 'unprotected', remedy: null });

test('a page that was open and became listed is notified', async () => {
  const { notifications, shown } = notificationsOf();
  await notifications.notifyListed('http://evil.example/login?session=1');
  expect(shown).toEqual(['listed evil.example']);
});

test('notifies about news once, also across workers, and never about news that the person has seen', async () => {
  const { notifications, shown, session } = notificationsOf();
  await notifications.setNews(0);
  await notifications.setNews(1);
  await notifications.setNews(1);
  const later = notificationsOf({ session });
  await later.notifications.setNews(1);
  await later.notifications.setNews(0);
  await later.notifications.setNews(1);
  expect([shown, later.shown]).toEqual([['news 1'], ['news 1']]);
});

test('a protection that stopped working is notified, one that has not begun to work is not', async () => {
  const { notifications, shown } = notificationsOf();
  await notifications.setProtection('unprotected', problem('list-missing'));
  await notifications.setProtection('protected', undefined);
  await notifications.setProtection('unprotected', problem('list-empty'));
  await notifications.setProtection('unprotected', problem('list-empty'));
  expect(shown).toEqual(['list-empty']);
});

test('what the person switched off is not notified', async () => {
  const { notifications, shown } = notificationsOf();
  await notifications.setProtection('protected', undefined);
  await notifications.setProtection('unprotected', problem('protection-off'));
  expect(shown).toEqual([]);
});

test('sends no notification while they are off, and none later about that time', async () => {
  const { notifications, shown, session } = notificationsOf({ isOn: false });
  await notifications.setNews(0);
  await notifications.setNews(2);
  await notifications.notifyListed('http://evil.example/');
  const on = notificationsOf({ session });
  await on.notifications.setNews(2);
  expect([...shown, ...on.shown]).toEqual([]);
});
