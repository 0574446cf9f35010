import type { Sql } from 'postgres';

/** How often a statement is run before a server keeps its plan, as other drivers of PostgreSQL have it. */
const RUNS = 5;
/** Statements that one connection keeps at most; others are planned each time. */
const MAX_COUNT = 256;

/**
 * Lets a server parse and plan a statement once for each connection instead of at every run, as soon as it was run a few times. Only
 * for statements outside transactions: a plan that a change of the schema made invalid is made again without the caller's knowledge.
 * `?prepare=false` in the address of the database turns it off, for a connection pooler that cannot have it.
 */
export function keepPlans(client: Sql): Sql {
  if (client.options.prepare === false) return client;
  const runs = new Map<string, number>();
  let kept = 0;
  const unsafe = client.unsafe.bind(client);
  const isKept = (statement: string): boolean => {
    const before = runs.get(statement);
    if (before !== undefined && before >= RUNS) return true;
    if (kept >= MAX_COUNT) return false;
    if (runs.size >= MAX_COUNT * 8) runs.clear();
    const now = (before ?? 0) + 1;
    runs.set(statement, now);
    if (now === RUNS) kept += 1;
    return false;
  };
  client.unsafe = (statement, parameters, options) =>
    unsafe(statement, parameters, { ...options, prepare: (parameters?.length ?? 0) > 0 && isKept(statement) });
  return client;
}
