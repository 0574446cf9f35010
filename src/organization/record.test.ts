import 'fake-indexeddb/auto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrganizationRecord } from '../api/organization/organization.ts';
import { Records } from '../storage/records.ts';
import { OrganizationStore } from './record.ts';

let records: Records;
const MINUTE = 60_000;
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const PNG_URL = `data:image/png;base64,${PNG.toString('base64')}`;
const brand = { name: 'Brand', slug: 'acme', portalUrl: 'https://portal.example' };
const absent = { present: false, fileName: null, fileUrl: null };

const record = (changes: Partial<OrganizationRecord> = {}): OrganizationRecord => ({
  id: 1,
  name: 'Acme',
  slug: 'acme',
  avatarUrl: null,
  contactUrl: null,
  subscriptionStatus: 'ACTIVE',
  portalVisibility: 'PUBLIC',
  reportVisibility: 'PUBLIC',
  metricsVisibility: 'PUBLIC',
  brandMetadata: { websiteUrl: null, twitterHandle: null, securityContactEmail: null, industry: null },
  portalCustomization: {
    useCustomDetails: false,
    name: null,
    slug: null,
    avatarUrl: null,
    bannerEnabled: false,
    bannerContent: null,
  },
  services: {
    reporting: { active: true },
    reviewing: { active: true },
    protection: { active: true },
    takedowns: { active: true, automated: false },
    detection: { active: true },
    darkWebMonitoring: { active: true },
  },
  integrations: {
    slack: false,
    discord: false,
    telegram: { connected: false, groupCount: 0 },
    vercel: false,
    intercom: false,
    moderation: false,
  },
  obligatoryAdminApproval: { active: false, assetTypes: [] },
  pendingServiceApprovals: [],
  legalDocuments: {
    letterOfAuthorization: { present: true, fileName: 'secret.pdf', fileUrl: null },
    powerOfAttorney: absent,
  },
  trademarkRegistrations: [],
  ...changes,
});

let server: Server;
let origin: string;
let asked: { path: string; headers: NodeJS.Dict<string | string[]> }[];
let respond: (response: ServerResponse, path: string) => void;
let now: number;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  records = new Records();
  asked = [];
  now = Date.UTC(2025, 10, 21);
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    respond(response, request.url ?? '');
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const open = (slug = 'acme') =>
  new OrganizationStore({
    brand: { ...brand, slug },
    endpoint: async () => ({ baseUrl: origin, apiKey: 'key' }),
    records,
    now: () => now,
  });
const serve = (value: OrganizationRecord, avatar: Buffer = PNG) => {
  respond = (response, path) => void response.end(path.startsWith('/api') ? JSON.stringify(value) : avatar);
};
const fail = (status: number) => {
  respond = (response) =>
    void response.writeHead(status).end(JSON.stringify({ message: 'No', code: 'NO', issues: [] }));
};

