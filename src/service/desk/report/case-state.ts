import type { Html } from '../page.ts';

/** What a form that was refused brings back. */
export type CaseState = {
  readonly problem?: Html;
  /** What was done, announced when the page opens. */
  readonly done?: Html | null;
  readonly note?: string;
  readonly told?: string;
  /** Numbers of the proposals that were chosen. */
  readonly chosen?: readonly string[];
  readonly question?: string;
  readonly next?: number | null;
};
