import type { BodyOf } from '../../api/operation.ts';
import { disputeCreate } from '../../api/report/dispute.ts';
import { type ReportBody, reportCreate } from '../../api/report/report.ts';
import type { DisputeDraft, OutboxItem, ReportDraft } from '../entry.ts';

/** The fields of what a person sends. */
export const SENT_FIELDS = ['assets', 'title', 'description', 'contactInfo', 'content', 'email', 'answer'] as const;
type SentField = (typeof SENT_FIELDS)[number];
/** Why an item cannot be sent as it is: a field that is too long, missing or wrong, a rule of the organization, or no question. */
export type Unfinished =
  | `${'tooLong' | 'wrong'}.${SentField}`
  | 'reportsOff'
  | 'contactOff'
  | 'contactMissing'
  | 'notAsked';

/** The item cannot be sent as it is, and nothing was stored. The message is the reason, which a screen words. */
export class UnfinishedItem extends Error {
  override readonly name = 'UnfinishedItem';

  constructor(reason: Unfinished) {
    super(reason);
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
 * @throws UnfinishedItem with the first mistake
 */
export function checkItem(item: OutboxItem): void {
  const parsed =
    item.kind === 'report'
      ? reportCreate.body.safeParse(reportBody(item.draft))
      : disputeCreate.body.safeParse(disputeBody(item.draft));
  const [issue] = parsed.error?.issues ?? [];
  if (!issue) return;
  const field = SENT_FIELDS.find((name) => name === issue.path[0]) ?? 'description';
  throw new UnfinishedItem(`${issue.code === 'too_big' ? 'tooLong' : 'wrong'}.${field}`);
}

function written<F extends Record<string, string>>(fields: F): Partial<F> {
  const entries = Object.entries(fields).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== '')) as Partial<F>;
}
