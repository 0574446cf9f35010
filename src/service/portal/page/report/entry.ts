import { MAX_ATTACHMENTS } from '../../../../api/report/attachment.ts';
import { type ReportBody, reportCreate } from '../../../../api/report/report.ts';
import { REPORTED_KINDS, type ReportedKind } from '../../../../api/report/scam-kind.ts';
import {
  type Asset,
  added,
  HANDLE_PLATFORMS,
  mentionOf,
  normalizeContent,
  onPlatform,
  type Reach,
} from '../../../../asset/index.ts';
import { listingRefusal } from '../../../../asset/listing/refusal.ts';
import type { AssetType } from '../../../../asset/type.ts';
import type { StoredFile } from '../../../feature/report/attachment.ts';
import { entered } from '../field.ts';

export const TEXT_FIELDS = ['assets', 'description', 'contact'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** Maximum characters. */
export const MAX = { asset: 4_096, assets: 40_000, description: 10_000, contact: 1_000 } as const;
/** Maximum contents of a report, and texts beside them. */
const MAX_CONTENTS = 100;

/** The texts, choices and files of a report form. */
export type ReportEntry = {
  readonly texts: Readonly<Record<TextField, string>>;
  readonly kind: ReportedKind | '';
  /** The platform of account names; empty if unknown. */
  readonly platform: AssetType | '';
  /** The contents of pages that were chosen instead of their sites. */
  readonly pages: readonly string[];
  readonly files: readonly StoredFile[];
};

export const NO_ENTRY: ReportEntry = {
  texts: { assets: '', description: '', contact: '' },
  kind: '',
  platform: '',
  pages: [],
  files: [],
};

/** Name prefix of the numbered fields that choose between a site and a page. */
export const REACH = 'reach-';

/** The entry of a submitted form. */
export const enteredReport = (form: URLSearchParams, files: readonly StoredFile[]): ReportEntry => ({
  texts: Object.fromEntries(TEXT_FIELDS.map((name) => [name, entered(form, name)])) as Record<TextField, string>,
  kind: REPORTED_KINDS.find((kind) => kind === form.get('kind')) ?? '',
  platform: HANDLE_PLATFORMS.find((platform) => platform === form.get('platform')) ?? '',
  pages: [...form].flatMap(([name, value]) => (name === 'page' || name.startsWith(REACH) ? [value] : [])),
  files: files.slice(0, MAX_ATTACHMENTS),
});

/** Something that a report is about. */
export type Item = {
  readonly content: string;
  readonly asset: Asset;
  /** The choice between site and page, if both can be blocked. */
  readonly reach: Reach | null;
};

/** The subject of a report, as all report forms read it. */
export type ReportSubject = {
  readonly items: readonly Item[];
  /** Texts that are sent as they are, each by itself. */
  readonly mentions: readonly string[];
  /** The sentences around the items. */
  readonly rest: string;
  readonly problem: 'empty' | 'full' | null;
};

/** Reads the subject of a report from the entry. */
export function subjectOf({ texts, platform, pages }: ReportEntry): ReportSubject {
  const { contents, mentions, reaches, rest, problem } = added(
    { contents: [], mentions: [] },
    texts.assets,
    MAX_CONTENTS,
  );
  const subject = platform === '' ? { contents, mentions } : onPlatform({ contents, mentions }, platform);
  const items = subject.contents.flatMap((content) => {
    const reach = reaches.find(({ site }) => site === content);
    const { chosen, isOpen } = reach ? choiceOf(reach, pages) : { chosen: content, isOpen: false };
    const asset = normalizeContent(chosen);
    return asset ? [{ content: chosen, asset, reach: isOpen ? reach! : null }] : [];
  });
  return { items, mentions: subject.mentions, rest, problem: problem === 'twice' ? null : problem };
}

/** The site unless its page was chosen, or only one of them can be blocked. */
function choiceOf(
  { site, page }: Reach,
  pages: readonly string[],
): { readonly chosen: string; readonly isOpen: boolean } {
  const [canSite, canPage] = [site, page].map((content) => {
    const asset = normalizeContent(content);
    return asset !== null && listingRefusal(asset) === null;
  });
  if (canSite && canPage) return { chosen: pages.includes(page) ? page : site, isOpen: true };
  return { chosen: canPage ? page : site, isOpen: false };
}

/**
 * Whether the person must check what was read before it is sent: it leaves a choice, or contains something that cannot
 * be blocked.
 */
export const needsLook = ({ items, mentions, rest }: ReportSubject): boolean =>
  items.some(({ reach }) => reach !== null) || mentions.length > 0 || rest !== '';

/** The first account name without a platform; undefined if there is none. */
export const nameWithoutPlatform = ({ mentions }: ReportSubject): string | undefined =>
  mentions.find((text) => mentionOf(text).kind === 'handle');

/**
 * The report as a request body, or the parts that the operation rejects. Text that is not an item is appended to the
 * description.
 */
export function reportBody(
  { texts, kind }: ReportEntry,
  { items, mentions, rest }: ReportSubject,
  organizationSlug: string,
  userAgent: string | undefined,
): { readonly body: ReportBody } | { readonly wrong: readonly PropertyKey[] } {
  const description = [texts.description, rest, ...mentions].filter((text) => text !== '').join('\n');
  const result = reportCreate.body.safeParse({
    assets: items.map(({ content }) => ({ content, ...(kind === '' ? {} : { kind }) })),
    ...(description === '' ? {} : { description }),
    ...(texts.contact === '' ? {} : { contactInfo: texts.contact }),
    ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, 1_000) }),
    organizationSlug,
  });
  return result.success ? { body: result.data } : { wrong: result.error.issues.flatMap(({ path }) => path[0] ?? []) };
}
