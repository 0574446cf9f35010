import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { Records } from '../storage/records.ts';
import { parsePolicy } from './policy/policy.ts';
import { ProfileRecord } from './record.ts';
import { type BrandSettings, SettingsStore } from './store.ts';

const BRAND: BrandSettings = { serviceUrl: 'https://brand.example', publishableKey: 'brand-key' };
let records: Records;
let policy: unknown;
const open = (brand = BRAND) =>
  new SettingsStore({
    brand,
    record: new ProfileRecord(records),
    policy: { current: async () => parsePolicy(policy) },
  });
const stored = async () => (await records.read('settings'))[0];
const store = (settings: unknown) => records.write({ settings });

beforeEach(() => {
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
  records = new Records();
  policy = undefined;
});

describe('stored settings', () => {
  it('are those of the brand until a person says otherwise', async () => {
    expect(await open().endpoint()).toEqual({ baseUrl: 'https://brand.example', apiKey: 'brand-key' });
    expect(await open({ ...BRAND, publishableKey: '' }).endpoint()).toBeNull();
    expect((await open().read()).protectSites).toBe(true);
  });

  it('begin as the brand says, which is weaker than a person and a policy', async () => {
    const settings = { protectAddresses: false, failurePolicy: 'closed', openListed: 'nobody' } as const;
    const branded = open({ ...BRAND, settings });
    expect(await branded.view()).toMatchObject({
      protectAddresses: { value: false, origin: 'brand' },
      failurePolicy: { value: 'closed', origin: 'brand' },
      openListed: { value: 'freely', origin: 'default' },
    });
    await branded.write({ protectAddresses: true });
    policy = { failurePolicy: 'warn' };
    expect(await branded.view()).toMatchObject({
      protectAddresses: { value: true, origin: 'person' },
      failurePolicy: { value: 'warn', origin: 'policy' },
    });
  });

  it('are those of brand and policy where the stored ones cannot be read', async () => {
    policy = { failurePolicy: 'closed', openListed: 'nobody' };
    vi.spyOn(records, 'read').mockRejectedValue(new DOMException('The database does not answer', 'TimeoutError'));
    const store = open({ ...BRAND, settings: { protectAddresses: false } });
    await expect(store.read()).rejects.toThrow('The database does not answer');
    await expect(store.endpoint()).rejects.toThrow('The database does not answer');
    expect(await store.view()).toMatchObject({
      openListed: { value: 'nobody', origin: 'policy' },
      problems: ['The stored settings cannot be read now.'],
    });
    expect(await store.readGoverned()).toMatchObject({
      isWhole: false,
      settings: { failurePolicy: 'closed', openListed: 'nobody', protectAddresses: false, protectSites: true },
    });
  });

  it('lie where no content script reaches them', async () => {
    await open().write({ apiKey: 'secret-key', serviceUrl: 'https://own.example' });
    expect(JSON.stringify(await fakeBrowser.storage.local.get(null))).not.toMatch(/secret-key|own\.example/);
    await fakeBrowser.storage.local.set({ settings: { apiKey: 'forged', protectSites: false } });
    expect(await open().read()).toMatchObject({ apiKey: 'secret-key', protectSites: true });
  });

  it('tell of a change at once, and of none that was refused', async () => {
    const store = open();
    const told: boolean[] = [];
    store.onChange(() => void told.push(true));
    await store.write({ protectSites: false });
    await expect(store.write({ failurePolicy: 'maybe' as never })).rejects.toThrow();
    expect(told).toEqual([true]);
  });

  it('outlive the worker and can be taken back', async () => {
    await open().write({ protectSites: false, apiKey: 'mine' });
    expect(await open().read()).toMatchObject({ protectSites: false, apiKey: 'mine' });
    await open().write({ apiKey: null });
    expect(await open().read()).toMatchObject({ protectSites: false, apiKey: 'brand-key' });
  });

  it('lose a damaged value only, and say so', async () => {
    await store({ protectSites: 'yes', failurePolicy: 'closed', serviceUrl: 'http://evil.example', apiKey: 7 });
    const settings = open();
    expect(await settings.read()).toMatchObject({
      protectSites: true,
      failurePolicy: 'closed',
      serviceUrl: 'https://brand.example',
      apiKey: 'brand-key',
    });
    const { problems } = await settings.view();
    expect(problems).toHaveLength(3);
    expect(problems[0]).toMatch(/^Address of the service: must begin with https/);
  });

  it('send a key nowhere else where the address that it was given for is damaged', async () => {
    await store({ serviceUrl: 'http://mine.example', apiKey: 'mine' });
    expect(await open().endpoint()).toEqual({ baseUrl: BRAND.serviceUrl, apiKey: 'brand-key' });
  });

  it.each([['text'], [[1, 2]], [7]])('that are no record at all (%j) are reported and replaced', async (value) => {
    await store(value);
    const settings = open();
    expect((await settings.view()).problems).toEqual(['The stored settings are damaged and are not used.']);
    await settings.write({ protectSites: false });
    expect(await stored()).toEqual({ protectSites: false });
  });

  it('keep what another version wrote', async () => {
    await store({ laterSetting: 'kept' });
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
    const set = vi.spyOn(records, 'write').mockRejectedValueOnce(new DOMException('No space', 'QuotaExceededError'));
    const store = open();
    await expect(store.write({ protectSites: false })).rejects.toMatchObject({ name: 'StorageFull' });
    await store.write({ protectSites: false });
    expect((await store.read()).protectSites).toBe(false);
    set.mockRestore();
  });
});

