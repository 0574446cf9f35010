import { type Fields, isCount, isNumber, isRecord, isText, isTextOrNull, shaped } from '../api/shape.ts';
import type { TableParts } from './prefix-table.ts';
import type { Seal } from './seal.ts';

type Facts = {
  readonly token: string;
  readonly algoVersion: string;
  /** Over the sorted big-endian prefixes; taken when the list was accepted. */
  readonly sha256: string;
  /** Base address of the service that published it; null where that is not known. */
  readonly service: string | null;
  /** Null where it came unsigned. */
  readonly seal: Seal | null;
};

const DIGEST = /^[0-9a-f]{64}$/;
const areFacts = ({ token, algoVersion, sha256, service, seal }: Fields<Facts>): boolean =>
  isText(token) &&
  isText(algoVersion) &&
  isText(sha256) &&
  DIGEST.test(sha256) &&
  isTextOrNull(service) &&
  isSealOrNull(seal);

/** Whether a stored value is the seal of a list, or says that it has none. */
export const isSealOrNull = (value: unknown): boolean => {
  if (value === null) return true;
  const { version, signature } = (isRecord(value) ? value : {}) as Fields<Seal>;
  return isCount(version) && isText(signature);
};

/** One version of the list: the arrays of its table, never rows or JSON. */
export type VersionRecord = Facts & TableParts & { /** Milliseconds since epoch. */ readonly storedAt: number };

/**
 * A version as it lies in the database. The arrays are one file there, the index before the entries: a browser packs and
 * unpacks what lies inside a value, which at a million entries takes as long as reading it.
 */
type FiledVersion = Facts & { readonly storedAt: number; readonly wide: boolean; readonly table: Blob };
const filedVersion = shaped<FiledVersion>(
  (value) =>
    areFacts(value) && isNumber(value.storedAt) && typeof value.wide === 'boolean' && value.table instanceof Blob,
);

const SLOTS = { wide: 65_537, narrow: 4_097 } as const;

/** A version as it is put into the database. */
export function filed({ index, low, ...facts }: VersionRecord): FiledVersion {
  const parts = [index, low] as readonly (Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>)[];
  return { ...facts, wide: low instanceof Uint16Array, table: new Blob([...parts]) };
}

/** A version that came from the database; null where it is not one, or its file is cut or cannot be read. */
export async function unfiled(value: unknown): Promise<VersionRecord | null> {
  const filed = filedVersion(value);
  if (!filed) return null;
  const { table, wide, ...facts } = filed;
  const bytes = await table.arrayBuffer().catch(() => new ArrayBuffer());
  const indexBytes = SLOTS[wide ? 'wide' : 'narrow'] * 4;
  const width = wide ? 2 : 4;
  if (bytes.byteLength < indexBytes || (bytes.byteLength - indexBytes) % width !== 0) return null;
  const index = new Uint32Array(bytes, 0, indexBytes / 4);
  const low = wide ? new Uint16Array(bytes, indexBytes) : new Uint32Array(bytes, indexBytes);
  return { ...facts, index, low };
}

/** The additions since the snapshot. */
export type RecentRecord = Facts & { readonly prefixes: Uint32Array };
export const recentRecord = shaped<RecentRecord>((value) => areFacts(value) && value.prefixes instanceof Uint32Array);

/** The hot tier. */
export type HotRecord = Facts & { readonly storedAt: number /** As it was published. */; readonly file: Uint8Array };
export const hotRecord = shaped<HotRecord>(
  (value) => areFacts(value) && isNumber(value.storedAt) && value.file instanceof Uint8Array,
);

/** Which version is served, and which one was before it. Values are keys of versions. */
export type PointerRecord = { readonly current: string; readonly previous: string | null };
export const pointerRecord = shaped<PointerRecord>(
  ({ current, previous }) => isText(current) && isTextOrNull(previous),
);
