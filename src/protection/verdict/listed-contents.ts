import { namedBy } from '../../asset/index.ts';
import type { Asset } from '../../asset/type.ts';
import type { Protection } from './protection.ts';
import type { Verdict } from './verdict.ts';

/** No tab: an allowance of one tab says nothing about the list. */
const NO_TAB = -1;
const LISTED: ReadonlySet<Verdict['kind']> = new Set(['blocked', 'checking', 'unconfirmed', 'permitted']);

/** The contents that are on this device's list, by themselves or by the site above them. Sends no request. */
export function listedContents(
  protection: Pick<Protection, 'verdict' | 'shownVerdict'>,
  contents: readonly string[],
): string[] {
  const isListed = (asset: Asset): boolean => {
    const isOnSite = asset.type === 'URL' || asset.type === 'PAGE';
    const verdict = isOnSite ? protection.verdict(`http://${asset.content}`, NO_TAB) : protection.shownVerdict(asset);
    return verdict !== null && LISTED.has(verdict.kind);
  };
  return contents.filter((content) => {
    const asset = namedBy(content)?.asset;
    return asset !== undefined && isListed(asset);
  });
}

/** The verdicts on these contents, in their order, after asking the service about open hits; null where one names nothing. */
export async function checkedContents(
  protection: Pick<Protection, 'resolveChecked'>,
  contents: readonly string[],
): Promise<(Verdict | null)[]> {
  const assets = contents.map((content) => namedBy(content)?.asset ?? null);
  const verdicts = await protection.resolveChecked(assets.filter((asset) => asset !== null));
  return assets.map((asset) => (asset === null ? null : verdicts.shift()!));
}
