import { ALGO_VERSION } from '../../asset/hash.ts';
import type { ListInfo } from '../../blocklist/list-info.ts';
import type { SyncState } from '../../blocklist/sync/sync-state.ts';
import { DAY, HOUR, MINUTE } from '../../storage/duration.ts';
import type { StorageFailure } from '../../storage/failure.ts';
import { HEALTH_PROBLEMS, type Health, type HealthProblem, PROTECTION_LEVELS, type ProtectionLevel } from './health.ts';

/** All inputs to the state of the protection. */
export type HealthFacts = {
  readonly list: ListInfo | null;
  readonly sync: SyncState;
  readonly sitesProtected: boolean;
  readonly addressesProtected: boolean;
  readonly pausedEverywhere: boolean;
  /** Whether a policy decides what is protected, so that the person cannot switch it on. */
  readonly switchesManaged: boolean;
  readonly configured: boolean;
  /** Why the policy's key is not used; null if it is used, or there is none. */
  readonly policyKey: string | null;
  /** Whether the extension may access every site. */
  readonly permitted: boolean;
  /** Whether a policy of the browser keeps extensions off the site that is asked about. */
  readonly barred: boolean;
  /** Whether every window is private, so that nothing outlives the browser's end. */
  readonly alwaysPrivate: boolean;
  readonly storage: StorageFailure | null;
  /** Why the browser refused the rules; null when they are in place. */
  readonly rules: string | null;
  /** Why the browser does not run the scripts of the wallet check; null where it does, or where that is off. */
  readonly walletCheck: string | null;
  readonly confirmation: { readonly detail: string } | null;
  readonly now: number;
};

/** Age of a list that sleep or a bad network explains. */
const LATE = 15 * MINUTE;
/** Age from which a list counts as old: scam sites live for hours. */
const OLD = 6 * HOUR;
/** Age at which almost nothing on a list is still in use. */
const WORTHLESS = 7 * DAY;

/** The state of the protection, which every page of the extension shows: its level and its problems, worst first. */
export function readHealth(facts: HealthFacts): Health {
  const { list } = facts;
  const { lastAttemptAt, lastSuccessAt, nextAttemptAt } = facts.sync;
  const problems = problemsOf(facts);
  return {
    level: problems[0]?.level ?? 'protected',
    list: list && { token: list.token, entries: list.entries, currentAt: list.currentAt, origin: list.origin },
    lastAttemptAt,
    lastSuccessAt,
    nextAttemptAt,
    problems,
  };
}

function problemsOf(facts: HealthFacts): HealthProblem[] {
  const problems = [...switchProblems(facts), ...listProblems(facts), ...storageProblems(facts)];
  return problems
    .filter(({ kind }, index) => problems.findIndex((other) => other.kind === kind) === index)
    .sort((a, b) => weightOf(b) - weightOf(a));
}

/** A worse level weighs more; within one level a cause weighs more than its consequences. */
const weightOf = ({ level, kind }: HealthProblem): number =>
  PROTECTION_LEVELS.indexOf(level) * HEALTH_PROBLEMS.length + HEALTH_PROBLEMS.length - HEALTH_PROBLEMS.indexOf(kind);

function switchProblems({
  sitesProtected,
  addressesProtected,
  pausedEverywhere,
  switchesManaged,
  permitted,
  barred,
  alwaysPrivate,
  walletCheck,
}: HealthFacts): HealthProblem[] {
  const remedy = switchesManaged ? null : 'switch-on';
  const problems: HealthProblem[] = [];
  if (pausedEverywhere) problems.push({ kind: 'paused', level: 'unprotected', remedy: 'resume' });
  if (!sitesProtected && !addressesProtected) problems.push({ kind: 'protection-off', level: 'unprotected', remedy });
  else if (!sitesProtected) problems.push({ kind: 'sites-off', level: 'reduced', remedy });
  else if (!addressesProtected) problems.push({ kind: 'addresses-off', level: 'reduced', remedy });
  if (walletCheck !== null)
    problems.push({ kind: 'wallet-check', detail: walletCheck, level: 'reduced', remedy: null });
  if (barred) problems.push({ kind: 'site-barred', level: 'reduced', remedy: null });
  if (alwaysPrivate) problems.push({ kind: 'always-private', level: 'reduced', remedy: null });
  if (!permitted) problems.push({ kind: 'permission-missing', level: 'unprotected', remedy: 'permission' });
  return problems;
}

function listProblems({
  list,
  sync,
  configured,
  policyKey,
  confirmation,
  alwaysPrivate,
  now,
}: HealthFacts): HealthProblem[] {
  const problems: HealthProblem[] = [];
  const known = list?.algoVersion === ALGO_VERSION ? list : null;
  // A list of the future came before the clock was set back: how old it is, nobody knows.
  const age = known && known.entries > 0 ? Math.abs(now - known.currentAt) : Number.POSITIVE_INFINITY;
  const usable = known !== null && known.entries > 0;
  /** The remaining protection if no other list arrives. */
  const left: ProtectionLevel = usable && age <= WORTHLESS ? 'reduced' : 'unprotected';
  const failing = sync.problem !== null;
  // The next key restores full protection.
  if (policyKey !== null)
    problems.push({ kind: 'policy-key', detail: policyKey, level: configured ? 'protected' : left, remedy: null });
  if (!configured) problems.push({ kind: 'not-configured', level: left, remedy: 'settings' });
  // A browser that keeps nothing says so itself: restarting it does not help.
  const isExpected = alwaysPrivate && sync.problem?.kind === 'storage-broken';
  if (sync.problem && sync.problem.kind !== 'not-configured' && !isExpected) {
    const { kind } = sync.problem;
    const passing = (kind === 'service-unreachable' || kind === 'service-refused') && age <= LATE;
    const remedy = kind === 'key-refused' ? 'settings' : kind === 'update-needed' ? null : 'check';
    problems.push({ ...sync.problem, level: passing ? 'protected' : left, remedy });
  } else if (list && !known) problems.push({ kind: 'update-needed', level: 'unprotected', remedy: null });
  if (!list) problems.push({ kind: 'list-missing', level: 'unprotected', remedy: 'check' });
  else if (known && !usable) problems.push({ kind: 'list-empty', level: 'unprotected', remedy: 'check' });
  if (usable && known.origin === 'bundled')
    problems.push({ kind: 'list-bundled', level: failing ? left : 'reduced', remedy: 'check' });
  else if (usable && age > OLD) problems.push({ kind: 'list-old', level: left, remedy: 'check' });
  if (confirmation)
    problems.push({
      kind: 'confirmation-failing',
      detail: confirmation.detail,
      level: 'reduced',
      remedy: 'check',
    });
  return problems;
}

function storageProblems({ storage, alwaysPrivate, rules }: HealthFacts): HealthProblem[] {
  const problems: HealthProblem[] = [];
  if (storage && !alwaysPrivate)
    problems.push({
      kind: `storage-${storage.kind}`,
      detail: storage.cause instanceof Error ? storage.cause.message || storage.cause.name : storage.message,
      level: 'reduced',
      remedy: storage.kind === 'full' ? 'check' : null,
    });
  if (rules !== null) problems.push({ kind: 'storage-broken', detail: rules, level: 'reduced', remedy: null });
  return problems;
}
