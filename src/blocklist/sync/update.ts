import { ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import { applyChanges } from '../codec/changes.ts';
import { digestAside, digestOfBytes, MAX_ENTRIES } from '../codec/entries.ts';
import { decodeList } from '../codec/foreign.ts';
import { hotFileSize, MAX_HOT } from '../codec/hot-file.ts';
import { ListError } from '../codec/list-error.ts';
import { MAX_BYTES } from '../codec/rice.ts';
import type { UpdatePart } from '../codec/update-file.ts';
import type { Hot, PrefixList } from '../store/snapshot.ts';
import { HotTable } from '../table/hot-table.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import { changedTable } from '../table/table-changes.ts';
import {
  type Announced,
  type Artifact,
  type HotArtifact,
  type ListTrust,
  requireSealed,
  type Seal,
  type SealRules,
  sameSeal,
} from '../trust/seal.ts';
import type { ArtifactSubject } from '../trust/signature.ts';
import { downloadArtifact } from './download.ts';

/** Smaller lists may shrink freely: of three entries, two may be removed in one day. */
const SHRINK_GUARDED_FROM = 64;
/** Maximum size of an entry in any format (a line of indented JSON), with a margin. */
const MAX_BYTES_PER_ENTRY = 16;
const OVERHEAD_BYTES = 4_096;

export type UpdateSource = SealRules &
  ListTrust & {
    /** When the service announced the artifacts, in ms since epoch. */
    readonly at: number;
    readonly timeoutMs: number;
  };

/** The lists of prefixes. Additions come and go, so only a snapshot looks like a mistake where it shrinks. */
type ListKind = 'snapshot' | 'recent';

/**
 * The replacement of a stored list. It is built from changes if the service offers them for the stored one and a digest can
 * verify them; otherwise the whole list is fetched. If only the seal is new, the stored list gets it. Null if nothing is
 * to be replaced.
 * @throws ListError for a list that must not be used; ServiceRefusal, ServiceUnreachable
 */
export async function nextList(
  kind: ListKind,
  announced: Artifact,
  stored: PrefixList | null,
  source: UpdateSource,
): Promise<PrefixList | null> {
  const seal = await requireSealed({ kind }, announced, stored, source);
  if (stored && isCurrent(stored, announced)) return resealed(stored, seal);
  const table = (stored && (await fetchChanged(announced, stored, source))) ?? (await fetchWhole(announced, source));
  return accepted(kind, table, announced, stored, seal, source);
}

/**
 * A stored list changed by an update.
 * @param base what the changes apply to
 * @throws ListError for a list that must not be used
 */
export async function updatedList(
  kind: ListKind,
  part: UpdatePart,
  stored: PrefixList,
  source: UpdateSource,
  base = stored.table,
): Promise<PrefixList> {
  const seal = await requireSealed({ kind }, part, stored, source);
  const table = await requireAnnounced(changedTable(base, part.changes), part);
  return accepted(kind, table, part, stored, seal, source);
}

async function accepted(
  kind: ListKind,
  table: PrefixTable,
  { token, sha256 }: Announced,
  stored: PrefixList | null,
  seal: Seal | null,
  { algoVersion, service, at, replace }: UpdateSource,
): Promise<PrefixList> {
  const before = kind === 'snapshot' && stored?.service === service && !replace ? stored.table.size : 0;
  if (before >= SHRINK_GUARDED_FROM && table.size < before / 2)
    throw new ListError(
      'shrunk',
      `The list would shrink from ${before} to ${table.size} entries: this looks like a mistake`,
    );
  const digest = sha256 ?? (await digestAside(table.prefixes()));
  return { token, algoVersion, sha256: digest, service, seal, origin: 'service', at, table };
}

/**
 * The replacement of the stored hot tier, or of a file in its format; null if the service no longer has one, undefined if
 * nothing is to be replaced.
 * @throws as {@link nextList} does
 */
export async function nextHot(
  subject: Exclude<ArtifactSubject, { kind: 'snapshot' }>,
  announced: HotArtifact | undefined,
  stored: Hot | null,
  source: UpdateSource,
): Promise<Hot | null | undefined> {
  if (!announced) return stored ? null : undefined;
  const seal = await requireSealed(subject, announced, stored, source);
  if (stored && isCurrent(stored, announced)) return resealed(stored, seal) ?? undefined;
  const { token, count, url } = announced;
  if (count > MAX_HOT) throw new ListError('too-large', 'The service announces a hot tier that is too large');
  const { bytes } = await downloadArtifact(url, { ...source, maxBytes: hotFileSize(count) });
  const sha256 = await digestOfBytes(bytes);
  if (announced.sha256 !== undefined && announced.sha256 !== sha256)
    throw new ListError('digest', 'The hot tier is not the one whose digest the service announced');
  const table = new HotTable(bytes);
  if (table.size !== count)
    throw new ListError('count', 'The hot tier does not hold as many entries as the service announced');
  const { algoVersion, service, at } = source;
  return { token, algoVersion, sha256, service, at, seal, table };
}

const isCurrent = (stored: { token: string; sha256: string }, announced: Announced): boolean =>
  stored.token === announced.token && (announced.sha256 === undefined || announced.sha256 === stored.sha256);

/** The same list with its new signature; null if nothing is new. */
const resealed = <L extends { readonly seal: Seal | null }>(stored: L, seal: Seal | null): L | null =>
  seal === null || sameSeal(stored.seal, seal) ? null : { ...stored, seal };

export const emptyTable = (): PrefixTable => PrefixTable.from(new Uint32Array());

async function fetchWhole(announced: Artifact, source: UpdateSource): Promise<PrefixTable> {
  if (announced.count > MAX_ENTRIES) throw new ListError('too-large', 'The service announces a list that is too large');
  if (announced.count === 0) return requireAnnounced(emptyTable(), announced);
  const { bytes, contentType } = await downloadArtifact(announced.url, {
    ...source,
    maxBytes: mostBytes(announced.count),
  });
  return requireAnnounced(PrefixTable.from(decodeList(bytes, contentType)), announced);
}

/** Null if there are no changes or they are invalid: then the whole list is fetched. */
async function fetchChanged(
  announced: Artifact,
  stored: PrefixList,
  source: UpdateSource,
): Promise<PrefixTable | null> {
  const changes = announced.changes.find(({ fromToken }) => fromToken === stored.token);
  if (!changes || announced.sha256 === undefined || announced.count > MAX_ENTRIES) return null;
  try {
    const { bytes } = await downloadArtifact(changes.url, { ...source, maxBytes: mostBytes(announced.count) });
    return await requireAnnounced(applyChanges(stored.table, bytes), announced);
  } catch (error) {
    if (isUnusable(error)) return null;
    throw error;
  }
}

const mostBytes = (count: number): number => Math.min(MAX_BYTES, count * MAX_BYTES_PER_ENTRY + OVERHEAD_BYTES);

/** Whether another form of the same list may be fetched after this error: the service is there, but this form cannot be used. */
export function isUnusable(error: unknown): boolean {
  if (error instanceof ListError) return true;
  if (error instanceof ServiceUnreachable) return error.kind === 'malformed';
  return error instanceof ServiceRefusal && !error.transient && error.status !== 401 && error.status !== 403;
}

async function requireAnnounced(table: PrefixTable, announced: Announced): Promise<PrefixTable> {
  if (table.size !== announced.count)
    throw new ListError('count', 'The list does not hold as many entries as the service announced');
  if (announced.sha256 !== undefined && (await digestAside(table.prefixes())) !== announced.sha256)
    throw new ListError('digest', 'The list is not the one whose digest the service announced');
  return table;
}
