import { createHmac } from 'node:crypto';
import type { Asset } from '../../../../asset/index.ts';
import { isHostingDomain } from '../../../../asset/listing/public-suffix.ts';
import { type Database, sharedSecret } from '../../../database/database.ts';
import { organizationAssets, type PROOFS } from '../../../database/schema/organization.ts';
import { type OutboundPolicy, sendOutbound } from '../../../http/outgoing.ts';
import type { ResolveTxt } from '../../../http/service.ts';
import { ownAsset } from './page.ts';

/** Records the proof that an asset is an organization's, or with null that there is none. */
export async function setProof(
  database: Database,
  organizationId: number,
  assetId: number,
  provenBy: (typeof PROOFS)[number] | null,
): Promise<void> {
  await database
    .update(organizationAssets)
    .set({ provenBy, provenAt: provenBy === null ? null : new Date(), updatedAt: new Date() })
    .where(ownAsset(organizationId, assetId));
}

/** The proof that a host is an organization's, and the places where it is looked for. */
type Proof = { readonly value: string; readonly dnsName: string; readonly fileUrl: string };

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4_096;

/** The proof of an asset, of this organization and host alone; null for what is no host or where strangers publish. */
export async function proofOf(
  database: Database,
  organizationId: number,
  { type, content }: Asset,
): Promise<Proof | null> {
  if (type !== 'URL' || isHostingDomain(content)) return null;
  const secret = await sharedSecret(database, 'ownership');
  const digest = createHmac('sha256', secret).update(`${organizationId} ${content}`).digest();
  return {
    value: `wary-ownership=${digest.subarray(0, 16).toString('base64url')}`,
    dnsName: `_wary.${content}`,
    fileUrl: `https://${content}/.well-known/wary.txt`,
  };
}

/** Looks for a proof; null where it is in neither place. A missing or other answer proves nothing. */
export async function findProof(
  { value, dnsName, fileUrl }: Proof,
  resolveTxt: ResolveTxt,
  policy: OutboundPolicy,
): Promise<(typeof PROOFS)[number] | null> {
  const records = await resolveTxt(dnsName).catch(() => []);
  if (records.some((parts) => parts.join('').trim() === value)) return 'DNS';
  const request = { url: fileUrl, method: 'GET', timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES } as const;
  const answer = await sendOutbound(request, policy).catch(() => null);
  if (answer?.status !== 200) return null;
  const lines = new TextDecoder().decode(answer.body).split(/\r?\n/);
  return lines.some((line) => line.trim() === value) ? 'FILE' : null;
}
