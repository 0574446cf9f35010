import { endsBucketOf } from '../../asset/address/similarity.ts';
import { hashExpression, prefixOfExpression, toHex } from '../../asset/hash.ts';
import type { Asset } from '../../asset/type.ts';
import { expressionsOf } from '../../asset/url/expression.ts';
import { lookUpShards } from '../../blocklist/shards/shard.ts';
import { newId, send } from '../../messaging/send.ts';
import { type RequestReading, readRequest } from '../../wallet/index.ts';
import { localArea } from '../guard/local-look.ts';
import { outcomeOf } from './bridge.ts';
import type { CallCheck, Outcome } from './channel.ts';

/** Milliseconds between two questions while a person decides. */
const ASK_INTERVAL_MS = 500;
/** Milliseconds after an answer in which the worker is not asked for anything: the call would wait for that too. */
const RENEW_AFTER_MS = 200;
/** Milliseconds for which a decision to send stands: a wallet asks its own methods again on the way. */
const DECISION_LIFETIME_MS = 60_000;

/** Tells the worker whom a request paid, and answers {@link endsBucketOf} each address of this session. */
const exchange = async (parties: Asset[]): Promise<readonly number[]> =>
  (await send('walletUsed', { parties })).buckets;

/** Reads requests to wallets, looks up whom they name, and asks the worker about a match. @param site host of the page */
export function walletReader(site: string) {
  /** Whom requests of this page paid: they are not compared again. */
  const passed = new Set<string>();
  /** Part of the ids of questions: with another one the person is asked again. */
  let round = newId();
  let used = exchange([]);
  // A request that waits for it hears of a failure.
  used.catch(() => undefined);

  /** What this device knows of whom a request names. `unknown`: it cannot tell, or one may be taken for another address. */
  async function match({ kind, parties }: RequestReading): Promise<'none' | 'listed' | 'unknown'> {
    if (parties.length === 0) return 'none';
    const prefixes = parties.flatMap((party) => expressionsOf(party).map(prefixOfExpression));
    const area = localArea();
    const found = area && (await lookUpShards(area, prefixes));
    if (!found || found.listed.size > 0) return found ? 'listed' : 'unknown';
    const buckets = await used;
    const isUsed = ({ content }: Asset) => !passed.has(content) && buckets.includes(endsBucketOf(content));
    return kind === 'sign-in-elsewhere' || parties.some(isUsed) ? 'unknown' : 'none';
  }

  async function decide(reading: RequestReading, doubt: () => void): Promise<Outcome> {
    const id = toHex(hashExpression(`${round} ${JSON.stringify(reading)}`));
    const end = () => (round = newId());
    for (;;) {
      const { answer } = await send('walletRequest', { id, ...reading });
      if (answer === 'refuse') end();
      if (answer === 'go') setTimeout(end, DECISION_LIFETIME_MS);
      if (answer !== 'wait') return answer;
      doubt();
      await new Promise((resolve) => setTimeout(resolve, ASK_INTERVAL_MS));
    }
  }

  /** What was copied or paid may have changed. @param paid whom a request of this page paid */
  function renew(paid: readonly Asset[] = []): void {
    const others = paid.filter(({ content }) => !passed.has(content));
    for (const { content } of others) passed.add(content);
    if (paid.length > 0 && others.length === 0) return;
    const next = exchange(others);
    // Until then, and where there is no answer, what was known before counts.
    next.then(() => (used = next)).catch(() => undefined);
  }

  const check: CallCheck = async (method, payload, wait) => {
    const reading = readRequest(method, payload, site);
    const found = await match(reading).catch(() => 'unknown');
    let isDoubtful = false;
    const doubt = () => {
      isDoubtful = true;
      wait();
    };
    if (found === 'listed') doubt();
    try {
      const outcome = found === 'none' ? 'go' : await decide(reading, doubt);
      if (outcome === 'go') setTimeout(() => renew(reading.parties), RENEW_AFTER_MS);
      return outcome;
    } catch (error) {
      return isDoubtful ? 'refuse' : outcomeOf(error);
    }
  };
  return { check, renew };
}
