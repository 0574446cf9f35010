import type * as z from 'zod/mini';
import type { artifact, blocklistVersion } from '../../api/blocklist.ts';
import type { ResponseOf } from '../../api/operation.ts';
import { ListError } from '../codec/list-error.ts';
import type { ArtifactFacts, ArtifactSubject } from './signature.ts';

/** What a build requires of the lists of a service. */
export type ListTrust = {
  /** Ed25519 keys in hex. Every list must be signed by one of them; empty if no signature is required. */
  readonly publicKeys: readonly string[];
  /** Further origin from which list files are fetched, besides the service's own; null if there is none. */
  readonly listUrl: string | null;
};

/** For a service that the build does not know, such as one that a person configured. */
export const NO_TRUST: ListTrust = { publicKeys: [], listUrl: null };

export type Artifact = z.output<typeof artifact>;
export type HotArtifact = NonNullable<ResponseOf<typeof blocklistVersion>['hot']>;
/** What the service announces about a list, wherever its file is. */
export type Announced = Pick<HotArtifact, 'token' | 'count' | 'sha256' | 'version' | 'signature'>;

/** The version of a published list and its signature; the signature is null if none was required. */
export type Seal = { readonly version: number; readonly signature: string | null };

/** The properties of a stored list that a seal covers. */
export type Sealed = {
  readonly algoVersion: string;
  readonly token: string;
  readonly sha256: string;
  /** Null if the list had no version and none was required. */
  readonly seal: Seal | null;
  /** Base address of the service that published it; null if unknown. */
  readonly service: string | null;
  readonly table: { readonly size: number };
};

export type SealRules = Pick<ListTrust, 'publicKeys'> & {
  readonly algoVersion: string;
  readonly service: string;
  /** The operator publishes an older list on purpose. Honoured only without keys, because no signature covers it. */
  readonly replace?: boolean;
};

/**
 * Verifies an announced list and returns its seal. The first signature check in a worker takes 10 to 20 ms, later ones
 * 2 to 5 ms, so this belongs in the sync only.
 * @returns null for a list without a version if no key is known
 * @throws ListError `unsigned`; `signature` if no key signed exactly this list; `rollback` if the stored list is newer
 * and from the same service, or has a version and this one has none
 */
export async function requireSealed(
  subject: ArtifactSubject,
  announced: Announced,
  stored: Sealed | null,
  rules: SealRules,
): Promise<Seal | null> {
  const { algoVersion, publicKeys, service, replace = false } = rules;
  const { token, count, sha256, version, signature } = announced;
  const ofService = stored && (stored.service ?? service) === service ? stored : null;
  if (publicKeys.length === 0) {
    const before = ofService?.seal?.version;
    if (before !== undefined && !replace && (version === undefined || version < before)) throw rollback();
    return version === undefined ? null : { version, signature: null };
  }
  if (sha256 === undefined || version === undefined || signature === undefined)
    throw new ListError('unsigned', 'The list is not signed, and the key of this build requires it');
  if (!(await isSigned(publicKeys, signature, { ...subject, algoVersion, token, count, sha256, version })))
    throw new ListError('signature', 'The list is not signed by a key of this build, or it was changed afterwards');
  if (ofService?.seal && version < ofService.seal.version && (await isVouchedFor(subject, ofService, publicKeys)))
    throw rollback();
  return { version, signature };
}

const rollback = () => new ListError('rollback', 'The service offers an older list than the one stored');

async function isVouchedFor(subject: ArtifactSubject, stored: Sealed, publicKeys: readonly string[]): Promise<boolean> {
  const { algoVersion, token, sha256, seal, table } = stored;
  // A version that only a withdrawn key signed must not block later lists.
  if (!seal?.signature) return false;
  const facts = { ...subject, algoVersion, token, count: table.size, sha256, version: seal.version };
  return isSigned(publicKeys, seal.signature, facts);
}

/** The curve takes 6 of the 24 ms of a worker's script, and only a poll needs it: imported on demand. */
async function isSigned(publicKeys: readonly string[], signature: string, facts: ArtifactFacts): Promise<boolean> {
  const { verifyArtifact } = await import('./signature.ts');
  return verifyArtifact(publicKeys, signature, facts);
}

export const sameSeal = (one: Seal | null, other: Seal | null): boolean =>
  one?.version === other?.version && one?.signature === other?.signature;
