import { decodePrefixes } from '../codec/prefixes.ts';
import { HotTable } from '../table/hot-table.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import type { BundledFile, BundledList, BundledVersion } from './bundled.ts';
import {
  type Hot,
  hotOfRecord,
  type Recent,
  recentOfRecord,
  type Snapshot,
  snapshotOfBundle,
  snapshotOfRecord,
} from './snapshot.ts';
import type { StoredList } from './store.ts';
import type { HotRecord } from './store-record.ts';

/** The list to serve, and what belongs to it. */
export type ListChoice = {
  readonly snapshot: Snapshot | null;
  readonly recent: Recent | null;
  readonly hot: Hot | null;
  readonly own: Hot | null;
  readonly official: Hot | null;
  /** When the service last called the snapshot current, ms since epoch; 0 where it is that of the package. */
  readonly confirmedAt: number;
  /** Null where the service has not said. */
  readonly confirmPrefixLength: number | null;
  /** True where something is stored that is not what was written. */
  readonly isDamaged: boolean;
};

export type ListSources = {
  /** Null where nothing could be read. */
  readonly stored: StoredList | null;
  readonly version: BundledVersion | null;
  readonly bundled: BundledList;
  /** The rules of expressions that this build knows. */
  readonly algoVersion: string;
  /** Makes a list of other rules than this build's nothing. */
  readonly ofKnownRules: <T extends { readonly algoVersion: string }>(list: T | null) => T | null;
};

/** Chooses what is stored, or what the package holds where that is newer or nothing is stored. */
export async function chooseList(sources: ListSources): Promise<ListChoice> {
  const { stored, version, bundled, algoVersion, ofKnownRules } = sources;
  const snapshot = stored?.version ? snapshotOfRecord(stored.version) : null;
  const usable = ofKnownRules(snapshot);
  const recent = stored?.recent ? recentOfRecord(stored.recent) : null;
  const confirmed = stored?.sync.current ?? null;
  const confirmedAt = usable && confirmed?.snapshotToken === usable.token ? confirmed.at : 0;
  const storedAt = usable ? Math.max(usable.at, confirmedAt) : 0;
  const packaged =
    version && Date.parse(version.publishedAt) > storedAt
      ? await packagedSnapshot(bundled, algoVersion, version)
      : null;
  const file = (record: HotRecord | null | undefined) => ofKnownRules(record ? hotOfRecord(record) : null);
  const parts = version && packaged ? { bundled, version } : null;
  return {
    snapshot: packaged ?? usable,
    recent: (parts && (await packagedRecent(parts))) ?? ofKnownRules(recent),
    hot: (parts && (await packagedFile(parts, 'hot', version?.hot))) ?? file(stored?.hot),
    ...(stored?.version
      ? { own: file(stored.own), official: file(stored.official) }
      : await packagedFiles(bundled, algoVersion, version)),
    confirmedAt: packaged ? 0 : confirmedAt,
    confirmPrefixLength: confirmed?.confirmPrefixLength ?? null,
    isDamaged: Boolean(stored?.damaged || (stored?.version && !snapshot) || (stored?.recent && !recent)),
  };
}

/**
 * The list of the package, where it has one of these rules.
 * @param known the version of the package, where it was read already
 */
export async function packagedSnapshot(
  bundled: BundledList,
  algoVersion: string,
  known?: BundledVersion,
): Promise<Snapshot | null> {
  const version = known ?? (await bundled.version());
  if (version?.algoVersion !== algoVersion) return null;
  try {
    return snapshotOfBundle(version, await bundled.prefixes(version));
  } catch {
    // A damaged file of the package is as good as none: `info` stays null, and health says that the list is missing.
    return null;
  }
}

/** A package that has rules of this build, and what it says about itself. */
type Package = { readonly bundled: BundledList; readonly version: BundledVersion };

/** The additions of the package, null where it carries none. Damaged ones are as good as none: the next poll brings them. */
async function packagedRecent({ bundled, version }: Package): Promise<Recent | null> {
  if (!version.recent) return null;
  const { token, sha256, count, seal = null } = version.recent;
  const { algoVersion, service = null } = version;
  try {
    const prefixes = decodePrefixes(await bundled.part('recent'));
    if (prefixes.length !== count) return null;
    return { token, algoVersion, sha256, service, seal, table: PrefixTable.from(prefixes) };
  } catch {
    return null;
  }
}

/** A file of the package that holds full hashes, null where it carries none. A damaged one is as good as none. */
async function packagedFile(
  { bundled, version }: Package,
  name: 'hot' | 'own' | 'official',
  facts: BundledFile | null | undefined,
): Promise<Hot | null> {
  if (!facts) return null;
  const { token, sha256, seal = null } = facts;
  const { algoVersion, service = null, publishedAt } = version;
  try {
    const table = HotTable.read(await bundled.part(name));
    return { token, algoVersion, sha256, service, at: Date.parse(publishedAt), seal, table };
  } catch {
    return null;
  }
}

/** The organization's files of the package; null where it carries none of these rules. */
async function packagedFiles(
  bundled: BundledList,
  algoVersion: string,
  version: BundledVersion | null,
): Promise<Record<'own' | 'official', Hot | null>> {
  if (version?.algoVersion !== algoVersion) return { own: null, official: null };
  const read = (name: 'own' | 'official') => packagedFile({ bundled, version }, name, version.organization?.[name]);
  const [own, official] = await Promise.all([read('own'), read('official')]);
  return { own, official };
}

/** The newer of two lists. */
export function newer(one: Snapshot | null, other: Snapshot | null): Snapshot | null {
  if (!one || !other) return one ?? other;
  return other.at > one.at ? other : one;
}
