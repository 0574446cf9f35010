import type { MessageReply } from '../../messaging/catalogue.ts';
import type { HealthProblem } from '../../protection/health/health.ts';
import type { WaitCause } from '../../reporting/entry.ts';
import type { SettingsView } from '../../settings/catalogue.ts';
import { type Ask, within } from '../page/ask.ts';

/**
 * What is tried, in this order: the list is there, a site is stopped, an address is marked, a wallet request would be stopped, a
 * report would be sent.
 */
export const STEPS = ['list', 'stop', 'mark', 'wallet', 'report'] as const;
export type StepName = (typeof STEPS)[number];

/** Where a tab came that was sent to the site of the test. */
export type Arrival = 'stopped' | 'opened' | 'nowhere';

/** Why a step failed: each has its words and what mends it. */
export type Failure =
  | { readonly kind: 'health'; readonly problem: HealthProblem }
  | { readonly kind: 'off'; readonly setting: 'protectSites' | 'protectAddresses' }
  | { readonly kind: 'not-stopped' | 'nowhere' | 'not-marked' | 'not-paused' }
  | { readonly kind: 'not-ready'; readonly cause: WaitCause }
  | { readonly kind: 'silent' };

type RehearsedRequest = Extract<MessageReply<'selfTestReport'>, { kind: 'ready' }>['request'];
export type Outcome =
  | {
      readonly kind: 'passed';
      readonly entries?: number;
      readonly request?: RehearsedRequest;
    }
  /** It is off as the product comes, or the organization turned it off: there was nothing to try. */
  | { readonly kind: 'off'; readonly managed: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What the test needs of the browser and of the page that it runs on. */
export type SelfTestPorts = {
  readonly ask: Ask;
  /** Sends a tab in the background to an address, answers where it came, and closes it. */
  readonly visit: (url: string) => Promise<Arrival>;
  /** Shows an address on this page and has the scanner of web pages look at it; answers whether it was marked. */
  readonly show: (address: string) => Promise<boolean>;
};

/** Milliseconds that the background has to answer. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Said by the steps that try what is switched off. */
const SWITCHES: ReadonlySet<HealthProblem['kind']> = new Set(['protection-off', 'sites-off', 'addresses-off']);

/** Tries each step, whatever came of the others, and tells what came of it. */
export async function runSelfTest(
  { ask, visit, show }: SelfTestPorts,
  tell: (step: StepName, outcome: Outcome) => void,
): Promise<void> {
  const askInTime: Ask = (name, request) => within(ANSWER_TIMEOUT_MS, ask(name, request));
  const step = async (name: StepName, work: () => Promise<Outcome>) => {
    tell(name, await work().catch(() => failed({ kind: 'silent' })));
  };
  await step('list', () => tryList(askInTime));
  const test = { begun: null as MessageReply<'selfTestBegin'> | null };
  const entries = async () => {
    test.begun ??= await askInTime('selfTestBegin', {});
    return test.begun;
  };
  await step('stop', async () => {
    const off = await offFailure(askInTime, 'protectSites');
    if (off) return off;
    const arrival = await visit(`http://${(await entries()).host}/`);
    if (arrival === 'stopped') return PASSED;
    return failed({ kind: arrival === 'opened' ? 'not-stopped' : 'nowhere' });
  });
  await step('mark', async () => {
    const off = await offFailure(askInTime, 'protectAddresses');
    if (off) return off;
    return (await show((await entries()).address)) ? PASSED : failed({ kind: 'not-marked' });
  });
  await step('wallet', async () => {
    const settings: SettingsView = await askInTime('settingsRead', {});
    const { value, origin } = settings.checkWallets;
    if (!value) return { kind: 'off', managed: origin === 'policy' };
    const { address } = await entries();
    return (await askInTime('selfTestWallet', { address })).isPaused ? PASSED : failed({ kind: 'not-paused' });
  });
  await step('report', async () => {
    const rehearsal = await askInTime('selfTestReport', {});
    if (rehearsal.kind === 'ready') return { kind: 'passed', request: rehearsal.request };
    return failed({ kind: 'not-ready', cause: rehearsal.cause });
  });
  // A worker that is silent was reported already; the entries end by themselves.
  if (test.begun) await askInTime('selfTestEnd', {}).catch(() => undefined);
}

const PASSED: Outcome = { kind: 'passed' };
const failed = (failure: Failure): Outcome => ({ kind: 'failed', failure });

async function tryList(ask: Ask): Promise<Outcome> {
  const { list, problems } = await ask('healthRead', {});
  const problem = problems.find(({ kind, level }) => level !== 'protected' && !SWITCHES.has(kind));
  if (problem) return failed({ kind: 'health', problem });
  return { kind: 'passed', entries: list?.entries ?? 0 };
}

async function offFailure(ask: Ask, setting: 'protectSites' | 'protectAddresses'): Promise<Outcome | null> {
  const settings: SettingsView = await ask('settingsRead', {});
  const { value, origin } = settings[setting];
  if (value) return null;
  return origin === 'policy' ? { kind: 'off', managed: true } : failed({ kind: 'off', setting });
}
