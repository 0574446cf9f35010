import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  FakeList,
  FakeService,
  FakeSession,
  hashOf,
  offline,
  protectionParts,
} from '../../../test/fixtures/protection.ts';
import { checkedContents } from './listed-contents.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const EVIL = 'evil.test/';

describe('a verdict', () => {
  test('is clear for an address that is not on the list, and nobody is asked', async () => {
    const service = new FakeService();
    const { protection } = await protectionParts(new FakeList(EVIL), service);
    expect(await protection.resolve('https://good.test/a')).toMatchObject({ kind: 'clear', confirmation: 'none' });
    expect(service.asked).toEqual([]);
  });

  test('is blocked once the service names the full hash, with its words, and one bucket of four characters was sent', async () => {
    const service = new FakeService(EVIL);
    const { protection } = await protectionParts(new FakeList(EVIL), service);
    expect(protection.verdict('http://sub.evil.test:8080/x?y#z')?.kind).toBe('checking');
    expect(await protection.resolve('http://sub.evil.test:8080/x?y#z')).toMatchObject({
      kind: 'blocked',
      asset: { type: 'URL', content: 'evil.test' },
      expression: EVIL,
      reason: 'Drains wallets',
      source: 'Acme',
      confirmation: 'confirmed',
    });
    expect(service.asked).toEqual([hashOf(EVIL).slice(0, 4)]);
  });

  const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
  test.each([
    [`https://any-gateway.test/ipfs/${CID}/index.html`, `IPFS:${CID}`],
    ['https://github.com/Evil/Drainer', 'GITHUB:evil'],
    ['https://t-me.translate.goog/evil_bot?_x_tr_sl=en', 'TELEGRAM:evil_bot'],
  ])('is blocked for %s where %s is listed', async (url, expression) => {
    const { protection } = await protectionParts(new FakeList(expression), new FakeService(expression));
    expect(await protection.resolve(url)).toMatchObject({ kind: 'blocked', expression });
  });

  test.each([
    [
      'the kind and the name that the service tells',
      { kind: 'fake-shop', source: 'x', sourceName: 'X' },
      'fake-shop',
      'X',
    ],
    [
      'the kind of the reason where that of the service is new',
      { kind: 'of-tomorrow', source: 'Acme' },
      'drainer',
      'Acme',
    ],
    ['nobody where a report led to it', { source: 'review' }, 'drainer', undefined],
  ])('says %s', async (_, said, scam, source) => {
    const service = new FakeService(EVIL);
    service.detail = { type: 'URL', reason: 'Wallet drainer', ...said };
    const { protection } = await protectionParts(new FakeList(EVIL), service);
    expect(await protection.resolve('https://evil.test/')).toHaveProperty('scam', scam);
    expect(protection.verdict('https://evil.test/')?.source).toBe(source);
  });

  test('is clear where only the prefix is shared, and that is remembered', async () => {
    const service = new FakeService();
    const { protection } = await protectionParts(new FakeList(EVIL), service);
    expect(await protection.resolve('https://evil.test/')).toMatchObject({ kind: 'clear', confirmation: 'confirmed' });
    expect(protection.verdict('https://evil.test/other')?.kind).toBe('clear');
    expect(service.asked).toHaveLength(1);
  });

  test('is null for anything that is not a web page', async () => {
    const { protection } = await protectionParts(new FakeList(EVIL), new FakeService());
    for (const url of ['chrome://settings', 'file:///etc/passwd', 'javascript:1', 'about:blank', 'data:text/html,x'])
      expect(protection.verdict(url)).toBeNull();
  });

  test('is unknown without a list, and off where the person switched the protection off', async () => {
    const list = new FakeList(EVIL);
    const { protection, settings } = await protectionParts(list, new FakeService(EVIL));
    list.missing = true;
    expect(protection.verdict('https://evil.test/')?.kind).toBe('unknown');
    list.missing = false;
    Object.assign(settings, { protectSites: false });
    expect(protection.verdict('https://evil.test/')?.kind).toBe('off');
  });

  test('names a page where only a page is listed', async () => {
    const { protection } = await protectionParts(new FakeList('forum.test/bad'), new FakeService('forum.test/bad'));
    expect(await protection.resolve('https://forum.test/bad?utm=1')).toMatchObject({
      kind: 'blocked',
      asset: { type: 'URL', content: 'forum.test/bad' },
    });
    expect(protection.verdict('https://forum.test/good')?.kind).toBe('clear');
  });

  test('on an address follows the same way', async () => {
    const expression = 'ADDRESS:0x52908400098527886e0f7030069857d2e4169ee7';
    const { protection } = await protectionParts(new FakeList(expression), new FakeService(expression));
    const asset = { type: 'ADDRESS' as const, content: '0x52908400098527886e0f7030069857d2e4169ee7' };
    const [verdict] = await protection.resolveShown([asset], 1);
    expect(verdict).toMatchObject({ kind: 'blocked', asset, expression });
  });
});

