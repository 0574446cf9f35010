import { decodePrefixes } from '../codec/prefixes.ts';
import { HotTable } from '../table/hot-table.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import type { BundledFile, BundledList, BundledVersion } from './bundled.ts';
import { type Hot, hotOfRecord, type Recent, recentOfRecord, type Snapshot, snapshotOfRecord } from './snapshot.ts';
import type { FileName, StoredList } from './store.ts';
import type { HotRecord } from './store-record.ts';

/** The list to use, and its parts. */
export type ListChoice = Readonly<Record<FileName, Hot | null>> & {
  readonly snapshot: Snapshot | null;
  readonly recent: Recent | null;
  /** When the service last confirmed the snapshot as current, ms since epoch; 0 for the package's snapshot. */
  readonly confirmedAt: number;
  /** Null if the service has not specified it. */
  readonly confirmPrefixLength: number | null;
  /** True if stored data is damaged. */
  readonly isDamaged: boolean;
};

/** Null for a list with another rule version than this. */
export const ofRules = <T extends { readonly algoVersion: string }>(algoVersion: string, list: T | null): T | null =>
  list?.algoVersion === algoVersion ? list : null;

/**
 * Chooses the stored list, or the package's if that is newer or nothing is stored.
 * @param stored null if nothing could be read
 * @param algoVersion version of the expression rules of this build
 */
export async function chooseList(
  stored: StoredList | null,
  bundled: BundledList,
  algoVersion: string,
): Promise<ListChoice> {
  const { version } = bundled;
  const snapshot = stored?.snapshot ? snapshotOfRecord(stored.snapshot) : null;
  const usable = ofRules(algoVersion, snapshot);
  const recent = stored?.recent ? recentOfRecord(stored.recent) : null;
  const confirmed = stored?.sync.current ?? null;
  const confirmedAt = usable && confirmed?.snapshotToken === usable.token ? confirmed.at : 0;
  const storedAt = usable ? confirmedAt || usable.at : 0;
  const packaged =
    version && Date.parse(version.publishedAt) > storedAt ? await packagedSnapshot(bundled, algoVersion) : null;
  const file = (record: HotRecord | null | undefined) => ofRules(algoVersion, record ? hotOfRecord(record) : null);
  const parts = version && packaged ? { bundled, version } : null;
  return {
    snapshot: packaged ?? usable,
    recent: (parts && (await packagedRecent(parts))) ?? ofRules(algoVersion, recent),
    hot: (parts && (await packagedFile(parts, 'hot', version?.hot))) ?? file(stored?.hot),
    ...(stored?.snapshot
      ? { own: file(stored.own), official: file(stored.official) }
      : await packagedFiles(bundled, algoVersion)),
    confirmedAt: packaged ? 0 : confirmedAt,
    confirmPrefixLength: confirmed?.confirmPrefixLength ?? null,
    isDamaged: Boolean(stored?.damaged || (stored?.snapshot && !snapshot) || (stored?.recent && !recent)),
  };
}

/** The package's list, if it has this rule version. */
export async function packagedSnapshot(bundled: BundledList, algoVersion: string): Promise<Snapshot | null> {
  const { version } = bundled;
  if (version?.algoVersion !== algoVersion) return null;
  return unlessDamaged(async () => {
    const table = PrefixTable.from(await bundled.prefixes(version));
    return { ...factsOf(version, version), origin: 'bundled', at: Date.parse(version.publishedAt), table };
  });
}

/** A damaged file of the package counts as missing: the next poll fetches it, and health reports a missing list. */
const unlessDamaged = <T>(read: () => Promise<T>): Promise<T | null> => read().catch(() => null);

const factsOf = (
  { algoVersion, service }: BundledVersion,
  { token, sha256, seal }: BundledFile,
): Omit<Recent, 'table'> => ({ token, algoVersion, sha256, service: service ?? null, seal: seal ?? null });

/** A package whose rules match this build, and its description. */
type Package = { readonly bundled: BundledList; readonly version: BundledVersion };

/** The package's additions; null if it carries none. */
async function packagedRecent({ bundled, version }: Package): Promise<Recent | null> {
  const { recent } = version;
  if (!recent) return null;
  return unlessDamaged(async () => {
    const table = PrefixTable.from(decodePrefixes(await bundled.part('recent')));
    return table.size === recent.count ? { ...factsOf(version, recent), table } : null;
  });
}

/** A file of full hashes in the package; null if it carries none. */
async function packagedFile(
  { bundled, version }: Package,
  name: 'hot' | 'own' | 'official',
  facts: BundledFile | null | undefined,
): Promise<Hot | null> {
  if (!facts) return null;
  return unlessDamaged(async () => {
    const table = new HotTable(await bundled.part(name));
    return { ...factsOf(version, facts), at: Date.parse(version.publishedAt), table };
  });
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
