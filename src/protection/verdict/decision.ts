import { sourceNameOf } from '../../api/asset/source.ts';
import { isTelling, SCAM_KINDS, scamKindOf } from '../../api/report/scam-kind.ts';
import { ASSET_TYPES, type Asset } from '../../asset/type.ts';
import type { ListInfo } from '../../blocklist/list-info.ts';
import type { FailurePolicy } from '../../settings/catalogue.ts';
import type { Allowance } from '../allowance/allowance.ts';
import type { Detail } from '../confirmation/bucket-cache.ts';
import type { HitState } from '../confirmation/confirmation.ts';
import type { Hit } from './lookup.ts';
import type { Verdict } from './verdict.ts';

/** All inputs of a verdict. */
export type Facts = {
  readonly asset: Asset;
  /** Most specific first, each with its state and whether the person allowed it, directly or by something narrower. */
  readonly hits: readonly { readonly hit: Hit; readonly state: HitState; readonly allowed: boolean }[];
  /** The person's allowance for this asset, if any. */
  readonly allowance: Allowance | undefined;
  readonly policy: FailurePolicy;
  readonly list: ListInfo | null;
  readonly now: number;
};

/**
 * The verdict that follows from the facts. A listed hit outweighs an open one, an open one outweighs a failed one. An
 * allowance, or the policy `open` for unconfirmed hits, makes it `permitted`. A hit with its own entry below the
 * allowed one is not allowed with it.
 */
export function decide({ asset, hits, allowance, policy, list, now }: Facts): Verdict {
  const of = (kind: HitState['kind'], among: Facts['hits'] = hits) => among.find(({ state }) => state.kind === kind);
  const notAllowed = hits.filter(({ allowed }) => !allowed);
  const stopping = of('listed', notAllowed) ?? of('unknown', notAllowed) ?? of('failed', notAllowed);
  const decisive = stopping ?? of('listed') ?? of('unknown') ?? of('failed');
  const currentList = list && { list: { token: list.token, currentAt: list.currentAt } };
  if (!decisive) {
    const cleared = of('clear');
    const checkedAt = cleared?.state.kind === 'clear' ? cleared.state.at : now;
    return {
      kind: list || cleared ? 'clear' : 'unknown',
      asset,
      ...currentList,
      confirmation: cleared ? 'confirmed' : 'none',
      checkedAt,
    };
  }
  const { hit, state } = decisive;
  const matched = {
    asset: assetOf(hit, state, asset),
    expression: hit.expression,
    ...(stopping && allowance ? { allowedAbove: allowance.expression } : {}),
    ...currentList,
  };
  if (state.kind === 'listed') {
    const kind = stopping ? 'blocked' : 'permitted';
    return { kind, ...matched, ...wordsOf(state.detail), confirmation: 'confirmed', checkedAt: state.at };
  }
  if (state.kind === 'failed') {
    const kind = stopping && policy !== 'open' ? 'unconfirmed' : 'permitted';
    return { kind, ...matched, confirmation: 'failed', failure: state.failure, checkedAt: state.at };
  }
  return { kind: stopping ? 'checking' : 'permitted', ...matched, confirmation: 'pending', checkedAt: now };
}

/** Whether the person must be kept from the page. A `checking` verdict is not final yet. */
export const stops = (verdict: Verdict | null): boolean =>
  verdict?.kind === 'blocked' || verdict?.kind === 'unconfirmed';

function wordsOf(detail: Detail | undefined): Pick<Verdict, 'scam' | 'reason' | 'source' | 'listedAt'> {
  const source = detail?.sourceName ?? (detail?.source === undefined ? null : sourceNameOf(detail.source));
  return {
    scam: SCAM_KINDS.find((known) => known === detail?.kind) ?? scamKindOf(detail?.reason ?? ''),
    ...(detail?.reason !== undefined && isTelling(detail.reason) ? { reason: detail.reason } : {}),
    ...(source === null ? {} : { source }),
    ...(detail?.listedAt === undefined ? {} : { listedAt: detail.listedAt }),
  };
}

function assetOf(hit: Hit, state: HitState, asked: Asset): Asset {
  const { expression } = hit;
  const typed = /^([A-Z_]+):(.+)$/s.exec(expression);
  const type = ASSET_TYPES.find((known) => known === typed?.[1]);
  if (type) return { type, content: typed?.[2] ?? asked.content };
  const listedType = state.kind === 'listed' ? ASSET_TYPES.find((known) => known === state.detail?.type) : undefined;
  if (expression.endsWith('/') && expression.indexOf('/') === expression.length - 1)
    return { type: 'URL', content: expression.slice(0, -1) };
  return { type: listedType ?? 'PAGE', content: expression };
}
