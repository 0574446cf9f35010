import { afterAll, beforeAll, expect, it } from 'vitest';
import { organizationMetrics } from '../../../api/organization/metrics.ts';
import { organizationAssetList } from '../../../api/organization/organization-asset.ts';
import { organizationReports } from '../../../api/report/report-list.ts';
import { detectionList } from '../../../api/threat/detection.ts';
import { takedownsList, threatsList } from '../../../api/threat/takedown.ts';
import { DeskFixture, type Visitor } from '../desk.fixture.ts';

let desk: DeskFixture;
let viewer: Visitor;
beforeAll(async () => {
  desk = await DeskFixture.open();
  viewer = await desk.person('viewer');
}, 60_000);
afterAll(() => desk.close());

/** What no filter of a page is: which organization, which page of the list, the order, and what is deprecated or has controls of other names. */
const OTHER = [
  'slug',
  'limit',
  'cursor',
  'per_page',
  'next_page',
  'sorting',
  'filters',
  'excludeAutomation',
  'brandSlug',
];

it.each([
  ['/reports', organizationReports.query.shape],
  ['/threats', threatsList.body.shape],
  ['/takedowns', takedownsList.body.shape],
  ['/detection', detectionList.body.shape],
  ['/metrics', organizationMetrics.query.shape],
  ['/assets', organizationAssetList.query.shape],
])('%s can be filtered by everything that the operation behind it filters by', async (page, shape) => {
  const { status, text } = await viewer.get(`/desk/organizations/acme${page}`);
  expect(status).toBe(200);
  const missing = Object.keys(shape).filter((name) => !OTHER.includes(name) && !text.includes(` name="${name}"`));
  expect(missing).toEqual([]);
});
