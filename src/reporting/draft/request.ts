import type { BodyOf } from '../../api/operation.ts';
import { disputeCreate } from '../../api/report/dispute.ts';
import { type ReportBody, reportCreate } from '../../api/report/report.ts';
import type { DisputeDraft, OutboxItem, ReportDraft } from '../entry.ts';

/** The item cannot be sent as it is. `issues` says what to change; nothing was stored. */
export class UnfinishedItem extends Error {
  override readonly name = 'UnfinishedItem';
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(issues.join(' '));
    this.issues = issues;
  }
}

/**
 * The body of `POST /report/create`: trimmed, without duplicates and empty fields. Mentions that were not recognised
 * are appended to the description.
 * @param attachmentUrls where the service stores the files of the report
 */
export function reportBody(draft: ReportDraft, attachmentUrls: readonly string[] = []): ReportBody {
  const contents = new Set(draft.contents.map((content) => content.trim()).filter((content) => content !== ''));
  const { title, contactInfo, scamKind } = draft;
  const description = [draft.description, ...draft.mentions].map((text) => text.trim()).filter((text) => text !== '');
  return {
    assets: [...contents].map((content) => ({
      content,
      status: 'BLOCKED' as const,
      ...(scamKind === '' ? {} : { kind: scamKind }),
    })),
    ...written({ title, description: description.join('\n'), contactInfo }),
    ...(attachmentUrls.length === 0 ? {} : { attachmentUrls: [...attachmentUrls] }),
  };
}

/** The body of `POST /dispute/create`: trimmed, empty fields left out. */
export function disputeBody(draft: DisputeDraft): BodyOf<typeof disputeCreate> {
  return { content: draft.content.trim(), ...written({ email: draft.email, description: draft.description }) };
}

/**
 * Checks an item against the contract before it is stored, so that the person learns of a mistake while it can be
 * corrected.
 * @throws UnfinishedItem with one sentence for each mistake
 */
export function checkItem(item: OutboxItem): void {
  const parsed =
    item.kind === 'report'
      ? reportCreate.body.safeParse(reportBody(item.draft))
      : disputeCreate.body.safeParse(disputeBody(item.draft));
  if (parsed.success) return;
  throw new UnfinishedItem(parsed.error.issues.map(({ path, code }) => sentence(String(path[0]), code)));
}

function written<F extends Record<string, string>>(fields: F): Partial<F> {
  const entries = Object.entries(fields).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== '')) as Partial<F>;
}

function sentence(field: string, code: string): string {
  if (code === 'too_big') return `The ${NAMES[field] ?? field} is too long.`;
  if (field === 'assets') return 'Enter at least one site, address or account.';
  if (field === 'title') return 'Write a title of at least 3 characters, or none.';
  if (field === 'email') return 'Write a complete e-mail address, or none.';
  if (field === 'content') return 'Enter the site, address or account that the dispute is about.';
  return `The ${NAMES[field] ?? field} cannot be sent as it is.`;
}

const NAMES: Record<string, string> = {
  assets: 'list of sites, addresses and accounts',
  contactInfo: 'contact',
  content: 'site, address or account',
  email: 'e-mail address',
};
