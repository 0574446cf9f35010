import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { SettingsStore } from './store.ts';

const BRAND = { serviceUrl: 'https://brand.example', publishableKey: 'brand-key' };
const open = (brand = BRAND) => new SettingsStore(brand);
const stored = async () => (await fakeBrowser.storage.local.get('settings')).settings;

beforeEach(() => fakeBrowser.reset());

describe('stored settings', () => {
  it('are those of the brand until a person says otherwise', async () => {
    expect(await open().endpoint()).toEqual({ baseUrl: 'https://brand.example', apiKey: 'brand-key' });
    expect(await open({ ...BRAND, publishableKey: '' }).endpoint()).toBeNull();
    expect((await open().read()).protectSites).toBe(true);
  });

  it('outlive the worker and can be taken back', async () => {
    await open().write({ protectSites: false, apiKey: 'mine' });
    expect(await open().read()).toMatchObject({ protectSites: false, apiKey: 'mine' });
    await open().write({ apiKey: null });
    expect(await open().read()).toMatchObject({ protectSites: false, apiKey: 'brand-key' });
  });

  it('lose a damaged value only, and say so', async () => {
    await fakeBrowser.storage.local.set({
      settings: { protectSites: 'yes', failurePolicy: 'closed', serviceUrl: 'http://evil.example', apiKey: 7 },
    });
    const store = open();
    expect(await store.read()).toMatchObject({
      protectSites: true,
      failurePolicy: 'closed',
      serviceUrl: 'https://brand.example',
      apiKey: 'brand-key',
    });
    const { problems } = await store.view();
    expect(problems).toHaveLength(3);
    expect(problems[0]).toMatch(/^Address of the service: must begin with https/);
  });

  it.each([['text'], [[1, 2]], [7]])('that are no record at all (%j) are reported and replaced', async (value) => {
    await fakeBrowser.storage.local.set({ settings: value });
    const store = open();
    expect((await store.view()).problems).toEqual(['The stored settings are damaged and are not used.']);
    await store.write({ protectSites: false });
    expect(await stored()).toEqual({ protectSites: false });
  });

  it('keep what another version wrote', async () => {
    await fakeBrowser.storage.local.set({ settings: { laterSetting: 'kept' } });
    await open().write({ protectAddresses: false });
    expect(await stored()).toEqual({ laterSetting: 'kept', protectAddresses: false });
  });

  it('are all kept when two writes come at once', async () => {
    const store = open();
    await Promise.all([store.write({ protectSites: false }), store.write({ protectAddresses: false })]);
    expect(await stored()).toEqual({ protectSites: false, protectAddresses: false });
  });

  it('refuse a bad or unknown value and change nothing', async () => {
    const store = open();
    await expect(store.write({ protectSites: false, failurePolicy: 'maybe' as never })).rejects.toThrow(
      /When a site cannot be confirmed/,
    );
    await expect(store.write({ unheard: 1 } as never)).rejects.toThrow('There is no setting "unheard".');
    expect(await stored()).toBeUndefined();
    await store.write({ protectSites: false });
    expect(await stored()).toEqual({ protectSites: false });
  });

  it('say what to do when the storage is full, and take the next write', async () => {
    const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValueOnce(new Error('QUOTA_BYTES exceeded'));
    const store = open();
    await expect(store.write({ protectSites: false })).rejects.toThrow(/Free some disk space/);
    await store.write({ protectSites: false });
    expect((await store.read()).protectSites).toBe(false);
    set.mockRestore();
  });
});
