import { eq } from 'drizzle-orm';
import { type Asset, checksumAddress } from '../../../asset/index.ts';
import { type Database, LOCKS, lock } from '../../database/database.ts';
import { assets, organizations, proposals, reportAssets, reports } from '../../database/schema/index.ts';
import { showAssets } from '../../feature/asset/record/lookup.ts';
import { decide } from '../../feature/listing/decision.ts';
import { assetDigest, knownAssets } from '../../feature/listing/entry.ts';
import { addOwnAssets } from '../../feature/organization/asset/change.ts';
import { createGroup } from '../../feature/organization/asset/group.ts';
import { createBrand } from '../../feature/organization/brand/brand.ts';
import { writeConfiguration } from '../../feature/organization/config/write.ts';
import { requestService } from '../../feature/organization/service/approval.ts';
import { DEMO_LIST, DEMO_ORGANIZATIONS, DEMO_REPORTS, DEMO_SLUG, DEMO_SOURCE, type DemoReport } from './content.ts';

/** Ids of the demo's organizations: that of its keys, and all of them. */
export type DemoIds = { readonly acme: number; readonly all: readonly number[] };

const DAY = 86_400_000;

/** Writes the demo's organizations, list and reports, unless they exist. @param now ms since epoch */
export async function seedDemo(database: Database, now: number): Promise<DemoIds> {
  return database.transaction(async (transaction) => {
    // Only one of several processes that start on one database seeds it.
    await lock(transaction, LOCKS.listing);
    const known = await transaction
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.slug, DEMO_SLUG));
    if (known.length === 0) await seed(transaction, now);
    const rows = await transaction
      .select({ id: organizations.id, slug: organizations.slug })
      .from(organizations)
      .orderBy(organizations.id);
    const demo = new Set(DEMO_ORGANIZATIONS.map(({ slug }) => slug));
    const all = rows.filter(({ slug }) => demo.has(slug));
    return { acme: all.find(({ slug }) => slug === DEMO_SLUG)!.id, all: all.map(({ id }) => id) };
  });
}

async function seed(transaction: Database, now: number): Promise<void> {
  const rows = await transaction
    .insert(organizations)
    .values([...DEMO_ORGANIZATIONS])
    .returning({ id: organizations.id });
  const acme = rows[0]!.id;
  await writeBelongings(transaction, acme);
  for (const { asset, reason, daysAgo } of DEMO_LIST) {
    const entry = { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: DEMO_SOURCE, reason } as const;
    const { assetId } = await decide(transaction, entry);
    const date = new Date(now - daysAgo * DAY);
    await transaction.update(assets).set({ decidedAt: date, createdAt: date }).where(eq(assets.id, assetId));
  }
  for (const report of DEMO_REPORTS) await writeReport(transaction, acme, report, now);
}

async function writeBelongings(transaction: Database, organizationId: number): Promise<void> {
  await createBrand(transaction, organizationId, {
    ...{ slug: 'acme', name: 'Acme', website: 'https://acme.test/', handle: '@acme', ownDocuments: false },
    ...{ terms: ['acme'], notMeant: ['acmeology'], tickers: ['ACME'], colors: ['#2f6f4f'] },
  });
  const { id: groupId } = await createGroup(transaction, organizationId, 'Websites');
  await addOwnAssets(transaction, organizationId, [
    { content: 'acme.test', name: 'Website', groupId },
    { content: 'https://x.com/acme', name: 'Account' },
  ]);
  const letter = 'letter-of-authorization.pdf';
  await writeConfiguration(transaction, DEMO_SLUG, {
    'legalDocuments.letterOfAuthorization': { fileName: letter, fileUrl: `https://acme.test/${letter}` },
    trademarkRegistrations: [
      {
        ...{ brandName: 'ACME', trademarkOffice: 'EUIPO', registrationNumber: '018000001' },
        ...{ goodsAndServicesClass: '9, 36, 42', rightsOwnerName: 'Acme Ltd' },
        ...{ registrationPageUrl: null, certificateFileName: null, certificateFileUrl: null },
      },
    ],
  });
  await requestService(transaction, organizationId, { service: 'takedowns', automated: true });
}

async function writeReport(
  transaction: Database,
  organizationId: number,
  report: DemoReport,
  now: number,
): Promise<void> {
  const createdAt = new Date(now - report.daysAgo * DAY);
  const [row] = await transaction
    .insert(reports)
    .values({
      organizationId,
      title: report.title,
      description: report.description,
      source: 'APP',
      createdAt,
      updatedAt: createdAt,
    })
    .returning({ id: reports.id });
  const named = report.assets.map((asset) => ({ asset }));
  const known = await knownAssets(transaction, named);
  for (const { asset } of named) {
    const link = { reportId: row!.id, assetId: known.get(assetDigest(asset))! };
    await transaction.insert(reportAssets).values({ ...link, submittedContent: written(asset) });
    await showAssets(transaction, { organization: { id: organizationId }, apiKeyId: null }, [link]);
    await transaction.insert(proposals).values({
      ...link,
      proposedStatus: 'BLOCKED',
      createdAt,
      ...(report.reviewed
        ? {
            reviewStatus: 'APPROVED' as const,
            decision: 'APPROVE' as const,
            reviewerKind: 'human' as const,
            answeredAt: createdAt,
          }
        : {}),
    });
  }
}

function written({ type, content }: Asset): string {
  if (type === 'ADDRESS') return checksumAddress(content);
  return `https://${content}${type === 'URL' ? '/' : ''}`;
}
