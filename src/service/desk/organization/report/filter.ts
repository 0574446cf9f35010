import type { RequestOf } from '../../../../api/operation.ts';
import type { organizationReports } from '../../../../api/report/report-list.ts';
import { ACTOR_KINDS, DECISIONS, REPORT_SOURCES, REPORT_STATUSES } from '../../../../api/report/report-record.ts';
import { answerOf, choiceOf, daysOf, one, several } from '../form/address.ts';
import { ASSET_TYPE_FILTER, type Filter, options, yesOrNo } from '../form/filter-form.ts';

/** Every filter of `GET /organization/reports`. */
export const REPORT_FILTERS: readonly Filter[] = [
  yesOrNo('needsCustomerReview', 'Needs my review'),
  { kind: 'days' },
  { kind: 'one', name: 'reporterKind', label: 'Reported by', options: options(ACTOR_KINDS) },
  { kind: 'one', name: 'reviewerKind', label: 'Approved by', options: options(ACTOR_KINDS) },
  { kind: 'one', name: 'onlyRejected', label: 'Something of it rejected', options: [{ value: 'yes', label: 'Yes' }] },
  { kind: 'text', name: 'country', label: 'Country code, such as DE', maxLength: 2 },
  { kind: 'several', name: 'status', label: 'Status', options: options(REPORT_STATUSES) },
  { kind: 'several', name: 'decision', label: 'Decision', options: options(DECISIONS) },
  { kind: 'several', name: 'source', label: 'Came through', options: options(REPORT_SOURCES) },
  ASSET_TYPE_FILTER,
];

/** What an address says about reports, as the operation takes it. */
export const reportFilter = (address: URLSearchParams): RequestOf<typeof organizationReports>['query'] => ({
  cursor: one(address, 'cursor'),
  ...daysOf(address),
  onlyRejected: answerOf(address, 'onlyRejected'),
  reporterKind: choiceOf(address, 'reporterKind'),
  reviewerKind: choiceOf(address, 'reviewerKind'),
  needsCustomerReview: answerOf(address, 'needsCustomerReview'),
  status: several(address, 'status'),
  decision: several(address, 'decision'),
  assetType: several(address, 'assetType'),
  country: one(address, 'country'),
  source: several(address, 'source'),
});
