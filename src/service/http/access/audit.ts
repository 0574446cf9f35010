import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Operation } from '../../../api/operation.ts';
import { type Database, storableText } from '../../database/database.ts';
import { readHorizon } from '../../database/keyset.ts';
import { type AUDIT_OUTCOMES, auditEntries } from '../../database/schema/service.ts';

type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];
type Detail = Readonly<Record<string, unknown>>;

/** Who calls an operation, as the log names them. */
export type Actor =
  | { readonly kind: 'KEY'; readonly keyId: number }
  | { readonly kind: 'DESK'; readonly keyId: number; readonly userName: string }
  | { readonly kind: 'PORTAL'; readonly organizationId: number };

type ChangeCall = {
  readonly requestId: string | null;
  readonly operation: Operation;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly result: unknown;
};

/** Whether calls of an operation change data; `own`: in a transaction of its handler. */
export const changeOf = ({ access, idempotent, changes }: Operation): boolean | 'own' =>
  changes ?? (access === 'manage' || idempotent === true);

/** Records a call in the transaction of the change. */
export async function recordCall(transaction: Database, actor: Actor, call: ChangeCall): Promise<void> {
  const { requestId, operation } = call;
  const detail = operation.access === 'report' ? withoutContent(detailOf(call)) : detailOf(call);
  await recordAction(transaction, actor, requestId, operation.id, detail);
}

/** Records an action in the transaction of the change. @param detail no free text, contacts and secrets */
export async function recordAction(
  transaction: Database,
  actor: Actor,
  requestId: string | null,
  action: string,
  detail: Detail,
): Promise<void> {
  await transaction.insert(auditEntries).values({
    actor: actor.kind,
    apiKeyId: actor.kind === 'PORTAL' ? null : actor.keyId,
    userName: actor.kind === 'DESK' ? actor.userName : null,
    action,
    detail: actor.kind === 'PORTAL' ? { ...detail, organizationId: actor.organizationId } : detail,
    outcome: 'DONE',
    requestId,
  });
}

/** The details of a call in the log: identifiers in the request and the result, without free text, contacts and secrets. */
const detailOf = ({ params, query, body, result }: ChangeCall): Detail => ({
  ...identifiersOf(query),
  ...identifiersOf(params),
  ...identifiersOf(body),
  ...fieldsOf(body),
  ...createdIds(result),
});

/** Of people who report or dispute, what they wrote stays out of the log: it can be erased only where it is stored. */
const withoutContent = ({ content: _, ...detail }: Detail): Detail => detail;

/** A command, and who runs it: the e-mail address of the key's user, or the machine account if there is no key. */
type CommandCall = {
  readonly userName: string;
  readonly keyId: number | null;
  readonly action: string;
  readonly detail: Detail;
};

/** Records a command that changes something, before it runs. @returns the id of the entry, for {@link endCommand} */
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

/** Fields that identify something: ids, slugs, contents of assets. Titles, descriptions and contacts are left out. */
const NAMING = /^(id|\w+Id|slug|organizationSlug|content|url|status|decision)$/;
const MAX_LENGTH = 300;

function identifiersOf(part: unknown): Detail {
  if (typeof part !== 'object' || part === null) return {};
  const named = Object.entries(part).filter(
    ([name, value]) => NAMING.test(name) && (typeof value === 'string' || typeof value === 'number'),
  );
  return Object.fromEntries(
    named.map(([name, value]) => [name, name === 'url' ? hostOf(String(value)) : shortened(value)]),
  );
}

const shortened = (value: unknown) => (typeof value === 'string' ? storableText(value, MAX_LENGTH) : value);

/** Only the host, because the path of a URL may contain a secret of its owner. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

const fieldsOf = (body: unknown): Detail =>
  typeof body === 'object' && body !== null ? { fields: Object.keys(body).sort() } : {};

function createdIds(result: unknown): Detail {
  const { id, results } = (result ?? {}) as { id?: unknown; results?: unknown };
  if (typeof id === 'number' || typeof id === 'string') return { id };
  if (!Array.isArray(results)) return {};
  return { ids: results.flatMap(({ id: made }: { id?: unknown }) => (typeof made === 'number' ? [made] : [])) };
}

export type AuditQuery = {
  readonly since: Date | null;
  readonly until?: Date | null;
  readonly keyId: number | null;
  readonly action: string | null;
  /** Part of the e-mail address or the account, in any case. */
  readonly who?: string | null;
};

/** Entries of the audit log that match a query, newest first. @param before the number of the entry after which to go on */
export async function readAudit(
  database: Database,
  { since, until = null, keyId, action, who = null }: AuditQuery,
  limit: number,
  before: number | null = null,
) {
  const wanted = [
    lt(auditEntries.createdAt, await readHorizon(database)),
    since === null ? undefined : gte(auditEntries.createdAt, since),
    until === null ? undefined : lt(auditEntries.createdAt, until),
    keyId === null ? undefined : eq(auditEntries.apiKeyId, keyId),
    action === null ? undefined : eq(auditEntries.action, action),
    who === null ? undefined : sql`strpos(lower(${auditEntries.userName}), lower(${who})) > 0`,
    before === null ? undefined : lt(auditEntries.id, before),
  ];
  return database
    .select()
    .from(auditEntries)
    .where(and(...wanted))
    .orderBy(desc(auditEntries.id))
    .limit(limit);
}

const EXPORT_ROWS = 1_000;
const EXPORT_COLUMNS = [
  'createdAt',
  'actor',
  'userName',
  'apiKeyId',
  'action',
  'outcome',
  'requestId',
  'detail',
] as const;

/** All entries that match a query, newest first, read page by page. */
export async function* auditPages(database: Database, query: AuditQuery) {
  for (let before: number | null = null; ; ) {
    const rows: Awaited<ReturnType<typeof readAudit>> = await readAudit(database, query, EXPORT_ROWS, before);
    yield rows;
    if (rows.length < EXPORT_ROWS) return;
    before = rows.at(-1)!.id;
  }
}

/** The same as CSV (RFC 4180). */
export async function* auditCsv(database: Database, query: AuditQuery): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${EXPORT_COLUMNS.join()}\r\n`);
  for await (const rows of auditPages(database, query))
    yield Buffer.from(rows.map((row) => `${EXPORT_COLUMNS.map((name) => csvCell(row[name])).join()}\r\n`).join(''));
}

/** A cell that a spreadsheet takes for text: what begins like a formula is marked as text (OWASP, "CSV Injection"). */
function csvCell(value: unknown): string {
  const text =
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'object'
        ? value === null
          ? ''
          : JSON.stringify(value)
        : String(value);
  return `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
}
