import type * as z from 'zod/mini';
import type { artifact, blocklistVersion } from '../../api/blocklist.ts';
import type { ResponseOf } from '../../api/operation.ts';
import { ListError } from '../codec/list-error.ts';
import type { ListTrust } from './list-trust.ts';
import type { ArtifactFacts, ArtifactSubject } from './signature.ts';

export type Artifact = z.output<typeof artifact>;
export type HotArtifact = NonNullable<ResponseOf<typeof blocklistVersion>['hot']>;
/** What is announced about a list, wherever its bytes are. */
export type Announced = Pick<HotArtifact, 'token' | 'count' | 'sha256' | 'version' | 'signature'>;

/** When among the others the operator published a list, and what proves it: null where nothing was required. */
export type Seal = { readonly version: number; readonly signature: string | null };

/** A list as far as its seal is about it. */
export type Sealed = {
  readonly algoVersion: string;
  readonly token: string;
  readonly sha256: string;
  /** Null where it came without a version and nothing was required. */
  readonly seal: Seal | null;
  /** Base address of the service that published it; null where that is not known. */
  readonly service: string | null;
  readonly table: { readonly size: number };
};

export type SealRules = Pick<ListTrust, 'publicKeys'> & {
  readonly algoVersion: string;
  readonly service: string;
  /** Set where the operator means a list that is older; without keys only, because no signature covers it. */
  readonly replace?: boolean;
};

/**
 * The seal of an announced list. The first one in a life of the worker costs ten to twenty milliseconds of arithmetic, the
 * next ones two to five: this belongs into the sync only.
 * @returns null for a list without a version where no key is known
 * @throws ListError `unsigned`; `signature` for one that no key made of exactly this list; `rollback` where the list held
 *   is newer and of the same service, or had a version and this one has none
 */
export async function requireSealed(
  subject: ArtifactSubject,
  announced: Announced,
  held: Sealed | null,
  rules: SealRules,
): Promise<Seal | null> {
  const { algoVersion, publicKeys, service, replace = false } = rules;
  const { token, count, sha256, version, signature } = announced;
  const ofService = held && (held.service ?? service) === service ? held : null;
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

const rollback = () => new ListError('rollback', 'The service offers an older list than the one held');

/** Whether a key that still counts made this seal: a version that only a withdrawn key signed holds nobody back. */
async function isVouchedFor(subject: ArtifactSubject, held: Sealed, publicKeys: readonly string[]): Promise<boolean> {
  const { algoVersion, token, sha256, seal, table } = held;
  if (!seal?.signature) return false;
  const facts = { ...subject, algoVersion, token, count: table.size, sha256, version: seal.version };
  return isSigned(publicKeys, seal.signature, facts);
}

/** The curve takes 6 of the 24 ms in which a worker's script runs, and only a poll needs it. */
async function isSigned(publicKeys: readonly string[], signature: string, facts: ArtifactFacts): Promise<boolean> {
  const { verifyArtifact } = await import('./signature.ts');
  return verifyArtifact(publicKeys, signature, facts);
}

export const sameSeal = (one: Seal | null, other: Seal | null): boolean =>
  one?.version === other?.version && one?.signature === other?.signature;
