import type { AssetType } from '../type.ts';

/** One way in which a platform's addresses name an asset. Each pattern must match its whole part where it is given. */
export type Route = {
  /** The labels before the platform's host, for example `shop` of `shop.etsy.com`. Left out: there must be none but a neutral one. */
  readonly sub?: RegExp;
  /** The path without its query, decoded. Left out: any path. */
  readonly path?: RegExp;
  /** A query parameter that must be there. */
  readonly query?: { readonly name: string; readonly value: RegExp };
  /** The fragment, decoded. */
  readonly fragment?: RegExp;
  /** The content: named groups of the patterns in braces, for example `channel/{id}`. */
  readonly content: string;
  /** How the content reaches its one form: platforms that do not tell case apart have lower case. Default: as it stands. */
  readonly form?: (content: string) => string | null;
};

/** One asset type on the hosts of one platform. */
export type Platform = {
  readonly type: AssetType;
  /** Hosts without a leading `www.`, `m.`, `mobile.` or `web.`. */
  readonly hosts: readonly string[];
  /** First path segments (or first labels of a subdomain) that are the platform's own pages, never somebody's account. */
  readonly reserved?: readonly string[];
  readonly routes: readonly Route[];
  /** The address of an asset, its content in braces: `https://x.com/{content}`. */
  readonly link: string;
};

/** Lower case: the form of names on platforms that do not tell case apart. */
export const folded = (content: string): string => content.toLowerCase();
