import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { Profile } from '../../test/fixtures/profile.ts';
import { WARNING } from '../../test/fixtures/protection.ts';
import { ReportSubjects } from '../browser-ui/report-subject.ts';
import type { MessageName } from '../messaging/catalogue.ts';
import { answer, type MessageSource } from '../messaging/router.ts';
import { allowanceOf } from '../protection/allowance/allowance.ts';
import { SiteChoices } from '../protection/pause/site-choices.ts';
import { Outbox } from '../reporting/outbox/outbox.ts';
import { Records } from '../storage/records.ts';
import type { Background } from './background.ts';
import { handlersOf } from './handlers.ts';

const OWN = { id: 'wary', origin: 'chrome-extension://wary/' };
const EVIL = 'https://evil.test/login';
const WARNED: MessageSource = { id: 'wary', url: `${WARNING}#${EVIL}`, frameId: 0, tab: { id: 1, windowId: 5 } };
const IN_PAGE: MessageSource = { id: 'wary', url: 'https://good.test/', frameId: 0, tab: { id: 2, windowId: 5 } };
const DRAFT = { contents: ['scam.test'], description: 'It empties wallets', contactInfo: '', scamKind: '' };

let profile: Profile;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  fakeBrowser.reset();
  vi.spyOn(fakeBrowser.tabs, 'get').mockResolvedValue({ incognito: false } as never);
  profile = new Profile();
  vi.stubGlobal('fetch', profile.fetch);
});
afterEach(() => vi.unstubAllGlobals());

/** A worker with what its messages change. Each has its own memory, as after the death of the one before. */
async function worker() {
  const { worker, allowed, answers } = await profile.wake();
  const records = new Records();
  const muted = { records, session: profile.session, isPrivate: async () => false, now: Date.now };
  const outbox = new Outbox({
    endpoint: async () => ({ baseUrl: 'https://service.test', apiKey: 'k' }),
    deliver: async () => ({ kind: 'sent', reference: 7, receipt: 'R'.repeat(22) }),
  });
  const parts = {
    worker,
    answers,
    allowedSites: allowed,
    outbox,
    mutedSites: new SiteChoices('mutedSites', muted),
    reportSubjects: new ReportSubjects(profile.session),
    settings: { read: async () => ({ reports: true, reportContact: 'optional' }) },
    schedule: { onAllowancesChanged: async () => undefined, sendOutbox: () => outbox.send() },
    addresses: {},
    pauses: profile.pauses,
    lookalikes: { imitated: () => null },
    siteMarks: { endWhereOff: async () => undefined },
    findings: { of: async () => ({ found: 0, blocked: 0 }) },
    toolbar: { setBlockedCount: async () => undefined },
    showState: async () => undefined,
  };
  const handlers = handlersOf(parts as unknown as Background);
  return {
    ...parts,
    deliver: (message: { name: string; id: string; request: unknown }, source: MessageSource) =>
      answer(message, source, handlers, OWN),
  };
}

/** Delivers a message, loses the worker before its reply arrives, and delivers it to the next one. */
async function deliverTwice(name: MessageName, request: unknown, source = WARNED): Promise<unknown[]> {
  const message = { name, id: crypto.randomUUID(), request };
  const first = await (await worker()).deliver(message, source);
  return [first, await (await worker()).deliver(message, source)];
}

const STORED_TWICE = [{ stored: [true] }, { stored: [true] }];

test.each(['tab', 'day', 'always'] as const)('a site that is opened anyway (%s) is allowed once', async (scope) => {
  await deliverTwice('warningProceed', { url: EVIL, scope });
  const { allowedSites } = await worker();
  const [only, ...others] = await allowedSites.list();
  expect([only?.scope, others]).toEqual([scope, []]);
  await deliverTwice('allowanceRevoke', { id: only!.id });
  expect(await (await worker()).allowedSites.list()).toEqual([]);
  expect(await deliverTwice('allowancesPut', { allowances: [only] })).toEqual(STORED_TWICE);
  expect(await (await worker()).allowedSites.list()).toHaveLength(1);
});

test('pressed twice at once, it is allowed once too', async () => {
  const { deliver, allowedSites } = await worker();
  const press = () =>
    deliver({ name: 'warningProceed', id: crypto.randomUUID(), request: { url: EVIL, scope: 'always' } }, WARNED);
  await Promise.all([press(), press()]);
  expect(await allowedSites.list()).toHaveLength(1);
});

test('an allowance that is changed, and a file of them, count once', async () => {
  const changed = [
    allowanceOf('evil.test/', 'always', { now: 1 }),
    allowanceOf('evil.test/', 'day', { now: Date.now() }),
  ];
  for (const one of changed) expect(await deliverTwice('allowancesPut', { allowances: [one] })).toEqual(STORED_TWICE);
  expect(await (await worker()).allowedSites.list()).toMatchObject([{ scope: 'day' }]);
});

test('a report that was sent before the worker ended is stored once, and both deliveries answer its entry', async () => {
  const [first, second] = await deliverTwice('reportSubmit', DRAFT);
  expect(second).toMatchObject({ id: (first as { id: string }).id });
  expect(await (await worker()).outbox.list()).toHaveLength(1);
});

test('a dispute is stored once', async () => {
  await deliverTwice('disputeSubmit', { content: 'good.test', email: 'me@good.test', description: 'Mine' });
  expect(await (await worker()).outbox.list()).toHaveLength(1);
});

test.each(['hour', 'site', 'everywhere'] as const)(
  'the protection is paused once (%s), and resumed once',
  async (length) => {
    vi.spyOn(fakeBrowser.tabs, 'get').mockResolvedValue({ incognito: false, url: 'https://good.test/' } as never);
    const DONE = [{ done: true }, { done: true }];
    expect(await deliverTwice('pauseWrite', { tabId: 1, length })).toEqual(DONE);
    expect((await worker()).pauses.list).toHaveLength(1);
    await (await worker()).pauses.begin(length === 'everywhere' ? 'site' : 'everywhere', 'https://good.test/', 1);
    const host = length === 'everywhere' ? null : 'good.test';
    expect(await deliverTwice('mutedSiteRestore', { of: 'protection', host })).toEqual(DONE);
    expect((await worker()).pauses.list).toHaveLength(1);
  },
);

test('the subject of a report reaches its panel, and only once', async () => {
  const subject = { url: 'https://scam.test/', text: '' };
  await deliverTwice('reportHandOver', { windowId: 5, subject });
  expect(await deliverTwice('reportSubject', { windowId: 5 })).toEqual([{ subject }, { subject }]);
  expect(await deliverTwice('reportSubject', { windowId: 5 })).toEqual([{ subject: null }, { subject: null }]);
});

test.each([
  ['assetDispute', { asset: { type: 'ADDRESS', content: '0x52908400098527886E0F7030069857D2E4169EE7' } }],
  ['stepsOpen', { scam: 'drainer' }],
] as const)('%s opens one tab', async (name, request) => {
  const before = (await fakeBrowser.tabs.query({})).length;
  await deliverTwice(name, request, IN_PAGE);
  expect(await fakeBrowser.tabs.query({})).toHaveLength(before + 1);
});
