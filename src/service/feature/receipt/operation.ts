import type { Database } from '../../database/database.ts';
import type { Caller } from '../../http/access/api-key.ts';
import { findReceipt, type Kind, noReceipt, type PublicState, stateOf } from './receipt.ts';

type Question = {
  readonly database: Database;
  readonly caller: Caller;
  readonly kind: Kind;
  /** A receipt, or a number. */
  readonly text: string;
  readonly byNumber: (
    database: Database,
    id: number,
    organizationIds: readonly number[],
  ) => Promise<PublicState | null>;
};

/**
 * The state of a report or dispute. A number instead of a receipt is accepted from a key that may read the organization's reports.
 * @throws Failure NOT_FOUND
 */
export async function follow({ database, caller, kind, text, byNumber }: Question): Promise<PublicState> {
  const organizationIds = caller.scopes.includes('read') ? caller.organizations.map(({ id }) => id) : [];
  if (text.length < RECEIPT_LENGTH) {
    const state = await byNumber(database, Number(text), organizationIds);
    if (!state) throw noReceipt();
    return state;
  }
  const receipt = await findReceipt(database, kind, text);
  if (!receipt) throw noReceipt();
  return stateOf(database, receipt);
}

const RECEIPT_LENGTH = 22;
