import { Agent, type RequestOptions, request } from 'node:http';
import { percentile } from '../bench/row.ts';

/** One request of a load: its options for `node:http`, and its body. */
export type LoadRequest = { readonly options: RequestOptions; readonly body?: string };

export type LoadOrder = {
  /** Requests under way at any moment, each on a connection of its own. */
  readonly connections: number;
  readonly seconds: number;
  /** Makes the request with this number. */
  readonly next: (index: number) => LoadRequest;
};

/** Requests a second, and milliseconds. */
export type LoadMeasure = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
};

const WARM_UP_MS = 1_000;

/**
 * Sends one request after the other on every connection for a while, as fast as they are answered. What is sent in the first
 * second is not counted.
 * @throws Error for an answer other than 200
 */
export async function load({ connections, seconds, next }: LoadOrder): Promise<LoadMeasure> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let index = 0;
  const from = performance.now() + WARM_UP_MS;
  const until = from + seconds * 1000;
  const one = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      await send(agent, next(index++));
      const now = performance.now();
      if (startedAt >= from && now <= until) times.push(now - startedAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, one));
  } finally {
    agent.destroy();
  }
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share)) as [number, number, number];
  return { perSecond: times.length / seconds, p50, p95, p99 };
}

/** Sends one request. @throws Error for an answer other than 200 */
export function send(agent: Agent, { options, body }: LoadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${options.path} answered ${response.statusCode}`));
      response.on('end', resolve).on('error', reject).resume();
    });
    outgoing.on('error', reject).end(body);
  });
}
