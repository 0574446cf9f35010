import type { Health, HealthProblem } from '../../../src/protection/health/health.ts';
import type { AttachedFile, OutboxEntry, SentState } from '../../../src/reporting/entry.ts';
import { INITIAL_SETTINGS, SETTING_NAMES, type SettingsView } from '../../../src/settings/catalogue.ts';
import { overview } from '../../../src/ui/popup/overview.fixture.ts';
import type { Answers } from './extension-page.ts';

/** The settings as the product comes, with these changed. */
export const settings = (over: Partial<SettingsView> = {}): SettingsView => {
  const initial = SETTING_NAMES.filter((name) => name !== 'apiKey').map((name) => [
    name,
    { value: INITIAL_SETTINGS[name], origin: 'default' },
  ]);
  return {
    ...(Object.fromEntries(initial) as SettingsView),
    keyIsSet: { value: true, origin: 'brand' },
    managedBy: null,
    problems: [],
    ...over,
  };
};

/** A protection with one problem. */
export const troubled = (kind: HealthProblem['kind'], over: Partial<HealthProblem> = {}): Health => {
  const problem = { kind, level: 'unprotected', remedy: null, ...over } as const;
  return { ...overview().health, level: problem.level, problems: [problem] };
};

const ID = '5f2d4d6e-7d1c-4b8e-9a59-0d5f1f0f4c1';
/** A report of `scam-0.example` to `scam-9.example`. */
export const entry = (
  number: number,
  state: OutboxEntry['state'],
  { files = [], ...over }: Partial<OutboxEntry> & { readonly files?: readonly AttachedFile[] } = {},
): OutboxEntry => ({
  id: `${ID}${number}`,
  item: {
    kind: 'report',
    draft: {
      ...{ contents: [`scam-${number}.example`], title: '', description: 'It took my coins.', contactInfo: '' },
      ...{ scamKind: 'drainer', mentions: [], files: [...files] },
    },
  },
  ...{ createdAt: 0, attempts: 1, lastAttemptAt: 0, nextAttemptAt: 0 },
  state,
  ...over,
});

/** The state of a report that the service has, with what the reviewers say of it. */
export const sent = (review: Partial<NonNullable<SentState['review']>> = {}): SentState => ({
  ...{ kind: 'sent', at: 0, reference: 7, receipt: 'receipt', service: 'https://service.example' },
  review: { askedAt: 0, nextAt: null, state: 'RECEIVED', ...review },
});

export const done = { done: true } as const;
const outbox = { entries: [], damaged: [] };

/** What the worker of a browser says in which nothing has happened yet. */
export const COMMON: Answers = {
  popupOverview: overview(),
  healthRead: overview().health,
  listSync: overview().health,
  settingsRead: settings(),
  settingsWrite: done,
  outboxSeen: done,
  outboxList: outbox,
  outboxRefresh: outbox,
  outboxDiscard: done,
  outboxErase: done,
  contentsLookup: { listed: [] },
  pageThings: { links: [], forms: [], text: '' },
  reportSubject: { subject: null },
  reportHandOver: done,
  reportSubmit: entry(0, sent()),
  allowancesList: { allowances: [] },
  mutedSitesList: { hosts: [] },
  trafficRead: { requests: [] },
  statisticsRead: { weeks: [{ monday: '2026-11-23', stopped: 2, marked: 1, wallet: 0, asked: 3 }] },
};
