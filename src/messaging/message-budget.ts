import { leftOf, type RateLimit, type RateState } from '../protection/confirmation/rate-limit.ts';
import type { MessageName } from './catalogue.ts';
import type { MessageSource } from './router.ts';

/** Messages of one kind that the documents of a tab may send at once; twenty more are allowed a second. */
const TAB: RateLimit = { capacity: 200, refillMs: 50 };
/** Maximum number of states kept; full ones are dropped. */
const MAX_STATES = 2_000;

/** A page waits behind its veil for these, so they are always answered. */
const UNLIMITED: ReadonlySet<MessageName> = new Set(['guardCheck', 'guardResolve']);

/** Limits the messages from content scripts of a tab: excess messages are refused before they cost anything. */
export function messageBudget(now: () => number): (name: MessageName, source: MessageSource) => boolean {
  const states = new Map<string, RateState>();
  return (name, { tab }) => {
    if (UNLIMITED.has(name) || tab?.id === undefined) return true;
    const key = `${name} ${tab.id}`;
    const at = now();
    const left = leftOf(states.get(key), TAB, at);
    if (left < 1) return false;
    if (states.size >= MAX_STATES)
      for (const [other, state] of states) if (leftOf(state, TAB, at) === TAB.capacity) states.delete(other);
    states.set(key, { left: left - 1, at });
    return true;
  };
}
