import { type Asset, namedBy, recognizeText } from '../../asset/index.ts';
import type { MessageReply } from '../../messaging/catalogue.ts';

/** Where on a page something stands that can be reported. */
export const PICK_KINDS = ['shown', 'form', 'link'] as const;
type PickKind = (typeof PICK_KINDS)[number];

/** Something of a page that can be added to a report: the content that names it, and what it is. */
export type Pick = { readonly kind: PickKind; readonly content: string; readonly asset: Asset };
export type Picks = {
  readonly picks: readonly Pick[];
  /** How many more there are than are offered. */
  readonly left: number;
};

/** More of a kind than these are not chosen one by one. */
const MAX_OFFERED = 30;

/**
 * What a page shows that can be reported beside it: addresses and accounts in its text, what its forms send to, and other sites that it
 * links to, each once.
 */
export function picksOf({ links, forms, text }: MessageReply<'pageThings'>, pageUrl: string): Picks {
  const own = namedBy(pageUrl);
  const seen = new Set(own ? [own.content, own.page ?? ''] : []);
  const offered: Pick[] = [];
  let left = 0;
  const offer = (kind: PickKind, all: readonly { readonly content: string; readonly asset: Asset }[]) => {
    const fresh = all.filter(({ content }) => !seen.has(content) && seen.add(content));
    offered.push(...fresh.slice(0, MAX_OFFERED).map(({ content, asset }) => ({ kind, content, asset })));
    left += Math.max(0, fresh.length - MAX_OFFERED);
  };
  offer(
    'shown',
    recognizeText(text)
      .filter(({ type }) => type !== 'URL' && type !== 'PAGE')
      .map((asset) => ({ content: namedBy(asset.content)?.content ?? `${asset.type}:${asset.content}`, asset })),
  );
  offer('form', named(forms));
  offer('link', named(links));
  return { picks: offered, left };
}

const named = (addresses: readonly string[]) =>
  addresses.flatMap((address) => {
    const found = namedBy(address);
    return found ? [{ content: found.content, asset: found.asset }] : [];
  });
