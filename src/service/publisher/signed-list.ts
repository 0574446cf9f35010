import { type CommonKind, signArtifact } from '../../blocklist/codec/artifact.ts';
import type { ListFile, PublishedList } from './list-file.ts';
import type { Signer } from './signing/key.ts';

export type SignedFile = ListFile & { readonly signature: string };
/** The list as a version document tells it, with what proves it. */
export type SignedList = PublishedList & {
  readonly snapshot: SignedFile;
  readonly recent: SignedFile;
  readonly hot: SignedFile | null;
  /** The public key that proves them. */
  readonly publicKey: string;
};

/** Signs every file that the version document names. The same files and key give the same signatures in every process. */
export const signedList = (list: PublishedList, signer: Signer): SignedList => ({
  ...list,
  publicKey: signer.publicKey,
  snapshot: signedFile('snapshot', list.snapshot, signer),
  recent: signedFile('recent', list.recent, signer),
  hot: list.hot && signedFile('hot', list.hot, signer),
});

function signedFile(kind: CommonKind, file: ListFile, { secretKey }: Signer): SignedFile {
  const { algoVersion, token, count, sha256, version } = file;
  return { ...file, signature: signArtifact(secretKey, { algoVersion, kind, token, count, sha256, version }) };
}
