import type { AssetType } from '../type.ts';

/**
 * One way in which a platform's addresses name an asset. Patterns are templates: `{name}` stands for one segment (or its shape), `{_}` for
 * a segment that does not matter, a closing `/**` for anything below or nothing, a closing `/{name*}` for all that follows.
 */
export type Route = {
  /** The labels before the platform's host, for example `{shop}`. Left out: none, or a neutral one such as `www`. */
  readonly sub?: string;
  /** The decoded path without its query. Left out: any path. */
  readonly path?: string;
  /** Query parameters that must be there, and the regular expression that each value must match as a whole. */
  readonly query?: Readonly<Record<string, string>>;
  /** The decoded fragment. */
  readonly fragment?: string;
  /** The content: what the patterns caught, in braces, for example `channel/{id}`; `{host}` is the platform's host. */
  readonly content: string;
  /** Brings the content to its one form; null says that it is no such asset after all. Default: as it stands. */
  readonly form?: (content: string) => string | null;
  /** The account that answers for the asset, as a content of the same type, for example `{owner}` for a repository. */
  readonly owner?: string;
};

/** One asset type on the hosts of one platform. */
export type Platform = {
  readonly type: AssetType;
  /** Hosts without a neutral first label (`www`, `m`, `mobile`, `web`). */
  readonly hosts: readonly string[];
  /** Further first labels that change nothing, for example languages. */
  readonly neutral?: RegExp;
  /** A language of two letters may stand before the path, and is nobody's account. One with its country is none anywhere. */
  readonly localized?: boolean;
  /** Subdomains belong to different people: one that no route names is a site of its own. Default: they are the platform's. */
  readonly tenants?: boolean;
  /** First path segments and subdomains that are the platform's own, never somebody's account. Lower case. */
  readonly reserved?: readonly string[];
  /** Regular expressions of the parts that the templates name. Default: one segment without spaces. */
  readonly shapes?: Readonly<Record<string, string>>;
  readonly routes: readonly Route[];
  /**
   * Addresses of an asset of this platform; the first that leads back to the asset is its link. `{content}` is the whole content,
   * `{head}` what stands before its first slash and `{tail}` what follows.
   */
  readonly links: readonly string[];
};

/** A platform and the labels of a host that stand before the platform's own; empty where they are neutral. */
export type PlatformHost = { readonly platform: Platform; readonly host: string; readonly sub: string };

/** Lower case: the form of names on platforms that do not tell case apart. */
export const folded = (content: string): string => content.toLowerCase();

/** Upper case: the form of product numbers. */
export const capital = (content: string): string => content.toUpperCase();

/** Short words of a list, separated by spaces: keeps long tables of reserved routes readable. */
export const words = (list: string): readonly string[] => list.split(' ');
