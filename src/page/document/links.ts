/** Hosts that are looked up at a time; the others of a page follow at its next change. */
const MAX_HOSTS = 200;

/** The hosts to which the links of a document lead, each once. */
export class LinkedHosts {
  readonly #seen = new Set([location.hostname, '']);

  /** Those that have come since the last call. */
  takeNew(): string[] {
    const found = new Set<string>();
    for (const { hostname, protocol } of linksOf(document))
      if (protocol.startsWith('http') && !this.#seen.has(hostname) && found.size < MAX_HOSTS) found.add(hostname);
    for (const host of found) this.#seen.add(host);
    return [...found];
  }
}

/** The links of a document. A form may hide the property with their name. */
export const linksOf = ({ links }: Document): Iterable<HTMLAnchorElement | HTMLAreaElement> =>
  links instanceof HTMLCollection ? links : [];
