import {
  type Adjustment,
  type Asset,
  added,
  type Mention,
  mentionOf,
  normalizeContent,
  onPlatform,
  type Reach,
} from '../../../asset/index.ts';
import { listingRefusal, type RefusalReason } from '../../../asset/listing/refusal.ts';
import type { AssetType } from '../../../asset/type.ts';

const MAX_CONTENTS = 100;

export type Item = {
  readonly content: string;
  readonly asset: Asset;
  /** The choice between site and page, if both can be blocked. */
  readonly reach: Reach | null;
  /** What was changed in a link that was not taken as it was written, which the person is to know; null for nothing. */
  readonly adjusted: Adjustment | null;
  readonly refusal: RefusalReason | null;
};

/** The subject of a report, as all report forms read it. */
export type ReportSubject = {
  readonly items: readonly Item[];
  /** Texts that are sent as they are, each by itself. */
  readonly mentions: readonly (Mention & { readonly text: string })[];
  /** The sentences around the items. */
  readonly rest: string;
  readonly problem: 'empty' | 'full' | null;
};

/**
 * Reads the subject of a report. @param platform of account names, or empty @param pages chosen instead of their sites
 */
export function subjectOf(text: string, platform: AssetType | '', pages: readonly string[]): ReportSubject {
  const { contents, mentions, reaches, adjusted, rest, problem } = added(
    { contents: [], mentions: [] },
    text,
    MAX_CONTENTS,
  );
  const subject = platform === '' ? { contents, mentions } : onPlatform({ contents, mentions }, platform);
  const items = subject.contents.flatMap((content) => {
    const reach = reaches.find(({ site }) => site === content);
    const { chosen, isOpen } = reach ? choiceOf(reach, pages) : { chosen: content, isOpen: false };
    const asset = normalizeContent(chosen);
    const item = { content: chosen, reach: isOpen ? reach! : null, adjusted: adjusted.get(content) ?? null };
    return asset ? [{ ...item, asset, refusal: refusalOf(asset) }] : [];
  });
  return {
    items,
    mentions: subject.mentions.map((mention) => ({ ...mentionOf(mention), text: mention })),
    rest,
    problem: problem === 'twice' ? null : problem,
  };
}

const refusalOf = (asset: Asset): RefusalReason | null => listingRefusal(asset)?.reason ?? null;

/** The site unless its page was chosen, or only one of them can be blocked. */
function choiceOf(
  { site, page }: Reach,
  pages: readonly string[],
): { readonly chosen: string; readonly isOpen: boolean } {
  const [canSite, canPage] = [site, page].map((content) => {
    const asset = normalizeContent(content);
    return asset !== null && refusalOf(asset) === null;
  });
  if (canSite && canPage) return { chosen: pages.includes(page) ? page : site, isOpen: true };
  return { chosen: canPage ? page : site, isOpen: false };
}
