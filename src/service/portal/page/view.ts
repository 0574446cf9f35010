import type { AssetType } from '../../../asset/type.ts';
import type { Html } from '../../language/words.ts';

/** A blocked asset as the portal lists it. */
export type PortalAsset = { readonly type: AssetType; readonly content: string; readonly reason: string | null };

/** A report as the portal lists it: its blocked assets only. */
export type PortalReport = {
  readonly id: number;
  readonly createdAt: Date;
  readonly inReview: boolean;
  readonly assets: readonly PortalAsset[];
};

/** One page of the listing. `next` is the id of the last report where older ones follow. */
export type ReportPage = {
  readonly reports: readonly PortalReport[];
  readonly next: number | null;
  readonly inReview: number;
};

/** How many there were on one day (UTC). */
export type DayCount = { readonly day: Date; readonly count: number };

export type PortalMetrics = {
  readonly reports: number;
  /** Reports of the last 30 days. */
  readonly recentReports: number;
  /** Reports with an asset that still waits for a decision. */
  readonly inReview: number;
  readonly blocked: number;
  /** Reports on each of the last 30 days, oldest first, also where there were none. */
  readonly reportsByDay: readonly DayCount[];
  readonly blockedByType: readonly { readonly type: AssetType; readonly count: number }[];
};

/** What was entered into a form, by field name, and what is wrong with each field. `general` stands above the form. */
export type FormState<Field extends string> = {
  readonly values: Readonly<Record<Field, string>>;
  readonly problems: Readonly<Partial<Record<Field | 'general', readonly Html[]>>>;
};
