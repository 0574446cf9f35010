import { MAX_ATTACHMENTS } from '../../../api/report/attachment.ts';
import { type ReportBody, reportCreate } from '../../../api/report/report.ts';
import { REPORTED_KINDS, type ReportedKind } from '../../../api/report/scam-kind.ts';
import { HANDLE_PLATFORMS } from '../../../asset/index.ts';
import type { AssetType } from '../../../asset/type.ts';
import type { StoredFile } from '../../feature/report/attachment.ts';
import type { ReportSubject } from '../../feature/report/subject.ts';
import { entered } from '../../page/field.ts';

export const TEXT_FIELDS = ['assets', 'description', 'contact'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

export const MAX = { asset: 4_096, assets: 40_000, description: 10_000, contact: 1_000 } as const;

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

/**
 * Whether the person must look before it is sent: something leaves a choice, cannot be blocked, or was taken otherwise.
 */
export const needsLook = ({ items, mentions, rest }: ReportSubject): boolean =>
  items.some(({ reach, adjusted }) => reach !== null || adjusted !== null) || mentions.length > 0 || rest !== '';

/** The first account name without a platform; undefined if there is none. */
export const nameWithoutPlatform = ({ mentions }: ReportSubject): string | undefined =>
  mentions.find(({ kind }) => kind === 'handle')?.text;

/** The report as a request body, or what the operation rejects. Text that is no item goes to the description. */
export function reportBody(
  { texts, kind }: ReportEntry,
  { items, mentions, rest }: ReportSubject,
  organizationSlug: string,
  userAgent: string | undefined,
): { readonly body: ReportBody } | { readonly wrong: readonly PropertyKey[] } {
  const description = [texts.description, rest, ...mentions.map(({ text }) => text)]
    .filter((text) => text !== '')
    .join('\n');
  const result = reportCreate.body.safeParse({
    assets: items.map(({ content }) => ({ content, ...(kind === '' ? {} : { kind }) })),
    ...(description === '' ? {} : { description }),
    ...(texts.contact === '' ? {} : { contactInfo: texts.contact }),
    ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, 1_000) }),
    organizationSlug,
  });
  return result.success ? { body: result.data } : { wrong: result.error.issues.flatMap(({ path }) => path[0] ?? []) };
}