describe('the organization', () => {
  it('is the brand’s name without a link until its record is there', async () => {
    expect(await open().view()).toEqual({ name: 'Brand', avatarUrl: null, portal: null });
    expect(asked).toEqual([]);
  });

  it('is shown from its record, also by the next worker and while the service is down', async () => {
    serve(record({ portalCustomization: { ...record().portalCustomization, slug: 'acme security', name: 'unused' } }));
    await open().refresh();
    expect(asked.map(({ path }) => path)).toEqual(['/api/v2/user/orgs/acme']);
    const view = {
      name: 'Acme',
      avatarUrl: null,
      portal: { url: 'https://portal.example/acme%20security', kind: 'portal' },
    };
    expect(await open().view()).toEqual(view);
    fail(503);
    now += 11 * MINUTE;
    await open().refresh();
    expect(await open().view()).toEqual(view);
  });

  it('has no link to a report form that takes no reports', async () => {
    const services = { ...record().services, reporting: { active: false } };
    serve(record({ portalVisibility: 'PRIVATE', services }));
    await open().refresh();
    expect((await open().view()).portal).toBeNull();
    serve(record({ portalVisibility: 'PUBLIC', services }));
    now += 11 * MINUTE;
    await open().refresh();
    expect((await open().view()).portal).toEqual({ kind: 'portal', url: 'https://portal.example/acme' });
  });

  it('is still known from what an earlier version stored, which kept no services', async () => {
    serve(record({ portalVisibility: 'PRIVATE' }));
    await open().refresh();
    const [kept] = (await records.read('organization')) as [{ record: { services?: unknown } }];
    delete kept.record.services;
    await records.write({ organization: kept });
    fail(503);
    expect((await open().view()).portal).toEqual({ kind: 'report-form', url: 'https://portal.example/acme' });
  });

  it('is asked for at most every ten minutes, failed attempts included, and once where calls meet', async () => {
    fail(500);
    const store = open();
    await Promise.all([store.refresh(), store.refresh()]);
    now += 9 * MINUTE;
    await open().refresh();
    expect(asked).toHaveLength(1);
    now += 2 * MINUTE;
    await open().refresh();
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['PRIVATE', { kind: 'report-form', url: 'https://portal.example/acme' }],
    ['DISABLED', null],
  ] as const)('whose portal is %s has the link %j', async (portalVisibility, portal) => {
    serve(record({ portalVisibility }));
    await open().refresh();
    expect((await open().view()).portal).toEqual(portal);
  });

  it.each([401, 403, 404])('falls back to the brand where the service says %i', async (status) => {
    serve(record());
    await open().refresh();
    fail(status);
    now += 11 * MINUTE;
    await open().refresh();
    expect(await open().view()).toEqual({ name: 'Brand', avatarUrl: null, portal: null });
  });

  it('of another service or slug is not shown, nor one that is damaged', async () => {
    serve(record());
    await open().refresh();
    expect((await open('other').view()).name).toBe('Brand');
    await records.write({ organization: { record: 'text' } });
    expect((await open().view()).name).toBe('Brand');
    await open().refresh();
    expect((await open().view()).name).toBe('Acme');
  });

  it('does without the record where the storage is full, and has it once there is room', async () => {
    serve(record());
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(records, 'write').mockRejectedValueOnce(new DOMException('No space', 'QuotaExceededError'));
    await open().refresh();
    expect(warned).toHaveBeenCalledOnce();
    expect((await open().view()).name).toBe('Brand');
    await open().refresh();
    expect((await open().view()).name).toBe('Acme');
    vi.restoreAllMocks();
  });

  it('leaves none of its private parts in the browser', async () => {
    serve(record());
    await open().refresh();
    expect(JSON.stringify(await records.read('organization'))).not.toMatch(/secret\.pdf|legalDocuments|integrations/);
  });
});

describe('the avatar', () => {
  it('is fetched once without key, cookie or referrer, and shown without asking its address', async () => {
    serve(record({ avatarUrl: `${origin}/avatar.png` }));
    await open().refresh();
    expect((await open().view()).avatarUrl).toBe(PNG_URL);
    const { headers } = asked.find(({ path }) => path === '/avatar.png')!;
    expect(headers).not.toHaveProperty('x-api-key');
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
    now += 11 * MINUTE;
    await open().refresh();
    expect(asked.filter(({ path }) => path === '/avatar.png')).toHaveLength(1);
  });

  it('is kept where its next fetch fails, and dropped where the organization has another', async () => {
    serve(record({ avatarUrl: `${origin}/avatar.png` }));
    await open().refresh();
    serve(record({ avatarUrl: `${origin}/avatar.png` }), Buffer.from('<html>'));
    now += 25 * 60 * MINUTE;
    await open().refresh();
    expect((await open().view()).avatarUrl).toBe(PNG_URL);
    serve(record({ avatarUrl: `${origin}/other.png` }), Buffer.from('<html>'));
    now += 11 * MINUTE;
    await open().refresh();
    expect((await open().view()).avatarUrl).toBeNull();
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', Buffer.from('<html></html>')],
    ['nothing', Buffer.alloc(0)],
    ['an image of more than 256 kB', Buffer.concat([PNG, Buffer.alloc(256 * 1024)])],
  ])('that is %s is not shown', async (_, bytes) => {
    serve(record({ avatarUrl: `${origin}/avatar` }), bytes);
    await open().refresh();
    expect(await open().view()).toMatchObject({ name: 'Acme', avatarUrl: null });
  });

  it.each(['http://avatars.example/a.png', 'http://192.168.0.1/a.png', 'data:image/png;base64,AA', 'not an address'])(
    'at %s is not asked for',
    async (avatarUrl) => {
      serve(record({ avatarUrl }));
      await open().refresh();
      expect(asked).toHaveLength(1);
      expect((await open().view()).avatarUrl).toBeNull();
    },
  );

  it('that redirects elsewhere is not followed', async () => {
    serve(record({ avatarUrl: `${origin}/avatar.png` }));
    const plain = respond;
    respond = (response, path) =>
      path === '/avatar.png'
        ? void response.writeHead(302, { location: `${origin}/tracker` }).end()
        : plain(response, path);
    await open().refresh();
    expect(asked.map(({ path }) => path)).not.toContain('/tracker');
  });
});
