import { attributeOf, baseOf } from './node.ts';

/** Hosts that are looked up at a time; the others of a page follow at its next change. */
const MAX_HOSTS = 200;
/** The part of a written address that tells another host than that of its page; reading the host itself takes as long as parsing it. */
const ELSEWHERE = /^[^?#]*?(?::|[\\/]\s*[\\/])[\\/\s]*[^\\/?#]*/;

/** The hosts to which the links of a document lead, each once. */
export class LinkedHosts {
  readonly #seen = new Set([location.hostname, '']);
  readonly #read = new Set<string>();

  /** Those that have come since the last call. */
  takeNew(): string[] {
    const found = new Set<string>();
    // To the host of its base lead the links without one.
    const take = ({ hostname, protocol }: URL | Link): void => {
      if (!this.#seen.has(hostname) && protocol.startsWith('http')) found.add(hostname);
    };
    take(new URL(baseOf(document)));
    for (const link of linksOf(document)) {
      const written = ELSEWHERE.exec(attributeOf(link, 'href') ?? '')?.[0];
      if (written === undefined || this.#read.has(written)) continue;
      if (found.size === MAX_HOSTS) break;
      take(link);
      this.#read.add(written);
    }
    for (const host of found) this.#seen.add(host);
    return [...found];
  }
}

type Link = HTMLAnchorElement | HTMLAreaElement;

/** The links of a document. A form may hide the property with their name. */
export const linksOf = ({ links }: Document): Iterable<Link> => (links instanceof HTMLCollection ? links : []);
