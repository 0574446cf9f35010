import { expressionsOf, hashExpression, narrowestExpression, urlAssets, urlExpressions } from '../../asset/index.ts';
import type { Blocklist } from '../../blocklist/blocklist.ts';

/** What a brand says belongs to its organization. */
type Official = { readonly name: string; readonly contents: readonly string[] };
type Own = { readonly name: string; readonly expressions: ReadonlySet<string> };

/**
 * Finds the organization to which a site, page or account officially belongs, from the brand and from the proofs that
 * organizations gave to the service.
 */
export class OfficialNames {
  readonly #organization: Blocklist['organization'];
  readonly #said: Official | undefined;
  #own: Own | null = null;

  constructor({ organization }: Pick<Blocklist, 'organization'>, official: Official | undefined) {
    this.#organization = organization;
    this.#said = official;
  }

  /** Name of the organization to which an address officially belongs, without a request; null if there is none. */
  of(url: string): string | null {
    if (!this.#said && !this.#organization.official) return null;
    this.#own ??= ownOf(this.#said);
    for (const expression of [...urlExpressions(url), ...urlAssets(url).flatMap(expressionsOf)]) {
      const name = this.#organization.officialName(hashExpression(expression));
      if (name !== null) return name;
      if (this.#own.expressions.has(expression)) return this.#own.name;
    }
    return null;
  }
}

function ownOf(said: Official | undefined): Own {
  const expressions = (said?.contents ?? []).flatMap((content) => narrowestExpression(content) ?? []);
  return { name: said?.name ?? '', expressions: new Set(expressions) };
}
