import { expressionsOf, hashExpression, narrowestExpression, urlAssets, urlExpressions } from '../../asset/index.ts';
import type { Blocklist } from '../../blocklist/blocklist.ts';

type Official = { readonly name: string; readonly contents: readonly string[] };

/**
 * Finds the name of the organization to which an address officially belongs, from the brand and from the proofs that organizations
 * gave to the service; null if there is none. Sends no request.
 * @param brand what the brand says belongs to its organization
 */
export function officialNames({ organization }: Pick<Blocklist, 'organization'>, brand: Official | undefined) {
  let ofBrand: ReadonlySet<string> | null = null;
  return (url: string): string | null => {
    if (!brand && !organization.official) return null;
    ofBrand ??= new Set(brand?.contents.flatMap((content) => narrowestExpression(content) ?? []));
    for (const expression of [...urlExpressions(url), ...urlAssets(url).flatMap(expressionsOf)]) {
      const name = organization.officialName(hashExpression(expression));
      if (name !== null) return name;
      if (ofBrand.has(expression)) return brand?.name ?? null;
    }
    return null;
  };
}
