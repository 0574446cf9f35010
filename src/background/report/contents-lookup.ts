import { namedBy } from '../../asset/index.ts';
import type { Asset } from '../../asset/type.ts';
import type { Verdict } from '../../protection/verdict/verdict.ts';
import type { ProtectionWorker } from '../../protection/worker.ts';

/** No tab: what was let through in one says nothing about the list. */
const NO_TAB = -1;
const LISTED: ReadonlySet<Verdict['kind']> = new Set(['blocked', 'checking', 'unconfirmed', 'permitted']);

/** Those of the contents that the list on this device has, themselves or in the site above them. Nobody is asked. */
export async function listedContents(
  { ready, protection }: ProtectionWorker,
  contents: readonly string[],
): Promise<string[]> {
  await ready;
  const isListed = (asset: Asset): boolean => {
    const isOnSite = asset.type === 'URL' || asset.type === 'PAGE';
    const verdict = isOnSite
      ? protection.verdict(`http://${asset.content}`, NO_TAB)
      : protection.shownVerdict(asset, NO_TAB);
    return verdict !== null && LISTED.has(verdict.kind);
  };
  return contents.filter((content) => {
    const asset = namedBy(content)?.asset;
    return asset !== undefined && isListed(asset);
  });
}
