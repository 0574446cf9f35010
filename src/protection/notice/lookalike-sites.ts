import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import type { ImitatedBrand } from '../../lookalike/brand.ts';
import { lookalikeOf } from '../../lookalike/lookalike.ts';
import type { SiteChoices } from '../pause/site-choices.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { isWeb } from '../warning/address.ts';
import type { LookalikeSite } from './notice.ts';

type LookalikeSitesParts = {
  /** Created when the first page is checked. */
  readonly brands: () => readonly ImitatedBrand[];
  /** Hosts that imitate nobody, including their subdomains. */
  readonly ownHosts: readonly string[];
  /** The organization to which an address officially belongs; null if there is none. */
  readonly officialName: (url: string) => string | null;
  /** The verdict on an address, after asking the service if necessary. */
  readonly resolve: (url: string, tabId: number) => Promise<Verdict | null>;
  /** Whether notices are on for a page, by its address. */
  readonly isOn: (url: string) => boolean;
  readonly muted: Pick<SiteChoices, 'has'>;
};

/** Detects pages that imitate a brand. Everything is computed on the device; nothing is sent. */
export class LookalikeSites {
  readonly #parts: LookalikeSitesParts;
  #brands: readonly ImitatedBrand[] | null = null;

  constructor(parts: LookalikeSitesParts) {
    this.#parts = parts;
  }

  /** What the site of an address imitates; null without a brand, for an official site, and where notices are off. */
  of(url: string): LookalikeSite | null {
    return this.#parts.isOn(url) ? this.imitated(url) : null;
  }

  /** The same even if notices are off: an existing warning may mention it. */
  imitated(url: string): LookalikeSite | null {
    const { ownHosts, officialName } = this.#parts;
    const host = isWeb(url) ? hostOf(url) : null;
    if (host === null || ownHosts.some((own) => host === own || host.endsWith(`.${own}`))) return null;
    this.#brands ??= this.#parts.brands();
    const found = lookalikeOf(host, this.#brands);
    if (!found || officialName(url) !== null) return null;
    return { host, brand: found.brand, original: found.host };
  }

  /** The site of a newly opened page that needs a notice; null for a muted one, and a listed one, which has its warning. */
  async noticeFor(url: string, tabId: number): Promise<LookalikeSite | null> {
    if (!this.#parts.isOn(url)) return null;
    // The verdict comes first, so that the warning of a listed page does not wait for the comparison.
    const verdict = await this.#parts.resolve(url, tabId);
    if (verdict === null || !['clear', 'off', 'unknown'].includes(verdict.kind)) return null;
    const site = this.imitated(url);
    return site && !(await this.#parts.muted.has(site.host)) ? site : null;
  }
}

const hostOf = (url: string): string | null => canonicalUrl(url)?.split('/', 1)[0] ?? null;
