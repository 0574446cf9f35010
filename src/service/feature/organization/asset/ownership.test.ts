import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  organizationAssetCreate,
  organizationAssetList,
  organizationAssetVerify,
} from '../../../../api/organization/organization-asset.ts';
import { auditEntries } from '../../../database/schema/service.ts';
import { ANYWHERE, PUBLIC_ONLY } from '../../../http/outgoing.ts';
import { ServiceFixture } from '../../../http/service.fixture.ts';
import { findProof, setProof } from './ownership.ts';

const records = new Map<string, string[][]>();
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open({
    resolveTxt: async (name) => records.get(name) ?? Promise.reject(new Error(name)),
  });
}, 60_000);
afterAll(() => fixture.close());
beforeEach(() => records.clear());

const claim = async (content: string, key?: string) => {
  const body = { assets: [{ content }] };
  return (await fixture.call(organizationAssetCreate, { body }, key ? { key } : {})).body.results[0]!.id!;
};
const verify = (assetId: number, key?: string) =>
  fixture.call(organizationAssetVerify, { params: { assetId }, body: {} }, key ? { key } : {});
const ownershipOf = async (id: number) =>
  (await fixture.call(organizationAssetList, { query: {} })).body.assets.find((asset) => asset.id === id)?.ownership;

describe('an asset of an organization', () => {
  it('is claimed until a TXT record of its host proves it, and the answer says which', async () => {
    const id = await claim('https://Proven.example/');
    expect(await ownershipOf(id)).toBe('CLAIMED');
    const { body } = await verify(id);
    expect(body).toEqual({
      ownership: 'CLAIMED',
      proof: {
        value: expect.stringMatching(/^wary-ownership=[\w-]{22}$/),
        dnsName: '_wary.proven.example',
        fileUrl: 'https://proven.example/.well-known/wary.txt',
      },
    });
    records.set('_wary.proven.example', [
      ['something else'],
      [body.proof!.value.slice(0, 9), body.proof!.value.slice(9)],
    ]);
    expect((await verify(id)).body).toEqual({ ownership: 'OWNED' });
    expect(await ownershipOf(id)).toBe('OWNED');
    const rows = await fixture.opened.database.select().from(auditEntries);
    expect(rows.filter(({ action }) => action === 'organizationAssetVerify')).toHaveLength(1);
  });

  it('is not proven by what proves it for another organization, or another host', async () => {
    const id = await claim('contested.example');
    const foreign = await fixture.key(['read', 'manage'], [fixture.foreign]);
    const theirs = (await verify(await claim('contested.example', foreign), foreign)).body.proof!;
    const other = (await verify(await claim('other-host.example'))).body.proof!;
    records.set('_wary.contested.example', [[theirs.value], [other.value]]);
    expect((await verify(id)).body.ownership).toBe('CLAIMED');
    expect((await verify(id, foreign)).body.ownership).toBe('OWNED');
    expect(await ownershipOf(id)).toBe('CLAIMED');
    expect((await verify(999_999)).status).toBe(404);
  });

  it('that is no host of its own can be proven by nobody but the operator', async () => {
    for (const content of ['0x00000000000000000000000000000000000000aa', 'github.io', 'https://x.com/acme'])
      expect((await verify(await claim(content))).body).toEqual({ ownership: 'CLAIMED' });
  });

  it('is owned or not when the operator says so', async () => {
    const id = await claim('https://x.com/acme_support');
    const { database } = fixture.opened;
    await setProof(database, fixture.acme, id, 'OPERATOR');
    expect(await ownershipOf(id)).toBe('OWNED');
    await setProof(database, fixture.acme, id, null);
    expect(await ownershipOf(id)).toBe('CLAIMED');
  });
});

describe('the file that proves a host', () => {
  let server: Server;
  let answer: { status: number; body: string; location?: string };
  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.body);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => new Promise((done) => server.close(done)));

  const find = (outbound = ANYWHERE) => {
    const fileUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/wary.txt`;
    return findProof({ value: 'wary-ownership=x', dnsName: '_wary.a.example', fileUrl }, async () => [], outbound);
  };

  it('holds the value in a line of its own', async () => {
    answer = { status: 200, body: '# ours\r\nwary-ownership=x\r\n' };
    expect(await find()).toBe('FILE');
  });

  it.each([
    ['of another value', { status: 200, body: 'wary-ownership=y' }],
    ['with more in the line', { status: 200, body: 'see wary-ownership=x' }],
    ['that is not there', { status: 404, body: 'wary-ownership=x' }],
    ['elsewhere', { status: 302, body: 'wary-ownership=x', location: 'http://elsewhere.example/' }],
    ['beyond what is read', { status: 200, body: `${'#'.repeat(5_000)}\nwary-ownership=x` }],
  ])('proves nothing: %s', async (_, given) => {
    answer = given;
    expect(await find()).toBeNull();
  });

  it('is not asked for on this machine and its network', async () => {
    answer = { status: 200, body: 'wary-ownership=x' };
    expect(await find(PUBLIC_ONLY)).toBeNull();
  });
});
