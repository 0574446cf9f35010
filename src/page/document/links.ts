import { baseOf } from './node.ts';
import { elementsOf } from './tree.ts';

type Link = HTMLAnchorElement | HTMLAreaElement;

/** Hosts that are looked up at a time; the others of a page follow at its next change. */
const MAX_HOSTS = 200;
/** Links whose address may name a host: reading the host of a link takes as long as parsing its address. */
const ELSEWHERE =
  ':is(a,area):is([href*=":"],[href*="//"],[href*="\\\\"],[href*="\\9 "],[href*="\\a "],[href*="\\d "])';

/** The hosts to which the links of a document lead, each once. */
export class LinkedHosts {
  readonly #seen = new Set([location.hostname, '']);

  /** Those that have come since the last call. */
  takeNew(): string[] {
    const found = new Set<string>();
    const links = elementsOf(document, ELSEWHERE) as NodeListOf<Link>;
    // The other links lead to the host of the base. A link in a picture has no host.
    for (const { hostname = '', protocol } of [new URL(baseOf(document)), ...links])
      if (!this.#seen.has(hostname) && protocol.startsWith('http') && found.size < MAX_HOSTS) found.add(hostname);
    for (const host of found) this.#seen.add(host);
    return [...found];
  }
}

/** The links of a document. A form may hide the property with their name. */
export const linksOf = ({ links }: Document): Iterable<Link> => (links instanceof HTMLCollection ? links : []);
