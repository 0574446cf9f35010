import type { RequestOf } from '../../../../api/operation.ts';
import type { organizationReports } from '../../../../api/report/report-list.ts';
import { ACTOR_KINDS, DECISIONS, REPORT_SOURCES, REPORT_STATUSES } from '../../../../api/report/report-record.ts';
import type { Words } from '../../../language/words.ts';
import { answerOf, choiceOf, daysOf, one, several } from '../form/address.ts';
import { assetTypeFilter, type Filter, options, yesOrNo } from '../form/filter-form.ts';

/** Every filter of `GET /organization/reports`. */
export const reportFilters = (words: Words): readonly Filter[] => [
  yesOrNo(words, 'needsCustomerReview', words.t('desk.organization.report.mine')),
  { kind: 'days' },
  {
    kind: 'one',
    name: 'reporterKind',
    label: words.t('desk.organization.report.by'),
    options: options(words, ACTOR_KINDS),
  },
  {
    kind: 'one',
    name: 'reviewerKind',
    label: words.t('desk.organization.report.approvedBy'),
    options: options(words, ACTOR_KINDS),
  },
  {
    kind: 'one',
    name: 'onlyRejected',
    label: words.t('desk.organization.report.rejected'),
    options: [{ value: 'yes', label: words.t('desk.organization.yes') }],
  },
  { kind: 'text', name: 'country', label: words.t('desk.organization.report.country'), maxLength: 2 },
  {
    kind: 'several',
    name: 'status',
    label: words.t('desk.organization.filter.status'),
    options: options(words, REPORT_STATUSES),
  },
  {
    kind: 'several',
    name: 'decision',
    label: words.t('desk.organization.report.decision'),
    options: options(words, DECISIONS),
  },
  {
    kind: 'several',
    name: 'source',
    label: words.t('desk.organization.report.through'),
    options: options(words, REPORT_SOURCES),
  },
  assetTypeFilter(words),
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
