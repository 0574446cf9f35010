import type { MessageReply } from '../../messaging/catalogue.ts';
import type { TextField } from '../text-field.ts';
import type { Candidate } from './candidate.ts';

/** What the background answered about an address that is to be marked. */
export type MarkedAddress = MessageReply<'assetsCheck'>['marked'][number];

/** How sure the background is: on the list and confirmed, on the list and not to be confirmed, or about to be asked. */
export type MarkState = 'blocked' | 'unconfirmed' | 'checking';

export function stateOf({ kind }: MarkedAddress): MarkState {
  return kind === 'unconfirmed' || kind === 'checking' ? kind : 'blocked';
}

/** Where in a document an address stands. */
export type Place =
  | {
      readonly kind: 'text';
      readonly start: Text;
      readonly startOffset: number;
      readonly end: Text;
      readonly endOffset: number;
    }
  /** In an attribute: the element shows it, links to it or copies it. */
  | { readonly kind: 'element'; readonly element: Element }
  | { readonly kind: 'field'; readonly element: TextField };

/** A candidate and where it was seen. */
export type Sighting = { readonly candidate: Candidate; readonly place: Place };
