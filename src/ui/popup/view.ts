/** What the popup shows, and about what. */
export type View =
  | { readonly name: 'main' }
  | { readonly name: 'report'; readonly url: string | null }
  | { readonly name: 'dispute'; readonly content: string; readonly fixed: boolean }
  /** `id` names the entry that is shown first. */
  | { readonly name: 'outbox'; readonly id: string | null };

/** A view behind the first one. */
export type LaterViewOf = Exclude<View, { readonly name: 'main' }>;

/** The view that an address of the popup asks for, for example `?view=dispute&content=…` from a card on a page. */
export function viewOf(search: string): View {
  const asked = new URLSearchParams(search);
  const content = asked.get('content') ?? '';
  if (asked.get('view') === 'dispute') return { name: 'dispute', content, fixed: false };
  if (asked.get('view') === 'report') return { name: 'report', url: content === '' ? null : content };
  if (asked.get('view') === 'outbox') return { name: 'outbox', id: content === '' ? null : content };
  return { name: 'main' };
}

/** The host of a web address, empty where there is none. */
export const hostOf = (url: string | null): string => (url !== null && URL.canParse(url) ? new URL(url).hostname : '');
