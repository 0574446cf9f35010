import { browser } from 'wxt/browser';
import { walletsIn } from '../injection/wallet.ts';
import type { MessageReply } from '../messaging/catalogue.ts';
import { BRAND } from '../organization/current.ts';
import { shownAddress } from '../protection/warning/address.ts';
import type { Outbox } from '../reporting/outbox/outbox.ts';
import { submissionAbout } from '../reporting/outcome/reported.ts';
import { standingOf } from '../reporting/outcome/standing.ts';
import type { Background } from './background.ts';
import { mayPause } from './pause.ts';

/** Milliseconds that the popup waits for the organization's record and for a busy page before it shows the known state. */
const TIMEOUT_MS = 300;
const NO_ENTRIES = { sent: 0, waiting: 0, refused: 0, damaged: 0, news: 0 } as const;

/** Everything that the popup shows about a tab. Only the record of the organization may be fetched. */
export async function overviewOf(background: Background, tabId: number): Promise<MessageReply<'popupOverview'>> {
  const { worker, findings, organization, outbox } = background;
  await worker.ready;
  const tab = await browser.tabs.get(tabId).catch(() => null);
  const url = shownAddress(tab?.url, background.warningPage);
  // Else the popup would say "checking" while nobody asks, for example where a failure to confirm is too old to count.
  if (url !== null && worker.verdict(url, tabId)?.kind === 'checking') void worker.resolve(url, tabId);
  const [found, isUnmarked, wallets, health, counts, entries, view] = await Promise.all([
    findings.of(tabId),
    background.siteMarks.isOff(tab),
    soon(walletsIn(tabId)),
    background.health(tabId),
    // What cannot be read is left out: health tells of the storage, and a verdict does not depend on it.
    outbox.counts().catch(() => NO_ENTRIES),
    outbox.list().catch(() => []),
    soon(organization.refresh())
      .then(() => organization.view())
      .catch(() => ({ name: BRAND.name, avatarUrl: null, portal: null })),
  ]);
  const report = url === null ? null : submissionAbout(entries, 'report', url);
  return {
    url,
    verdict: url === null ? null : worker.verdict(url, tabId),
    official: url === null ? null : background.officialName(url),
    lookalike: url === null ? null : background.lookalikes.of(url),
    allowance: url === null ? null : worker.protection.allowanceOf(url, tabId),
    allowed: url === null ? null : await allowedOf(background, url),
    reported: report && { id: report.id, at: report.createdAt, standing: standingOf(report) },
    findings: found,
    pause: worker.pauseOn(url ?? undefined),
    mayPause: mayPause(background, url, tabId),
    isUnmarked,
    wallets: wallets === 'seen' && !worker.settings.checkWallets ? 'off' : wallets,
    health,
    organization: view,
    outbox: counts,
  };
}

async function allowedOf({ worker, settings }: Background, url: string) {
  const entry = worker.protection.organizationEntryOf(url);
  return entry && { entry, by: (await settings.view()).managedBy };
}

const soon = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null))]);

/** The content of the outbox for pages of the extension: the entries, and damaged rows as text. */
export async function outboxStateOf(outbox: Outbox): Promise<MessageReply<'outboxList'>> {
  const [entries, damaged] = await Promise.all([outbox.list(), outbox.damaged()]);
  return {
    entries,
    damaged: damaged.map(({ key, row, problem, foundAt }) => ({
      key,
      foundAt,
      rest: row === null ? problem : textOf(row),
    })),
  };
}

/** Stored rows may contain values that JSON cannot represent: big integers, maps, cycles. */
function textOf(row: unknown): string {
  try {
    return JSON.stringify(row, null, 2) ?? String(row);
  } catch {
    return String(row);
  }
}
