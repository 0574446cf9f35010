import type { AssetType } from '../type.ts';

/**
 * A rule by which a platform's URLs name an asset. Patterns are templates: `{name}` matches one segment (or its shape),
 * `{_}` a segment that is ignored, a final `/{name*}` the rest of the path, a final `/**` anything below, or nothing.
 */
export type Route = {
  /** Labels before the platform's host, for example `{shop}`. Default: none, or a neutral one such as `www`. */
  readonly sub?: string;
  /** The decoded path without its query. Default: any path. */
  readonly path?: string;
  /** Required query parameters, each with a regular expression for its whole value. */
  readonly query?: Readonly<Record<string, string>>;
  /** The decoded fragment. */
  readonly fragment?: string;
  /**
   * Template of the content, for example `channel/{id}`. Braces refer to matched parts; `{host}` is the platform's
   * host. Without it the URL is a page to which anybody may upload, below the owner's.
   */
  readonly content?: string;
  /** Converts the content to canonical form, or to null if it is invalid. Default: unchanged. */
  readonly form?: (content: string) => string | null;
  /**
   * Templates of the accounts that own the asset, as contents of the same type, separated by spaces, for example `{owner}`
   * for a repository.
   */
  readonly owner?: string;
};

/** One asset type on the hosts of one platform. */
export type Platform = {
  readonly type: AssetType;
  /** Hosts without a neutral first label (`www`, `m`, `mobile`, `web`). */
  readonly hosts: readonly string[];
  /** Further first labels that are ignored, for example languages. */
  readonly neutral?: RegExp;
  /** Paths may begin with a two-letter language, which is then not an account. A language with its country never is. */
  readonly localized?: boolean;
  /**
   * Subdomains belong to different people, so one without a route is a separate site. Default: they belong to the
   * platform.
   */
  readonly tenants?: boolean;
  /** First path segments and subdomains of the platform itself, which are never accounts. Lower case. */
  readonly reserved?: readonly string[];
  /** Regular expressions for named parts. Default: one segment without spaces. */
  readonly shapes?: Readonly<Record<string, string>>;
  readonly routes: readonly Route[];
  /**
   * Templates of URLs for an asset of this type. The link of an asset is the first that is recognised as that asset.
   * Default: none. `{content}` is the whole content, `{head}` the part before its first slash, `{tail}` the part after it.
   */
  readonly links?: readonly string[];
};

/** A platform, and the host labels before its own; empty if they are neutral. */
export type PlatformHost = { readonly platform: Platform; readonly host: string; readonly sub: string };

/** Lower case: canonical form on platforms with case-insensitive names. */
export const folded = (content: string): string => content.toLowerCase();

/** Upper case: canonical form of product numbers. */
export const capital = (content: string): string => content.toUpperCase();

/** Splits a space-separated list, which keeps long tables of reserved words readable. */
export const words = (list: string): readonly string[] => list.split(' ');
