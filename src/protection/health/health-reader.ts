import type { ListInfo, SyncState } from '../../blocklist/index.ts';
import type { StoreProblem } from '../store.ts';
import type { Health, HealthProblem } from './health.ts';

/** Everything that the state of the protection follows from. */
export type HealthFacts = {
  readonly list: ListInfo | null;
  readonly sync: SyncState;
  readonly sitesProtected: boolean;
  readonly addressesProtected: boolean;
  readonly configured: boolean;
  /** Whether the extension may look at every site. */
  readonly permitted: boolean;
  readonly storage: StoreProblem | null;
  /** Why the browser refused the rules; null when they are in place. */
  readonly rules: string | null;
  readonly confirmation: { readonly detail: string } | null;
  readonly now: number;
};

/** Milliseconds without word from the service after which a list counts as old. Sites of scammers live for hours. */
const OLD = 6 * 3_600_000;

/** The state of the protection, with everything that is wrong with it, worst first. */
export function readHealth(facts: HealthFacts): Health {
  const { list, sync } = facts;
  return {
    enabled: facts.sitesProtected || facts.addressesProtected,
    list: list && {
      token: list.token,
      entries: list.entries,
      currentAt: list.currentAt,
      origin: list.origin,
    },
    lastAttemptAt: sync.lastAttemptAt,
    lastSuccessAt: sync.lastSuccessAt,
    nextAttemptAt: sync.nextAttemptAt,
    problems: problemsOf(facts),
  };
}

function problemsOf(facts: HealthFacts): HealthProblem[] {
  const { list, sync, storage, rules, confirmation, now } = facts;
  const problems: HealthProblem[] = [];
  if (!list) problems.push({ kind: 'list-missing' });
  if (!facts.permitted) problems.push({ kind: 'permission-missing' });
  if (!facts.configured) problems.push({ kind: 'not-configured' });
  if (sync.problem && sync.problem.kind !== 'not-configured') problems.push({ ...sync.problem });
  if (list?.origin === 'bundled') problems.push({ kind: 'list-bundled' });
  else if (list && now - list.currentAt > OLD) problems.push({ kind: 'list-old' });
  if (confirmation) problems.push({ kind: 'confirmation-failing', detail: confirmation.detail });
  if (storage) problems.push({ ...storage });
  if (rules !== null) problems.push({ kind: 'storage-broken', detail: rules });
  return problems.filter(({ kind }, index) => problems.findIndex((other) => other.kind === kind) === index);
}
