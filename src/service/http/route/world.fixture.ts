import { eq, sql } from 'drizzle-orm';
import type { Operation } from '../../../api/operation.ts';
import { rowsOf } from '../../database/database.ts';
import { apiKeys } from '../../database/schema/api-key.ts';
import {
  assetGroups,
  brands,
  detectionConfigs,
  detections,
  disputes,
  organizationAssets,
  organizations,
  proposals,
  reportAssets,
  reports,
  scans,
  takedowns,
  users,
} from '../../database/schema/index.ts';
import { decide } from '../../feature/listing/decision.ts';
import { knownAsset } from '../../feature/listing/entry.ts';
import { issueReceipt } from '../../feature/receipt/receipt.ts';
import type { ServiceFixture } from '../service.fixture.ts';
import { type Sample, sampleOf } from './sample.fixture.ts';

/** Stands in every text that belongs to `acme` alone. */
export const SECRET = 'hushhush';
/** An asset that only `acme` knows of, and one that is blocked for everyone. */
export const SECRET_HOST = 'undisclosed.example';
const BLOCKED_HOST = 'sample.example';

/** What a world is made in. */
type Stage = Pick<ServiceFixture, 'opened' | 'acme' | 'brand' | 'keyDigest'>;

export type World = {
  readonly assetId: number;
  readonly groupId: number;
  readonly scanId: string;
  readonly reportId: number;
  readonly disputeId: number;
  readonly reportReceipt: string;
  readonly disputeReceipt: string;
  readonly detectionConfigId: number;
  readonly keyDigest: string;
};

/** Gives the organization `acme` of a fixture one of everything, and the fixture's key a person. */
export async function seedWorld(fixture: Stage): Promise<World> {
  const { database } = fixture.opened;
  const organizationId = fixture.acme;
  const blocked = { type: 'URL', content: BLOCKED_HOST } as const;
  const decision = {
    asset: blocked,
    status: 'BLOCKED',
    decidedBy: 'OPERATOR',
    source: 'operator',
    reason: null,
  } as const;
  const { assetId: blockedId } = await decide(database, decision);
  const secret = { type: 'URL', content: SECRET_HOST } as const;
  const assetId = await knownAsset(database, secret);
  const [group] = await database
    .insert(assetGroups)
    .values({ organizationId, name: `${SECRET} group` })
    .returning();
  await database.insert(organizationAssets).values({ organizationId, assetId, name: SECRET, groupId: group!.id });
  // The brand that samples name.
  await fixture.brand('acme');
  await database.insert(brands).values({
    organizationId,
    name: SECRET,
    slug: SECRET,
    includedTerms: [SECRET],
    websiteUrl: `https://${SECRET}.test/`,
  });
  const [report] = await database
    .insert(reports)
    .values({ organizationId, title: SECRET, description: SECRET, contactInfo: SECRET })
    .returning();
  await database.insert(reportAssets).values({ reportId: report!.id, assetId, submittedContent: SECRET_HOST });
  await database.insert(proposals).values({ reportId: report!.id, assetId, proposedStatus: 'BLOCKED' });
  const [scan] = await database.insert(scans).values({ organizationId, assetId, content: SECRET_HOST }).returning();
  const [dispute] = await database
    .insert(disputes)
    .values({ organizationId, assetId: blockedId, content: `https://${BLOCKED_HOST}/${SECRET}`, description: SECRET })
    .returning();
  const forReport = await issueReceipt(database, { subject: { reportId: report!.id }, content: [SECRET_HOST] });
  const forDispute = await issueReceipt(database, { subject: { disputeId: dispute!.id }, content: [BLOCKED_HOST] });
  const task = { id: 1, title: SECRET, status: 'TODO' as const, createdAt: new Date().toISOString() };
  await database.insert(takedowns).values({ organizationId, assetId, assignee: SECRET, tasks: [task] });
  const [config] = await database
    .insert(detectionConfigs)
    .values({ organizationId, source: 'REPORTS', name: SECRET, terms: [SECRET] })
    .returning();
  await database.insert(detections).values({
    ...{ organizationId, configId: config!.id, source: 'REPORTS', assetId, threatContent: SECRET, confidence: 'high' },
  });
  await writePapers(fixture);
  await database
    .update(organizations)
    .set({ securityContactEmail: `${SECRET}@acme.test` })
    .where(eq(organizations.id, organizationId));
  const [person] = await database
    .insert(users)
    .values({ email: `${SECRET}@acme.test`, fullName: SECRET })
    .returning();
  await database.update(apiKeys).set({ userId: person!.id });
  return {
    assetId,
    groupId: group!.id,
    scanId: scan!.id,
    reportId: report!.id,
    disputeId: dispute!.id,
    reportReceipt: forReport.receipt,
    disputeReceipt: forDispute.receipt,
    detectionConfigId: config!.id,
    keyDigest: fixture.keyDigest,
  };
}

async function writePapers({ opened: { database }, acme: organizationId }: Stage): Promise<void> {
  const file = { fileName: `${SECRET}.pdf`, fileUrl: `https://acme.test/${SECRET}.pdf` };
  const registration = {
    ...{ id: 1, brandName: SECRET, trademarkOffice: 'EUIPO', registrationNumber: '1', goodsAndServicesClass: '9' },
    ...{ rightsOwnerName: null, registrationPageUrl: null, certificateFileName: null, certificateFileUrl: null },
  };
  const request = {
    ...({ service: 'takedowns', automated: true, serviceType: 'isTakedownsActive', serviceName: SECRET } as const),
    requestedAt: new Date().toISOString(),
  };
  await database
    .update(organizations)
    .set({ powerOfAttorney: file, trademarks: [registration], pendingServices: [request] })
    .where(eq(organizations.id, organizationId));
}

/** A request of an operation that names what the world holds, where it names something. */
export function requestIn(world: World, operation: Operation, amount: 'least' | 'most' = 'least'): Sample {
  const sample = sampleOf(operation, amount);
  const { params, body } = sample;
  const named: Readonly<Record<string, unknown>> = {
    assetId: world.assetId,
    groupId: world.groupId,
    scanId: world.scanId,
    keyDigest: world.keyDigest,
    receipt: operation.path.startsWith('/dispute/') ? world.disputeReceipt : world.reportReceipt,
    ...(operation.path.startsWith('/detection/configs/') ? { id: world.detectionConfigId } : {}),
  };
  const replaced = (part: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, name in named ? named[name] : value]));
  return { ...sample, ...(params ? { params: replaced(params) } : {}), ...(body ? { body: replaced(body) } : {}) };
}

/** Everything of an organization, in every table that knows organizations, as text. */
export async function possessionsOf(
  { opened: { database } }: Pick<Stage, 'opened'>,
  organizationId: number,
): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    database,
    sql`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' order by table_name`,
  );
  const contents = [];
  for (const { name } of tables) {
    const table = sql.identifier(name);
    const [row] = await rowsOf<{ rows: unknown }>(
      database,
      sql`select json_agg(${table}.* order by ${table}::text) as rows from ${table} where organization_id = ${organizationId}`,
    );
    contents.push([name, row?.rows]);
  }
  return JSON.stringify(contents, null, 1);
}
