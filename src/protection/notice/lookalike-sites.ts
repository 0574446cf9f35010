import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import type { ImitatedBrand } from '../../lookalike/brand.ts';
import { lookalikeOf } from '../../lookalike/lookalike.ts';
import { isWeb } from '../address.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { MutedSites } from './muted-sites.ts';
import type { LookalikeSite } from './notice.ts';

type LookalikeSitesParts = {
  /** Made when the first page is looked at. */
  readonly brands: () => readonly ImitatedBrand[];
  /** Hosts that imitate nobody, with all that is below them. */
  readonly ownHosts: readonly string[];
  /** The organization whose own an address is; null where it is nobody's. */
  readonly officialName: (url: string) => string | null;
  /** What is known about an address, or becomes known in a moment. */
  readonly settle: (url: string, tabId: number) => Promise<Verdict | null>;
  readonly isOn: () => boolean;
  readonly muted: Pick<MutedSites, 'has'>;
};

/** Tells which pages look like a brand's and are not. Everything is computed on the device; nobody is asked and nothing is sent. */
export class LookalikeSites {
  readonly #parts: LookalikeSitesParts;
  #brands: readonly ImitatedBrand[] | null = null;

  constructor(parts: LookalikeSitesParts) {
    this.#parts = parts;
  }

  /** What the site of an address looks like; null where it looks like none, is officially somebody's own, or notices are switched off. */
  of(url: string): LookalikeSite | null {
    return this.#parts.isOn() ? this.imitated(url) : null;
  }

  /** The same, whether or not notices are switched off: a warning that is there anyway may say it. */
  imitated(url: string): LookalikeSite | null {
    const { ownHosts, officialName } = this.#parts;
    const host = isWeb(url) ? hostOf(url) : null;
    if (host === null || ownHosts.some((own) => host === own || host.endsWith(`.${own}`))) return null;
    this.#brands ??= this.#parts.brands();
    const found = lookalikeOf(host, this.#brands);
    if (!found || officialName(url) !== null) return null;
    return { host, brand: found.brand, original: found.host };
  }

  /**
   * The site about which a page that was just opened needs a notice; null where it imitates none or is muted. A listed site has its
   * warning and gets no notice.
   */
  async noticeFor(url: string, tabId: number): Promise<LookalikeSite | null> {
    if (!this.#parts.isOn()) return null;
    // First the verdict: what a listed page looks like is nothing that its warning should wait for.
    const verdict = await this.#parts.settle(url, tabId);
    if (verdict?.kind !== 'clear' && verdict?.kind !== 'off') return null;
    const site = this.imitated(url);
    return site && !(await this.#parts.muted.has(site.host)) ? site : null;
  }
}

/** The canonical host of a web address. */
const hostOf = (url: string): string | null => canonicalUrl(url)?.split('/', 1)[0] ?? null;
