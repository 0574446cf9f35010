import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema/service.ts';
import type { Person } from './person.ts';

/**
 * Writes down what a person does at the desk, inside the transaction that does it.
 * @param action `desk` and what was done, for example `deskApprove`
 * @param detail numbers and contents of assets; no free text, contacts and secrets
 */
export async function recordAtDesk(
  transaction: Database,
  { keyId, email }: Pick<Person, 'keyId' | 'email'>,
  requestId: string | null,
  action: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await transaction.insert(auditEntries).values({
    actor: 'DESK',
    apiKeyId: keyId,
    userName: email,
    action,
    detail,
    outcome: 'DONE',
    requestId,
  });
}

/** Writes down that somebody was not let in, with the key where there is such a one. */
export async function recordRefusedSignIn(
  database: Database,
  keyId: number | null,
  requestId: string | null,
): Promise<void> {
  const refusal = { action: 'deskSignIn', detail: {}, outcome: 'REFUSED' } as const;
  await database.insert(auditEntries).values({ actor: 'DESK', apiKeyId: keyId, requestId, ...refusal });
}
