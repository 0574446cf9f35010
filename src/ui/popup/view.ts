import type { Overview } from './overview.ts';

/** What the popup shows, and about what. */
export type View =
  | { readonly name: 'main' }
  | { readonly name: 'report'; readonly url: string | null }
  | { readonly name: 'dispute'; readonly content: string; readonly fixed: boolean }
  | { readonly name: 'outbox' };

/** The view that an address of the popup asks for, for example `?view=dispute&content=…` from a card on a page. */
export function viewOf(search: string): View {
  const asked = new URLSearchParams(search);
  const content = asked.get('content') ?? '';
  if (asked.get('view') === 'dispute') return { name: 'dispute', content, fixed: false };
  if (asked.get('view') === 'report') return { name: 'report', url: content === '' ? null : content };
  if (asked.get('view') === 'outbox') return { name: 'outbox' };
  return { name: 'main' };
}

/** What the site of a tab looks like and is not, where that is what there is to say about it: a listed or an official one has more to tell. */
export const lookalikeIn = (overview: Overview | null): Overview['lookalike'] =>
  overview?.verdict?.kind === 'clear' && overview.official === null ? overview.lookalike : null;

/** The dispute that belongs to what a tab shows: of the listed asset, or of whatever the person names. */
export function disputeOf(overview: Overview | null): View {
  const verdict = overview?.verdict;
  const listed = verdict && verdict.kind !== 'clear' && verdict.kind !== 'off' && verdict.kind !== 'checking';
  return { name: 'dispute', content: listed ? verdict.asset.content : '', fixed: Boolean(listed) };
}
