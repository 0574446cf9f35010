import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeStorageArea } from '../../../test/fixtures/blocklist/storage-area.ts';
import { listOf } from '../../../test/fixtures/blocklist/worker.ts';
import { accountExpressions } from '../../asset/account.ts';
import { platformHosts, prefixOfExpression } from '../../asset/index.ts';
import { ShardCopy } from '../../blocklist/shards/shard-copy.ts';
import { worldOf } from '../content-script.ts';
import { lookLocally, mayListHost } from './local-look.ts';

/** A storage with the shards of these expressions. */
async function shardsOf(...expressions: string[]): Promise<FakeStorageArea> {
  const area = new FakeStorageArea();
  const snapshot = listOf(Uint32Array.from(expressions.map(prefixOfExpression)).sort());
  const list = { ready: Promise.resolve(), snapshot, additions: null, onChange: () => () => undefined };
  await new ShardCopy({ area, session: new FakeStorageArea(), list, platforms: platformHosts() }).follow();
  return area;
}

describe('a guard lets a page through without asking the worker', () => {
  test.each(['https://good.test/', 'http://sub.good.test:8080/a/b?c#d', 'https://login.example.co.uk/x'])(
    '%s, of which nothing is listed',
    async (url) => expect(await lookLocally(url, await shardsOf('evil.test/'))).toEqual({ kind: 'unlisted' }),
  );

  test('a page beside a listed one on a shared host', async () => {
    expect(await lookLocally('https://telegra.ph/mine', await shardsOf('telegra.ph/evil'))).toEqual({
      kind: 'unlisted',
    });
  });
});

describe('a guard with the rules of the platforms', () => {
  beforeEach(() => {
    worldOf().accountRules = accountExpressions;
  });
  afterEach(() => {
    delete worldOf().accountRules;
  });

  test('lets a page of a platform through, and an account that is not listed', async () => {
    const area = await shardsOf('TWITTER:evil');
    expect(await lookLocally('https://x.com/home', area)).toEqual({ kind: 'unlisted' });
    expect(await lookLocally('https://x.com/somebody/status/1', area)).toEqual({ kind: 'unlisted' });
  });

  test('knows the listed owner of an account', async () => {
    expect(await lookLocally('https://github.com/Evil/Drainer', await shardsOf('GITHUB:evil'))).toMatchObject({
      kind: 'hit',
    });
    expect(await lookLocally('https://instagram.com/Evil/p/Abc12', await shardsOf('INSTAGRAM:evil'))).toMatchObject({
      kind: 'hit',
    });
  });

  test('knows an account behind a cache on the host of a platform', async () => {
    const area = await shardsOf('MEDIUM:@evil');
    expect(await lookLocally('https://www.google.com/amp/s/medium.com/@Evil', area)).toMatchObject({ kind: 'hit' });
  });

  test('knows a listed account', async () => {
    expect(await lookLocally('https://mobile.twitter.com/Evil', await shardsOf('TWITTER:evil'))).toMatchObject({
      kind: 'hit',
    });
  });
});

describe('a guard knows of a hit', () => {
  const listed = () => shardsOf('evil.test/', 'drive.test/evil/page');

  test.each([
    ['a listed site', 'https://evil.test/'],
    ['a host below it', 'https://a.b.evil.test/login'],
    ['an odd spelling of it', 'http://user@EVIL.test.:80/%61'],
    ['a listed page', 'https://drive.test/evil/page?from=mail'],
    ['a listed site behind an endless fragment', `https://evil.test/#${'A'.repeat(70_000)}`],
  ])('where the list holds %s', async (_, url) =>
    expect(await lookLocally(url, await listed())).toMatchObject({ kind: 'hit' }),
  );
});

describe('a guard asks the worker', () => {
  test.each([
    ['an account of a platform', 'https://x.com/somebody'],
    ['a host below a platform', 'https://somebody.substack.com/p/1'],
    ['an account behind a translator', 'https://t-me.translate.goog/somebody'],
    ['content on an IPFS gateway', 'https://gateway.test/ipfs/bafy'],
    ['an address that is none', 'about:blank'],
  ])('about %s', async (_, url) => {
    expect(await lookLocally(url, await shardsOf('evil.test/', 'drive.test/evil/page'))).toEqual({ kind: 'unknown' });
  });

  test('where there are no shards', async () => {
    expect(await lookLocally('https://good.test/', new FakeStorageArea())).toEqual({ kind: 'unknown' });
  });

  test('where the storage fails, or is gone with the extension', async () => {
    const area = await shardsOf('evil.test/');
    area.get = () => Promise.reject(new Error('Extension context invalidated.'));
    expect(await lookLocally('https://good.test/', area)).toEqual({ kind: 'unknown' });
    expect(await lookLocally('https://good.test/')).toEqual({ kind: 'unknown' });
  });
});

test('the hosts of links may be listed where the shards have one or a host above it, and else not', async () => {
  const area = await shardsOf('evil.test/');
  expect(await mayListHost(['good.test', 'login.evil.test'], area)).toBe(true);
  expect(await mayListHost(['good.test', 'not a host'], area)).toBe(false);
  expect(await mayListHost(['evil.test'], new FakeStorageArea())).toBe(false);
});
