import { expressionsOf, hashExpression, urlAssets, urlExpressions } from '../asset/index.ts';
import type { Blocklist } from '../blocklist/blocklist.ts';

/** The name of the organization whose own site, page or account an address is, without asking anybody; null where it is nobody's. */
export function officialNameOf({ organization }: Pick<Blocklist, 'organization'>, url: string): string | null {
  if (!organization.official) return null;
  for (const expression of [...urlExpressions(url), ...urlAssets(url).flatMap(expressionsOf)]) {
    const name = organization.officialName(hashExpression(expression));
    if (name !== null) return name;
  }
  return null;
}
