import { HotTable } from '../table/hot-table.ts';
import type { BundledList } from './bundled.ts';
import type { BundledVersion } from './bundled-version.ts';
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
  return {
    snapshot: packaged ?? usable,
    recent: ofKnownRules(recent),
    hot: file(stored?.hot),
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

/** The organization's files of the package; null where it carries none of these rules. A damaged one is as good as none. */
async function packagedFiles(
  bundled: BundledList,
  algoVersion: string,
  version: BundledVersion | null,
): Promise<Record<'own' | 'official', Hot | null>> {
  const read = async (name: 'own' | 'official'): Promise<Hot | null> => {
    const facts = version?.algoVersion === algoVersion ? version.organization?.[name] : null;
    if (!version || !facts) return null;
    try {
      const table = HotTable.read(await bundled.organizationFile(name));
      const { token, sha256, seal = null } = facts;
      const { service = null, publishedAt } = version;
      return { token, algoVersion, sha256, service, at: Date.parse(publishedAt), seal, table };
    } catch {
      return null;
    }
  };
  const [own, official] = await Promise.all([read('own'), read('official')]);
  return { own, official };
}

/** The newer of two lists. */
export function newer(one: Snapshot | null, other: Snapshot | null): Snapshot | null {
  if (!one || !other) return one ?? other;
  return other.at > one.at ? other : one;
}
