import type { OutboxEntry } from './entry.ts';

/** What the organization lets be sent. */
export type MaySend = {
  /** Reports, disputes and answers; what waits is kept while they may not. */
  readonly reports: boolean;
  /** How a person can be reached; it is taken out of what waits while it may not. */
  readonly contact: boolean;
};

/**
 * The entry without how its author can be reached; null where it says nothing of that. One that was tried already may have arrived, and the
 * service takes no other text under the same key: it gets another id.
 */
export function withoutContact(entry: OutboxEntry): OutboxEntry | null {
  const { item } = entry;
  const isNamed = item.kind === 'report' ? item.draft.contactInfo !== '' : item.draft.email !== '';
  if (!isNamed) return null;
  return {
    ...entry,
    ...(entry.attempts > 0 ? { id: crypto.randomUUID() } : {}),
    contactLeftOut: true,
    item:
      item.kind === 'report'
        ? { kind: 'report', draft: { ...item.draft, contactInfo: '' } }
        : { kind: 'dispute', draft: { ...item.draft, email: '' } },
  };
}
