import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { Blocklist } from '../blocklist/blocklist.ts';
import { Outbox } from '../reporting/outbox/outbox.ts';
import { Background } from './background.ts';

test('a damaged list is noticed although what was sent cannot be read', async () => {
  vi.stubGlobal('location', new URL('chrome-extension://wary/'));
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, put: async () => undefined }) });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const verify = vi.spyOn(Blocklist.prototype, 'verify').mockResolvedValue();
  vi.spyOn(Outbox.prototype, 'nextAttemptAt').mockRejectedValue(new DOMException('Damaged', 'UnknownError'));
  await expect(new Background().start()).rejects.toThrow('Damaged');
  expect(verify).toHaveBeenCalledOnce();
});
