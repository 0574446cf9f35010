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

/** The list to use, and its parts. */
export type ListChoice = {
  readonly snapshot: Snapshot | null;
  readonly recent: Recent | null;
  readonly hot: Hot | null;
  readonly own: Hot | null;
  readonly official: Hot | null;
  /** When the service last confirmed the snapshot as current, ms since epoch; 0 for the package's snapshot. */
  readonly confirmedAt: number;
  /** Null if the service has not specified it. */
  readonly confirmPrefixLength: number | null;
  /** True if stored data is damaged. */
  readonly isDamaged: boolean;
};

export type ListSources = {
  /** Null if nothing could be read. */
  readonly stored: StoredList | null;
  readonly bundled: BundledList;
  /** Version of the expression rules of this build. */
  readonly algoVersion: string;
  /** Returns null for a list with another rule version than this build's. */
  readonly ofKnownRules: <T extends { readonly algoVersion: string }>(list: T | null) => T | null;
};

/** Chooses the stored list, or the package's if that is newer or nothing is stored. */
export async function chooseList(sources: ListSources): Promise<ListChoice> {
  const { stored, bundled, algoVersion, ofKnownRules } = sources;
  const { version } = bundled;
  const snapshot = stored?.version ? snapshotOfRecord(stored.version) : null;
  const usable = ofKnownRules(snapshot);
  const recent = stored?.recent ? recentOfRecord(stored.recent) : null;
  const confirmed = stored?.sync.current ?? null;
  const confirmedAt = usable && confirmed?.snapshotToken === usable.token ? confirmed.at : 0;
  const storedAt = usable ? Math.max(usable.at, confirmedAt) : 0;
  const packaged =
    version && Date.parse(version.publishedAt) > storedAt ? await packagedSnapshot(bundled, algoVersion) : null;
  const file = (record: HotRecord | null | undefined) => ofKnownRules(record ? hotOfRecord(record) : null);
  const parts = version && packaged ? { bundled, version } : null;
  return {
    snapshot: packaged ?? usable,
    recent: (parts && (await packagedRecent(parts))) ?? ofKnownRules(recent),
    hot: (parts && (await packagedFile(parts, 'hot', version?.hot))) ?? file(stored?.hot),
    ...(stored?.version
      ? { own: file(stored.own), official: file(stored.official) }
      : await packagedFiles(bundled, algoVersion)),
    confirmedAt: packaged ? 0 : confirmedAt,
    confirmPrefixLength: confirmed?.confirmPrefixLength ?? null,
    isDamaged: Boolean(stored?.damaged || (stored?.version && !snapshot) || (stored?.recent && !recent)),
  };
}

/** The package's list, if it has this rule version. */
export async function packagedSnapshot(bundled: BundledList, algoVersion: string): Promise<Snapshot | null> {
  const { version } = bundled;
  if (version?.algoVersion !== algoVersion) return null;
  try {
    return snapshotOfBundle(version, await bundled.prefixes(version));
  } catch {
    // A damaged file of the package counts as missing: `info` stays null, and health reports a missing list.
    return null;
  }
}

/** A package whose rules match this build, and its description. */
type Package = { readonly bundled: BundledList; readonly version: BundledVersion };

/** The package's additions; null if it carries none. Damaged ones count as missing: the next poll fetches them. */
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

/** A file of full hashes in the package; null if it carries none. A damaged file counts as missing. */
async function packagedFile(
  { bundled, version }: Package,
  name: 'hot' | 'own' | 'official',
  facts: BundledFile | null | undefined,
): Promise<Hot | null> {
  if (!facts) return null;
  const { token, sha256, seal = null } = facts;
  const { algoVersion, service = null, publishedAt } = version;
  try {
    const table = new HotTable(await bundled.part(name));
    return { token, algoVersion, sha256, service, at: Date.parse(publishedAt), seal, table };
  } catch {
    return null;
  }
}

/** The organization's files in the package; null if it carries none of this rule version. */
async function packagedFiles(
  bundled: BundledList,
  algoVersion: string,
): Promise<Record<'own' | 'official', Hot | null>> {
  const { version } = bundled;
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
