import type { ACTOR_KINDS } from '../../../api/report/report-record.ts';

/** Who decides, and what they write about it. The note of an approval is what a person who is stopped reads. */
export type Reviewer = {
  readonly kind: (typeof ACTOR_KINDS)[number];
  /** Which user of the service decides, by which people are told apart; null for an account on the machine. */
  readonly userId: number | null;
  /** What people read of who decides: the e-mail address that the user has now, or the name of the account. */
  readonly name: string;
  readonly note: string | null;
  /** What everybody is told who reported it, once it is decided. */
  readonly told?: string | null;
  /** Whether a host of high reach is blocked without a second person. */
  readonly insists?: boolean;
};
