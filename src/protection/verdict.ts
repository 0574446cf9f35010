import { has, isNumber, isOneOf, isOptional, isText, shaped } from '../api/shape.ts';
import { ASSET_TYPES, type Asset } from '../asset/type.ts';

/**
 * What is known about one asset, with everything a person is shown about it.
 *
 * - `clear`: no local hit, or the service's full hashes do not contain it
 * - `checking`: a local hit whose confirmation is under way
 * - `blocked`: the service (or the hot tier, or a cached answer) holds its full hash
 * - `unconfirmed`: a local hit that could not be confirmed; the failure policy decides
 * - `permitted`: blocked or unconfirmed, and the person (or a policy) lets it through
 * - `off`: protection is off for this part, or the list is missing or of unknown rules
 */
export const VERDICT_KINDS = ['clear', 'checking', 'blocked', 'unconfirmed', 'permitted', 'off'] as const;

/** Why the service could not be asked, or what it answered could not be used. */
export const CONFIRMATION_FAILURES = ['offline', 'timeout', 'malformed', 'refused'] as const;
const CONFIRMATIONS = ['none', 'confirmed', 'pending', 'failed'] as const;

export type Verdict = {
  readonly kind: (typeof VERDICT_KINDS)[number];
  readonly asset: Asset;
  /** The expression that matched, for example `evil.example/`. */
  readonly expression?: string | undefined;
  /** Why it is listed, in the service's words, for example `Wallet drainer`. */
  readonly reason?: string | undefined;
  /** Who listed it, for example an organization's name. */
  readonly source?: string | undefined;
  /** ISO 8601 in UTC. */
  readonly listedAt?: string | undefined;
  /** Token of the snapshot that hit, and the time (ms since epoch) at which that list was last known to be current. */
  readonly list?: { readonly token: string; readonly currentAt: number } | undefined;
  readonly confirmation: (typeof CONFIRMATIONS)[number];
  /** Why confirmation failed; present where `confirmation` is `failed`. */
  readonly failure?: (typeof CONFIRMATION_FAILURES)[number] | undefined;
  /** Milliseconds since epoch. */
  readonly checkedAt: number;
};

const asset = shaped<Asset>(({ type, content }) => isOneOf(ASSET_TYPES)(type) && isText(content));
const list = shaped<NonNullable<Verdict['list']>>(({ token, currentAt }) => isText(token) && isNumber(currentAt));
const WORDS = ['expression', 'reason', 'source', 'listedAt'] as const;

const isVerdict = shaped<Verdict>(
  (value) =>
    isOneOf(VERDICT_KINDS)(value.kind) &&
    has(asset)(value.asset) &&
    WORDS.every((name) => isOptional(value[name], isText)) &&
    isOptional(value.list, has(list)) &&
    isOneOf(CONFIRMATIONS)(value.confirmation) &&
    isOptional(value.failure, isOneOf(CONFIRMATION_FAILURES)) &&
    isNumber(value.checkedAt),
);

/** A verdict of nothing but what is named here; null where it is none. */
export function verdict(value: unknown): Verdict | null {
  const held = isVerdict(value);
  if (!held) return null;
  const { kind, confirmation, checkedAt, failure } = held;
  const words = Object.fromEntries(WORDS.flatMap((name) => (held[name] === undefined ? [] : [[name, held[name]]])));
  return {
    kind,
    asset: { type: held.asset.type, content: held.asset.content },
    ...words,
    ...(held.list ? { list: { token: held.list.token, currentAt: held.list.currentAt } } : {}),
    confirmation,
    ...(failure ? { failure } : {}),
    checkedAt,
  };
}