describe('settings that a policy locks', () => {
  it('hold over what a person stored before, and over what another program wrote', async () => {
    await open().write({ failurePolicy: 'open', protectSites: false });
    policy = { failurePolicy: 'closed' };
    expect(await open().read()).toMatchObject({ failurePolicy: 'closed', protectSites: false });
    await store({ failurePolicy: 'warn' });
    expect((await open().read()).failurePolicy).toBe('closed');
    policy = {};
    expect((await open().read()).failurePolicy).toBe('warn');
  });

  it('refuse a change, say who manages them, and change nothing else of it', async () => {
    policy = { protectSites: true, managedBy: 'Acme' };
    await expect(open().write({ protectSites: false, protectAddresses: false })).rejects.toThrow(
      'Stop listed sites: this is managed by Acme and cannot be changed here.',
    );
    expect(await stored()).toBeUndefined();
    await open().write({ protectSites: true, protectAddresses: false });
    expect(await open().read()).toMatchObject({ protectSites: true, protectAddresses: false });
  });

  it('are left out of what was chosen elsewhere', async () => {
    policy = { protectSites: true };
    await open().take({ protectSites: false, protectAddresses: false });
    expect(await stored()).toEqual({ protectAddresses: false });
  });

  it('tell a page who set each of them', async () => {
    policy = { failurePolicy: 'closed', managedBy: 'Acme', protectSites: 'no' };
    await open().write({ protectAddresses: false });
    expect(await open().view()).toMatchObject({
      serviceUrl: { value: BRAND.serviceUrl, origin: 'brand' },
      keyIsSet: { value: true, origin: 'brand' },
      protectSites: { value: true, origin: 'default' },
      protectAddresses: { value: false, origin: 'person' },
      failurePolicy: { value: 'closed', origin: 'policy' },
      managedBy: 'Acme',
      problems: [expect.stringMatching(/^The policy of your organization: Stop listed sites:/)],
    });
  });

  it('never send a policy’s key to a service that a person chose', async () => {
    await open().write({ serviceUrl: 'https://mine.example', apiKey: 'mine' });
    policy = { apiKey: 'policy-key' };
    expect(await open().endpoint()).toEqual({ baseUrl: BRAND.serviceUrl, apiKey: 'policy-key' });
  });

  it('never send a policy’s key to the brand’s service where the policy has mistyped the address of its own', async () => {
    policy = { serviceUrl: 'http://threats.acme.example', apiKey: 'policy-key' };
    expect(await open().endpoint()).toEqual({ baseUrl: BRAND.serviceUrl, apiKey: 'brand-key' });
    expect((await open().view()).problems).toEqual([expect.stringMatching(/Address of the service/)]);
  });
});