describe('when the service cannot confirm', () => {
  test.each([
    ['warn', 'unconfirmed'],
    ['closed', 'unconfirmed'],
    ['open', 'permitted'],
  ] as const)('the policy %s makes it %s, with the reason', async (failurePolicy, kind) => {
    const service = new FakeService(EVIL);
    service.failure = offline();
    const { protection, settings } = await protectionParts(new FakeList(EVIL), service);
    Object.assign(settings, { failurePolicy });
    expect(await protection.resolve('https://evil.test/')).toMatchObject({
      kind,
      confirmation: 'failed',
      failure: 'offline',
    });
  });

  test('a retry asks again; without one the failure answers for a while', async () => {
    const service = new FakeService(EVIL);
    service.failure = offline();
    const { protection } = await protectionParts(new FakeList(EVIL), service);
    await protection.resolve('https://evil.test/');
    service.failure = null;
    expect((await protection.resolve('https://evil.test/'))?.kind).toBe('unconfirmed');
    await protection.retry('https://evil.test/');
    expect((await protection.resolve('https://evil.test/'))?.kind).toBe('blocked');
  });

  test('a listed site below one that could not be confirmed is asked about', async () => {
    const service = new FakeService(EVIL);
    service.failure = offline();
    const { protection } = await protectionParts(new FakeList(EVIL, 'login.evil.test/'), service);
    await protection.resolve('https://evil.test/');
    expect(protection.verdict('https://login.evil.test/')?.kind).toBe('checking');
  });

  test('a host that was confirmed before stays blocked in a later life of the worker', async () => {
    const service = new FakeService(EVIL);
    const list = new FakeList(EVIL);
    const first = await protectionParts(list, service);
    await first.protection.resolve('https://evil.test/');
    service.failure = offline();
    const later = await protectionParts(list, service, { time: { now: first.time.now + 86_400_000 } });
    expect(later.protection.verdict('https://evil.test/')).toMatchObject({ kind: 'blocked', reason: 'Drains wallets' });
  });
});

describe('a change of the list', () => {
  test('lets a host go that left it, in verdicts and rules', async () => {
    const list = new FakeList(EVIL);
    const { protection, rules, redirects } = await protectionParts(list, new FakeService(EVIL));
    await protection.resolve('https://evil.test/');
    expect(rules.stopped).toEqual(['evil.test']);
    list.set();
    await protection.forgetUnlisted();
    await redirects.apply();
    expect(protection.verdict('https://evil.test/')?.kind).toBe('clear');
    expect(rules.stopped).toEqual([]);
  });

  test('takes nothing away while the list is only the bundled one', async () => {
    const list = new FakeList(EVIL);
    const { protection, rules, redirects } = await protectionParts(list, new FakeService(EVIL));
    await protection.resolve('https://evil.test/');
    list.set();
    list.origin = 'bundled';
    await protection.forgetUnlisted();
    await redirects.apply();
    expect(protection.verdict('https://evil.test/')?.kind).toBe('blocked');
    expect(rules.stopped).toEqual(['evil.test']);
  });

  test('asks again about a prefix that came into a bucket which is cached', async () => {
    const other = sameBucket(EVIL);
    const list = new FakeList(EVIL);
    const service = new FakeService(EVIL);
    const { protection } = await protectionParts(list, service);
    await protection.resolve('https://evil.test/');
    list.set(EVIL, other);
    service.listed = [EVIL, other];
    await protection.forgetUnlisted();
    expect((await protection.resolve(`https://${other}`))?.kind).toBe('blocked');
    expect(service.asked).toHaveLength(2);
  });
});

