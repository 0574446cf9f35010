import { decodePrefixes } from '../codec/prefixes.ts';
import { HotTable } from '../table/hot-table.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import type { BundledList } from './bundled.ts';
import type { FileName, ListParts, PrefixList } from './snapshot.ts';
import type { StoredList } from './store.ts';

/** The list to use, and its parts. */
export type ListChoice = ListParts & {
  /** When the service last confirmed the snapshot as current, ms since epoch; 0 for the package's snapshot. */
  readonly confirmedAt: number;
  /** Null if the service has not specified it. */
  readonly confirmPrefixLength: number | null;
  /** The stored parts that are damaged. */
  readonly damaged: StoredList['damaged'];
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
  const usable = ofRules(algoVersion, stored?.snapshot ?? null);
  const confirmed = stored?.sync.current ?? null;
  const confirmedAt = usable && confirmed?.snapshotToken === usable.token ? confirmed.at : 0;
  const storedAt = usable ? confirmedAt || usable.at : 0;
  const isNewer = Date.parse(bundled.version?.publishedAt ?? '') > storedAt;
  const packaged = isNewer ? await packagedSnapshot(bundled, algoVersion) : null;
  const packagedHashes = (name: FileName) => packagedFile(bundled, algoVersion, name, (bytes) => new HotTable(bytes));
  const damaged = stored?.damaged ?? [];
  // Without one the package's: but for a profile that has a list, the service may have none.
  const organizationFile = async (name: 'own' | 'official') =>
    ofRules(algoVersion, stored?.[name] ?? null) ??
    (stored?.snapshot && !damaged.includes(name) ? null : await packagedHashes(name));
  return {
    snapshot: packaged ?? usable,
    recent:
      (packaged && (await packagedFile(bundled, algoVersion, 'recent', prefixTable))) ??
      ofRules(algoVersion, stored?.recent ?? null),
    hot: (packaged && (await packagedHashes('hot'))) ?? ofRules(algoVersion, stored?.hot ?? null),
    own: await organizationFile('own'),
    official: await organizationFile('official'),
    confirmedAt: packaged ? 0 : confirmedAt,
    confirmPrefixLength: confirmed?.confirmPrefixLength ?? null,
    damaged,
  };
}

/** The package's list, if it has this rule version. */
export const packagedSnapshot = (bundled: BundledList, algoVersion: string): Promise<PrefixList | null> =>
  packagedFile(bundled, algoVersion, 'snapshot', prefixTable);

const prefixTable = (bytes: Uint8Array): PrefixTable => PrefixTable.from(decodePrefixes(bytes));

/** A file of the package; null without one of this rule version. A damaged one counts as missing until the next poll. */
async function packagedFile<Table extends { readonly size: number }>(
  bundled: BundledList,
  algoVersion: string,
  name: 'snapshot' | 'recent' | FileName,
  tableOf: (bytes: Uint8Array) => Table,
) {
  const version = ofRules(algoVersion, bundled.version);
  const facts = version && { ...version.organization, ...version, snapshot: version }[name];
  if (!facts) return null;
  const table = await bundled
    .file(name)
    .then(tableOf)
    .catch(() => null);
  if (table?.size !== facts.count) return null;
  const { token, sha256, seal = null } = facts;
  const at = Date.parse(version.publishedAt);
  return { token, algoVersion, sha256, service: version.service ?? null, seal, origin: 'bundled' as const, at, table };
}
