import { createHmac } from 'node:crypto';
import type { Asset } from '../../../asset/index.ts';
import { isHostingDomain } from '../../../asset/listing/hosting-domain.ts';
import { type Database, sharedSecret } from '../../database/database.ts';
import type { PROOFS } from '../../database/schema/organization.ts';
import { type OutboundPolicy, sendOutbound } from '../../outbound/request.ts';

/** What proves that a host is an organization's, and where it is looked for. */
export type Proof = { readonly value: string; readonly dnsName: string; readonly fileUrl: string };

/** The texts of the TXT records of a name, each in the parts that it was sent in. @throws Error where there are none */
export type ResolveTxt = (name: string) => Promise<string[][]>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4_096;

/**
 * The proof that an organization can give of an asset: a value that is of this organization and this host alone, so that one host's
 * proof is none of another's. Null for what is no host, and for a host where strangers publish: whoever has a page there could give it.
 */
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

/** Looks for a proof; null where it is in neither place. What does not answer, or answers with anything else, proves nothing. */
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
