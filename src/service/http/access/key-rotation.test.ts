import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocklistVersion, organizationLists } from '../../../api/blocklist.ts';
import type { Scope } from '../../../api/operation.ts';
import { validate } from '../../../api/organization/account.ts';
import { verifyNextKey } from '../../../blocklist/codec/artifact.ts';
import { runCommand } from '../../command/run.ts';
import { ServiceFixture } from '../service.fixture.ts';
import { callerOf, createKey, holderOf } from './api-key.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const progress = { write: (text: string) => err.push(text) };
  const terminal = { folder: '.', print: (line: string) => void out.push(line), progress };
  const { publisher, callers } = fixture.service;
  const context = { database: fixture.opened.database, publisher, onChange: () => callers.forget(), terminal };
  const code = await runCommand(words, context);
  return { code, out: out.join('\n'), err: err.join('') };
}
const digestOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32);
const told = (key: string) => fixture.call(organizationLists, { params: { keyDigest: digestOf(key) } }, { key });
const idOf = async (key: string) => String((await holderOf(fixture.opened.database, key))!.keyId);
const statusOf = async (key: string) => (await fixture.call(blocklistVersion, {}, { key })).status;
const build = () => fixture.key(['protect', 'report']);

describe('a key of a build with a successor', () => {
  it('still works, and gets its successor signed with the key of the list for this key only', async () => {
    const before = await build();
    expect((await told(before)).body.nextKey).toBeNull();
    const rotated = await run('keys', 'rotate', await idOf(before), '--label', 'Acme build 2');
    expect(rotated).toMatchObject({ code: 0, err: expect.stringContaining('Put it into the brand') });
    const next = rotated.out;
    expect(next).toMatch(/^wary_[\w-]{43}$/);
    expect([await statusOf(before), await statusOf(next)]).toEqual([200, 200]);
    expect((await fixture.call(validate, {}, { key: next })).body).toMatchObject({
      ...{ kind: 'organization', scopes: ['protect', 'report'], organization: { slug: 'acme' } },
    });
    const { apiKey, version, signature } = (await told(before)).body.nextKey!;
    expect(apiKey).toBe(next);
    const keys = [fixture.service.publisher.list.publicKey];
    const verified = (key: string, more = 0) =>
      verifyNextKey(keys, signature, { keyDigest: digestOf(key), apiKey, version: version + more });
    expect([verified(before), verified(next), verified(before, 1)]).toEqual([true, false, false]);
    expect((await told(next)).body.nextKey).toBeNull();
    const listing = await run('keys', 'list');
    expect(listing.out).toContain(`followed by ${await idOf(next)}`);
    expect(listing.out).not.toContain(next);
  });

  it('gets its successor when it is revoked, and nothing else', async () => {
    const before = await build();
    const { out: next } = await run('keys', 'rotate', await idOf(before));
    const revoked = await run('keys', 'revoke', await idOf(before));
    expect(revoked.out).toContain(`builds that have it get key ${await idOf(next)}`);
    expect((await told(before)).body.nextKey?.apiKey).toBe(next);
    expect([await statusOf(before), await statusOf(next)]).toEqual([401, 200]);
    expect((await fixture.call(validate, {}, { key: before })).status).toBe(401);
    const { database } = fixture.opened;
    expect(await callerOf(database, before)).toBeNull();
  });

  it('gets the last valid successor, skipping revoked ones, or none', async () => {
    const first = await build();
    const { out: second } = await run('keys', 'rotate', await idOf(first));
    expect((await run('keys', 'rotate', await idOf(first))).err).toContain('followed by key');
    const { out: third } = await run('keys', 'rotate', await idOf(second));
    expect((await told(first)).body.nextKey?.apiKey).toBe(third);
    await run('keys', 'revoke', await idOf(third));
    expect((await told(first)).body.nextKey).toBeNull();
    expect((await told(third)).status).toBe(401);
    const { out: fourth } = await run('keys', 'rotate', await idOf(first));
    for (const key of [first, second, third]) expect((await told(key)).body.nextKey?.apiKey).toBe(fourth);
    for (const key of [first, fourth]) await run('keys', 'revoke', await idOf(key));
    expect((await told(first)).status).toBe(401);
  });

  it('must have exactly the scopes of a build and one organization', async () => {
    const { acme, foreign } = fixture;
    const refused = async (scopes: readonly Scope[], organizations = [acme], kind?: 'user') =>
      (await run('keys', 'rotate', await idOf(await fixture.key(scopes, organizations, kind)))).err;
    expect(await refused(['protect', 'report', 'read'])).toContain('can do more than protect and report (read)');
    expect(await refused(['protect'])).toContain('lacks the scope report');
    expect(await refused(['protect', 'report'], [acme], 'user')).toContain('is the key of a person');
    expect(await refused(['protect', 'report'], [acme, foreign])).toContain('reaches 2 organizations');
    expect((await run('keys', 'rotate', '99999')).err).toContain('no valid key 99999');
    const { database } = fixture.opened;
    const order = { kind: 'organization', scopes: ['protect', 'report'], label: '', organizationIds: [acme] } as const;
    const { id } = await createKey(database, order);
    await run('keys', 'revoke', String(id));
    expect((await run('keys', 'rotate', String(id))).err).toContain(`no valid key ${id}`);
  });
});