describe('what the person allowed', () => {
  test('opens everything below it, in its tab only, also in a later life of the worker', async () => {
    const list = new FakeList(EVIL);
    const service = new FakeService(EVIL);
    const session = new FakeSession();
    const { protection, allowances } = await protectionParts(list, service, { session });
    await protection.resolve('https://evil.test/');
    await allowances.grant(EVIL, 'tab', 7);
    const later = (await protectionParts(list, service, { session })).protection;
    for (const judge of [protection, later]) {
      expect(judge.verdict('https://www.evil.test/login', 7)?.kind).toBe('permitted');
      expect(judge.verdict('https://www.evil.test/login', 8)?.kind).toBe('blocked');
    }
  });

  test.each(['tab', 'always'] as const)('for %s does not open what has an entry of its own below it', async (scope) => {
    const own = 'login.evil.test/';
    const { protection, allowances } = await protectionParts(new FakeList(EVIL, own), new FakeService(EVIL, own));
    await allowances.grant(EVIL, scope, 7);
    expect((await protection.resolve('https://www.evil.test/', 7))?.kind).toBe('permitted');
    expect(await protection.resolve('https://login.evil.test/x', 7)).toMatchObject({
      kind: 'blocked',
      expression: own,
      allowedAbove: EVIL,
    });
    await allowances.grant(own, scope, 7);
    const verdict = protection.verdict('https://login.evil.test/x', 7);
    expect(verdict?.kind).toBe('permitted');
    expect(verdict).not.toHaveProperty('allowedAbove');
  });

  test('opens what only looked listed below it', async () => {
    const { protection, allowances } = await protectionParts(
      new FakeList(EVIL, 'login.evil.test/'),
      new FakeService(EVIL),
    );
    await allowances.grant(EVIL, 'always', undefined);
    expect((await protection.resolve('https://login.evil.test/'))?.kind).toBe('permitted');
  });

  test('is not asked about', async () => {
    const service = new FakeService(EVIL);
    const { protection, allowances } = await protectionParts(new FakeList(EVIL), service);
    await allowances.grant(EVIL, 'always', undefined);
    expect((await protection.resolve('https://evil.test/'))?.kind).toBe('permitted');
    expect(service.asked).toEqual([]);
  });
});

test('what a person asks about is answered with everything switched off, and only what matches is asked about', async () => {
  const service = new FakeService('ADDRESS:0x000000000000000000000000000000000000dead');
  const { protection, settings } = await protectionParts(new FakeList(EVIL, ...service.listed), service);
  Object.assign(settings, { protectSites: false, protectAddresses: false });
  const contents = ['https://good.test/', '0x000000000000000000000000000000000000dEaD', 'a word'];
  const verdicts = await checkedContents(protection, contents);
  expect(verdicts.map((verdict) => verdict?.kind)).toEqual(['clear', 'blocked', undefined]);
  expect(service.asked).toEqual(service.listed.map((listed) => hashOf(listed).slice(0, 4)));
});

/** Another host whose expression is in the same bucket of four characters. */
function sameBucket(expression: string): string {
  const bucket = hashOf(expression).slice(0, 4);
  for (let number = 0; ; number += 1) {
    const candidate = `host${number}.test/`;
    if (hashOf(candidate).startsWith(bucket)) return candidate;
  }
}
