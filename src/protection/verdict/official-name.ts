import { expressionsOf, hashExpression, narrowestExpression, urlAssets, urlExpressions } from '../../asset/index.ts';
import type { Blocklist } from '../../blocklist/blocklist.ts';

type Official = { readonly name: string; readonly contents: readonly string[] };

/**
 * Finds the organization to which a site, page or account officially belongs, from the brand and from the proofs that
 * organizations gave to the service.
 */
export class OfficialNames {
  readonly #organization: Blocklist['organization'];
  readonly #brand: Official | undefined;
  #ofBrand: ReadonlySet<string> | null = null;

  /** @param brand what the brand says belongs to its organization */
  constructor({ organization }: Pick<Blocklist, 'organization'>, brand: Official | undefined) {
    this.#organization = organization;
    this.#brand = brand;
  }

  /** Name of the organization to which an address officially belongs, without a request; null if there is none. */
  of(url: string): string | null {
    if (!this.#brand && !this.#organization.official) return null;
    this.#ofBrand ??= new Set(this.#brand?.contents.flatMap((content) => narrowestExpression(content) ?? []));
    for (const expression of [...urlExpressions(url), ...urlAssets(url).flatMap(expressionsOf)]) {
      const name = this.#organization.officialName(hashExpression(expression));
      if (name !== null) return name;
      if (this.#ofBrand.has(expression)) return this.#brand?.name ?? null;
    }
    return null;
  }
}
