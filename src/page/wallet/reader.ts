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

/** Reads requests to wallets, looks up whom they name, and asks the worker about a match. @param site host of the page */
export function walletReader(site: string) {
  /** Whom requests of this page paid: they are not compared again. */
  const passed = new Set<string>();
  /** Part of the ids of questions: with another one the person is asked again. */
  let round = newId();
  let used = send('walletUsed', { parties: [] });
  // A request that waits for it hears of a failure.
  used.catch(() => undefined);

  /** What this device knows of whom a request names. `unknown`: it cannot tell, or one may be taken for another address. */
  async function match({ kind, parties }: RequestReading): Promise<'none' | 'listed' | 'unknown'> {
    if (parties.length === 0) return 'none';
    const prefixes = parties.flatMap((party) => expressionsOf(party).map(prefixOfExpression));
    const area = localArea();
    const found = area && (await lookUpShards(area, prefixes));
    if (!found || found.listed.size > 0) return found ? 'listed' : 'unknown';
    const { buckets } = await used;
    const isUsed = ({ content }: Asset) => !passed.has(content) && buckets.includes(endsBucketOf(content));
    return kind === 'sign-in-elsewhere' || parties.some(isUsed) ? 'unknown' : 'none';
  }

  const idOf = (reading: RequestReading) => toHex(hashExpression(`${round} ${JSON.stringify(reading)}`));

  async function decide(reading: RequestReading, wait: () => void, id = idOf(reading)): Promise<Outcome> {
    const end = () => (round = newId());
    const { answer } = await send('walletRequest', { id, ...reading });
    if (answer === 'refuse') end();
    if (answer === 'go') setTimeout(end, DECISION_LIFETIME_MS);
    if (answer !== 'wait') return answer;
    wait();
    await new Promise((resolve) => setTimeout(resolve, ASK_INTERVAL_MS));
    return decide(reading, wait, id).catch(() => 'refuse');
  }

  /** What was copied or paid may have changed. @param paid whom a request of this page paid */
  function renew(paid: readonly Asset[] = []): void {
    const others = paid.filter(({ content }) => !passed.has(content));
    for (const { content } of others) passed.add(content);
    if (paid.length > 0 && others.length === 0) return;
    const next = send('walletUsed', { parties: others });
    // Until then, and where there is no answer, what was known before counts.
    next.then(() => (used = next)).catch(() => undefined);
  }

  const check: CallCheck = async (method, payload, wait) => {
    const reading = readRequest(method, payload, site);
    const found = await match(reading).catch(() => 'unknown');
    if (found === 'listed') wait();
    const failed = (error: unknown) => (found === 'listed' ? 'refuse' : outcomeOf(error));
    const outcome = found === 'none' ? 'go' : await decide(reading, wait).catch(failed);
    if (outcome === 'go') setTimeout(() => renew(reading.parties), RENEW_AFTER_MS);
    return outcome;
  };
  return { check, renew };
}
