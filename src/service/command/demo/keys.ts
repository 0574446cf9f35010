import * as z from 'zod/mini';
import { SCOPES, type Scope } from '../../../api/operation.ts';
import type { Database } from '../../database/database.ts';
import { ensurePerson } from '../../feature/user/person.ts';
import { callerOf, createKey, type KeyKind } from '../../http/access/api-key.ts';
import { readPrivateJson, writePrivateJson } from '../place/private-file.ts';
import type { DemoIds } from './seed.ts';

const keys = z.object({
  /** Checks and confirms only. */
  protect: z.string(),
  /** Reports and disputes only. */
  report: z.string(),
  /** Checks, reports and everything that can be read, for the demo organization. */
  organization: z.string(),
  /** Everything, for all organizations of the demo; opens the desk. */
  user: z.string(),
  /** A second person at the desk: Acme demands two approvals for sites and wallet addresses. */
  colleague: z.string(),
  /** What a branded build carries: `protect` and `report`. */
  publishable: z.string(),
});

/** The keys of the demo in clear text: they protect nothing else. */
export type DemoKeys = z.infer<typeof keys>;

const ORDERS: Readonly<Record<keyof DemoKeys, { kind: KeyKind; scopes: readonly Scope[] }>> = {
  protect: { kind: 'organization', scopes: ['protect'] },
  report: { kind: 'organization', scopes: ['report'] },
  organization: { kind: 'organization', scopes: ['protect', 'report', 'read'] },
  user: { kind: 'user', scopes: SCOPES },
  colleague: { kind: 'user', scopes: SCOPES },
  publishable: { kind: 'organization', scopes: ['protect', 'report'] },
};

const PEOPLE: Readonly<Partial<Record<keyof DemoKeys, { email: string; name: string }>>> = {
  user: { email: 'ada@acme.test', name: 'Ada Example' },
  colleague: { email: 'ben@acme.test', name: 'Ben Example' },
};

/**
 * The keys of the demo, kept in `file` so that a demo browser keeps working after a restart.
 * @throws Error when it cannot be written
 */
export async function demoKeys(database: Database, ids: DemoIds, file: string | null): Promise<DemoKeys> {
  const kept = file === null ? null : await readPrivateJson(file, keys);
  if (kept !== null && (await areValid(database, kept))) return kept;
  const made: Partial<Record<keyof DemoKeys, string>> = {};
  for (const name of Object.keys(ORDERS) as (keyof DemoKeys)[]) {
    const person = PEOPLE[name];
    const organizationIds = name === 'user' ? ids.all : [ids.acme];
    const userId = person ? await ensurePerson(database, person.email, person.name) : null;
    const deskRole = person ? 'admin' : null;
    const order = { ...ORDERS[name], label: `Demo: ${name}`, organizationIds, userId, deskRole } as const;
    made[name] = (await createKey(database, order)).key;
  }
  const all = z.parse(keys, made);
  if (file !== null) await writePrivateJson(file, all);
  return all;
}

async function areValid(database: Database, kept: DemoKeys): Promise<boolean> {
  const callers = await Promise.all(Object.values(kept).map((key) => callerOf(database, key)));
  return callers.every((caller) => caller !== null);
}
