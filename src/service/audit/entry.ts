import { eq } from 'drizzle-orm';
import type { Operation } from '../../api/operation.ts';
import type { Database } from '../database/database.ts';
import { type AUDIT_OUTCOMES, auditEntries } from '../database/schema/audit.ts';

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];
type Detail = Readonly<Record<string, unknown>>;

/** What a call of an operation asked for and made. */
export type ChangeCall = {
  readonly keyId: number;
  readonly requestId: string | undefined;
  readonly operation: Operation;
  readonly params: unknown;
  readonly body: unknown;
  readonly result: unknown;
};

/** Whether calls of an operation change something, and in whose transaction the audit log is written with it. */
export const changeOf = ({ access, idempotent, changes }: Operation): boolean | 'own' =>
  changes ?? (access === 'manage' || idempotent === true);

/** Writes down what a key changed, inside the transaction of the change. */
export async function recordCall(transaction: Database, call: ChangeCall): Promise<void> {
  const { keyId, requestId, operation } = call;
  await transaction.insert(auditEntries).values({
    actor: 'KEY',
    apiKeyId: keyId,
    action: operation.id,
    detail: detailOf(call),
    outcome: 'DONE',
    requestId: requestId ?? null,
  });
}

/** What is written down of a call: what it names and what it made, no free text, contacts and secrets. */
export const detailOf = ({ params, body, result }: Pick<ChangeCall, 'params' | 'body' | 'result'>): Detail => ({
  ...namesIn(params),
  ...namesIn(body),
  ...fieldsOf(body),
  ...madeIn(result),
});

/** Writes down what a visitor of a portal sent, inside the transaction that stores it. */
export async function recordVisit(transaction: Database, action: string, detail: Detail): Promise<void> {
  await transaction.insert(auditEntries).values({ actor: 'PORTAL', action, detail, outcome: 'DONE' });
}

/** A command, and who gives it: the user of a key by the e-mail address, else the account on the machine. */
export type CommandCall = {
  readonly userName: string;
  readonly keyId: number | null;
  readonly action: string;
  readonly detail: Detail;
};

/** Announces a command that changes something, before it does. @returns the number of the entry, for {@link endCommand} */
export async function beginCommand(
  database: Database,
  { userName, keyId, action, detail }: CommandCall,
): Promise<number> {
  const [row] = await database
    .insert(auditEntries)
    .values({ actor: 'COMMAND', userName, apiKeyId: keyId, action, detail, outcome: 'BEGUN' })
    .returning({ id: auditEntries.id });
  return row!.id;
}

export async function endCommand(database: Database, id: number, outcome: AuditOutcome): Promise<void> {
  await database.update(auditEntries).set({ outcome }).where(eq(auditEntries.id, id));
}

/** What names something: numbers, slugs and contents of assets. Titles, descriptions and contacts are not written down. */
const NAMING = /^(id|\w+Id|slug|organizationSlug|content|url|status|decision)$/;
const MAX_LENGTH = 300;

function namesIn(part: unknown): Detail {
  if (typeof part !== 'object' || part === null) return {};
  const named = Object.entries(part).filter(
    ([name, value]) => NAMING.test(name) && (typeof value === 'string' || typeof value === 'number'),
  );
  return Object.fromEntries(
    named.map(([name, value]) => [name, name === 'url' ? hostOf(String(value)) : shortened(value)]),
  );
}

const shortened = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_LENGTH) : value);

/** The path of an address may hold a secret of its owner. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** The names of the fields that a request gave. */
const fieldsOf = (body: unknown): Detail =>
  typeof body === 'object' && body !== null ? { fields: Object.keys(body).sort() } : {};

function madeIn(result: unknown): Detail {
  const { id, results } = (result ?? {}) as { id?: unknown; results?: unknown };
  if (typeof id === 'number' || typeof id === 'string') return { id };
  if (!Array.isArray(results)) return {};
  return { ids: results.flatMap(({ id: made }: { id?: unknown }) => (typeof made === 'number' ? [made] : [])) };
}
