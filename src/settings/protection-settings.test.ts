import { expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { FAILURE_POLICIES, INITIAL, protectionSettingsOf } from './protection-settings.ts';
import { SettingsStore } from './store.ts';

const VALUES = [undefined, null, true, false, 0, 1, '', 'yes', 'on', ...FAILURE_POLICIES, {}, []];

test('a verdict follows from the same settings that the settings page shows, whatever is stored', async () => {
  const store = new SettingsStore({ serviceUrl: 'https://service.test', publishableKey: '' });
  const records = [undefined, null, 7, 'settings', [], ...VALUES.flatMap((value) => recordsWith(value))];
  for (const settings of records) {
    await fakeBrowser.storage.local.set({ settings });
    const { protectSites, protectAddresses, failurePolicy } = await store.read();
    expect(protectionSettingsOf(settings), JSON.stringify(settings)).toEqual({
      protectSites,
      protectAddresses,
      failurePolicy,
    });
  }
});

test('nothing stored means that everything is protected', () => {
  expect(protectionSettingsOf(undefined)).toEqual(INITIAL);
  expect(INITIAL).toEqual({ protectSites: true, protectAddresses: true, failurePolicy: 'warn' });
});

const recordsWith = (value: unknown) =>
  Object.keys(INITIAL).map((name) => ({ failurePolicy: 'closed', protectSites: false, [name]: value }));
