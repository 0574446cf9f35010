import { SCOPES } from '../../../src/api/operation.ts';
import type { OpenApi } from '../../generated/document.ts';
import { exercise } from '../../generated/exercise.ts';
import { ServiceProcess } from './process.ts';

/** Each with choices and a memory of its own, so that requests meet in the database too. */
const WORKERS = 4;

export type RequestOrder = {
  readonly folder: string;
  /** Null: the embedded engine, in the folder. */
  readonly databaseUrl: string | null;
  readonly seed: number;
  readonly requests: number;
};
export type RequestResult = {
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Operations that never answered 200. */
  readonly neverSucceeded: readonly string[];
  readonly problems: readonly string[];
};

/** Sends requests that are generated from the OpenAPI document of a running service, and holds every answer against it. */
export async function sendGenerated({ folder, databaseUrl, seed, requests }: RequestOrder): Promise<RequestResult> {
  const service = await ServiceProcess.start({ folder, databaseUrl, name: 'ready' });
  try {
    const others = await Promise.all(SCOPES.map((scope) => newKey(service, scope)));
    const keys = { full: service.key, others };
    const response = await fetch(`${service.url}/api/v2/openapi.json`);
    const document = (await response.json()) as OpenApi;
    const results = await Promise.all(
      Array.from({ length: WORKERS }, (_, worker) =>
        exercise({ document, keys, seed: seed + worker, requests: Math.ceil(requests / WORKERS), send: fetch }),
      ),
    );
    const statuses: Record<string, number> = {};
    for (const result of results)
      for (const [status, count] of Object.entries(result.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
    const succeeded = new Set(results.flatMap((result) => [...result.succeeded]));
    const all = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    return {
      requests: Object.values(statuses).reduce((sum, count) => sum + count, 0),
      statuses,
      neverSucceeded: all.filter((id) => !succeeded.has(id)),
      problems: results.flatMap((result) => result.problems),
    };
  } finally {
    await service.stop();
  }
}

/** A key of one scope. @returns the key, which the command prints once */
async function newKey(service: ServiceProcess, scope: string): Promise<string> {
  const told = await service.command('keys', 'create', '--scope', scope, '--organization', 'acme', '--label', scope);
  const key = /wary_[\w-]+/.exec(told)?.[0];
  if (key === undefined) throw new Error('The command told no key');
  return key;
}
