import { LinkedHosts, linksOf } from '../document/links.ts';
import type { Finding, MarkedAddress, Send } from './address-book.ts';
import type { Place } from './candidate.ts';

/** Has the links of a frame marked that lead to sites of which this device itself knows that they are listed. */
export class LinkBook {
  readonly #send: Send;
  readonly #mark: (finding: Finding) => void;
  readonly #hosts = new LinkedHosts();
  readonly #listed = new Map<string, MarkedAddress>();

  constructor(send: Send, mark: (finding: Finding) => void) {
    this.#send = send;
    this.#mark = mark;
  }

  /** Call when the document has been read. Rejects where nobody answers. */
  async read(): Promise<void> {
    const hosts = this.#hosts.takeNew();
    const { listed } = hosts.length > 0 ? await this.#send('linksCheck', { hosts }) : { listed: [] };
    for (const verdict of listed) this.#listed.set(verdict.asset.content, verdict);
    if (this.#listed.size === 0) return;
    for (const link of linksOf(document)) {
      const verdict = this.#listed.get(link.hostname);
      if (verdict) this.#mark({ verdict, place: placeOf(link) });
    }
  }
}

/** The text of a link, or the link itself where it has none. */
function placeOf(element: Element): Place {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const start = texts.nextNode() as Text | null;
  if (start === null) return { kind: 'element', element, source: '' };
  let end = start;
  for (let next = texts.nextNode(); next !== null; next = texts.nextNode()) end = next as Text;
  const range = document.createRange();
  range.setStart(start, 0);
  range.setEnd(end, end.length);
  return { kind: 'text', start, startOffset: 0, end, endOffset: end.length, source: range.toString() };
}
