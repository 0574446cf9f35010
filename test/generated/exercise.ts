import { Chance } from './chance.ts';
import { type OpenApi, operationsOf } from './document.ts';
import { Judge } from './judge.ts';
import { Memory } from './memory.ts';
import { type Generated, generate, type Keys } from './request.ts';

export type ExerciseOrder = {
  readonly document: OpenApi;
  readonly keys: Keys;
  readonly seed: number;
  readonly requests: number;
  readonly send: (url: string, init: RequestInit) => Promise<Response>;
};
export type ExerciseResult = {
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Operations that have answered 200 at least once. */
  readonly succeeded: ReadonlySet<string>;
  /** What is wrong, with the request that shows it. */
  readonly problems: readonly string[];
};

/** Sends generated requests one after the other, operation by operation in turns, and judges every answer. */
export async function exercise({ document, keys, seed, requests, send }: ExerciseOrder): Promise<ExerciseResult> {
  const [chance, memory, judge] = [new Chance(seed), new Memory(), new Judge(document)];
  const operations = operationsOf(document);
  const statuses: Record<string, number> = {};
  const succeeded = new Set<string>();
  const problems: string[] = [];
  for (let index = 0; index < requests; index += 1) {
    const generated = generate(chance, memory, operations[index % operations.length]!, keys);
    const { operation, url, headers, body } = generated;
    const init = { method: operation.method, headers: { ...headers }, ...(body === undefined ? {} : { body }) };
    const response = await send(url, init as RequestInit);
    const text = await response.text();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    const received = { status: response.status, headers: response.headers, text };
    for (const problem of judge.problems(generated, received))
      problems.push(`${operation.operationId} ${problem}: ${described(generated)} → ${text.slice(0, 300)}`);
    if (response.status !== 200) continue;
    succeeded.add(operation.operationId);
    memory.learn(JSON.parse(text));
  }
  return { statuses, succeeded, problems };
}

const described = ({ operation, url, body }: Generated): string =>
  `${operation.method} ${url.slice(0, 300)} ${typeof body === 'string' ? body.slice(0, 600) : ''}`;
