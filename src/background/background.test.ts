import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { Blocklist } from '../blocklist/blocklist.ts';
import { Outbox } from '../reporting/outbox/outbox.ts';
import { Background } from './background.ts';

beforeEach(() => {
  vi.stubGlobal('location', new URL('chrome-extension://wary/'));
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, put: async () => undefined }) });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

test('a damaged list is noticed although what was sent cannot be read', async () => {
  const verify = vi.spyOn(Blocklist.prototype, 'verify').mockResolvedValue();
  vi.spyOn(Outbox.prototype, 'nextAttemptAt').mockRejectedValueOnce(new DOMException('Damaged', 'UnknownError'));
  await expect(new Background().start()).rejects.toThrow('Damaged');
  expect(verify).toHaveBeenCalledOnce();
});

test('answers of the service before are forgotten where the choice of another one wakes the worker', async () => {
  const background = new Background();
  const forget = vi.spyOn(background.worker, 'forgetAnswers').mockResolvedValue();
  vi.spyOn(background.schedule, 'onServiceChanged').mockResolvedValue();
  await background.settings.write({ serviceUrl: 'https://other.test' });
  await vi.waitFor(() => expect(forget).toHaveBeenCalledOnce());
});

test('the answers of a service are kept where the change of another setting wakes the worker', async () => {
  const background = new Background();
  const forget = vi.spyOn(background.worker, 'forgetAnswers');
  vi.spyOn(background.schedule, 'onAllowancesChanged').mockResolvedValue();
  vi.spyOn(background.schedule, 'onServiceChanged').mockResolvedValue();
  const shown = vi.spyOn(background, 'showState').mockResolvedValue();
  await background.settings.write({ markLinks: false });
  await vi.waitFor(() => expect(shown).toHaveBeenCalled());
  expect(forget).not.toHaveBeenCalled();
});
