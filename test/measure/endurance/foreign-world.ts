import { createHash } from 'node:crypto';
import { KEY_DIGEST_LENGTH, organizationBlockCreate, organizationLists } from '../../../src/api/blocklist.ts';
import { call } from '../../../src/api/client.ts';
import { type Operation, type RequestOf, type ResponseOf, SCOPES } from '../../../src/api/operation.ts';
import { webhookConfig } from '../../../src/api/organization/webhook.ts';
import { attachmentUpload } from '../../../src/api/report/attachment.ts';
import { reportCreate } from '../../../src/api/report/report.ts';
import { detectionConfigList } from '../../../src/api/threat/detection.ts';
import { scanResult } from '../../../src/api/threat/scan.ts';
import { openPlace, type Place } from '../../../src/service/command/place/place.ts';
import { brands, organizations, users } from '../../../src/service/database/schema/index.ts';
import { createKey, revokeKey } from '../../../src/service/http/access/api-key.ts';
import { possessionsOf, SECRET, seedWorld, type World } from '../../../src/service/http/route/world.fixture.ts';
import { until } from '../../../src/service/jobs/until.fixture.ts';
import type { ServiceProcess } from './process.ts';

/** A caller: its key, null for none, and what it may do at all. */
export type Stranger = {
  readonly name: string;
  readonly key: string | null;
  /** `nothing`: the key is none that counts. `public`: it carries `protect` and `report`. `all`: every scope. */
  readonly may: 'nothing' | 'public' | 'all';
};

/** An organization with one of everything, and who has no business with it. */
export type ForeignWorld = World & {
  readonly organizationId: number;
  /** Of the organization, with every scope. */
  readonly ownerKey: string;
  readonly strangers: readonly Stranger[];
};

/** What the owner has put there through the interface. */
export type Planted = { readonly attachmentId: string; readonly listToken: string };

/** Fills empty data with the organization `acme` and a second one, `foreign`, which has nothing but keys. */
export async function makeForeignWorld(place: Place): Promise<ForeignWorld> {
  const opened = await openPlace(place);
  const { database } = opened;
  try {
    const ids = await database
      .insert(organizations)
      .values([
        { name: 'Acme', slug: 'acme', subscriptionStatus: 'ACTIVE' },
        { name: 'Foreign', slug: 'foreign', subscriptionStatus: 'ACTIVE' },
      ])
      .returning({ id: organizations.id });
    const [acme, foreign] = ids.map(({ id }) => id) as [number, number];
    const order = { kind: 'organization', scopes: SCOPES, label: 'owner', organizationIds: [acme] } as const;
    const { key: ownerKey } = await createKey(database, order);
    const brand = async (slug: string) => {
      await database.insert(brands).values({ organizationId: acme, slug, name: slug });
    };
    const keyDigest = createHash('sha256').update(ownerKey).digest('hex').slice(0, KEY_DIGEST_LENGTH);
    const world = await seedWorld({ opened, acme, brand, keyDigest });
    // Made after the world: that gives every key a person of the first organization.
    const other = { ...order, organizationIds: [foreign] };
    const [person] = await database.insert(users).values({ email: 'somebody@foreign.test' }).returning();
    const full = await createKey(database, {
      ...other,
      kind: 'user',
      label: 'another organization',
      userId: person!.id,
    });
    const build = await createKey(database, { ...other, scopes: ['protect', 'report'], label: 'another build' });
    const revoked = await createKey(database, { ...order, label: 'revoked' });
    await revokeKey(database, revoked.id);
    const strangers = [
      { name: 'a key of another organization', key: full.key, may: 'all' },
      { name: 'the publishable key of another build', key: build.key, may: 'public' },
      { name: 'a revoked key', key: revoked.key, may: 'nothing' },
      { name: 'no key', key: null, may: 'nothing' },
    ] as const;
    return { ...world, organizationId: acme, ownerKey, strangers };
  } finally {
    await opened.close();
  }
}

/** Adds what only the interface makes, and waits until the service has worked off what it does by itself. */
export async function plant(service: ServiceProcess, world: ForeignWorld): Promise<Planted> {
  const endpoint = { baseUrl: service.url, apiKey: world.ownerKey };
  const ask = async <const O extends Operation>(operation: O, request: RequestOf<O>): Promise<ResponseOf<O>> => {
    const answer = await call(endpoint, operation, request);
    if (answer.status !== 200) throw new Error(`${operation.id} answered ${answer.status}`);
    return answer.data;
  };
  const { attachments } = await ask(attachmentUpload, { body: { file: [new File([SECRET], `${SECRET}.txt`)] } });
  const attachmentUrl = attachments[0]!.url;
  await ask(reportCreate, {
    body: {
      assets: [{ content: `${SECRET}.example` }],
      title: SECRET,
      contactInfo: SECRET,
      attachmentUrls: [attachmentUrl],
    },
  });
  await ask(organizationBlockCreate, { body: { content: `own-${SECRET}.example`, reason: SECRET } });
  await ask(webhookConfig, { body: { url: `${service.url}/${SECRET}`, events: ['asset.status-updated'] } });
  await until(async () => {
    const { configs } = await ask(detectionConfigList, { body: {} });
    const { status } = await ask(scanResult, { body: { scanId: world.scanId } });
    return configs.every(({ lastRunAt }) => lastRunAt !== null) && (status === 'COMPLETED' || status === 'FAILED');
  }, 60_000);
  const { list } = await ask(organizationLists, { params: { keyDigest: world.keyDigest } });
  if (list === null) throw new Error('The organization has no list of its own');
  return {
    attachmentId: attachmentUrl.slice(attachmentUrl.lastIndexOf('/') + 1),
    listToken: list.token,
  };
}

/** Everything that the first organization has, as text. */
export async function ownedBy(place: Place, { organizationId }: ForeignWorld): Promise<string> {
  const opened = await openPlace(place, 5_000);
  try {
    return await possessionsOf({ opened }, organizationId);
  } finally {
    await opened.close();
  }
}
