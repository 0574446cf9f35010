import { inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Scope } from '../../api/operation.ts';
import { DESK_ROLES } from '../database/schema/api-key.ts';
import type { ReachedOrganization } from '../http/access/api-key.ts';

export type DeskRole = (typeof DESK_ROLES)[number];

/** Who is signed in, and what they see: a person, or an organization with a key of its own. */
export type Person = {
  readonly sessionId: number;
  readonly keyId: number;
  /** Identifies the person; null for an organization's key, which reviews nothing. */
  readonly userId: number | null;
  /** The name in reviews and in the audit log, which the operator gives. */
  readonly email: string;
  /** The name that the person chose; shown to nobody else. */
  readonly name: string;
  readonly role: DeskRole;
  readonly scopes: readonly Scope[];
  /** Whether the person sees what belongs to any organization, and to none. */
  readonly isWholeDesk: boolean;
  readonly organizations: readonly ReachedOrganization[];
};

/** Whether a person has at least this role: `viewer` reads, `reviewer` also decides, `admin` also answers escalations and ends sessions. */
export const hasRole = ({ role }: Person, wanted: DeskRole): boolean =>
  DESK_ROLES.indexOf(role) >= DESK_ROLES.indexOf(wanted);

/** Whether somebody may change what belongs to an organization: an admin or an organization's key, each with the scope `manage`. */
export const mayManage = (person: Person): boolean =>
  (person.userId === null || hasRole(person, 'admin')) && person.scopes.includes('manage');

/** Whether somebody runs the service: an admin of the whole desk. */
export const isOperator = (person: Person): boolean =>
  person.userId !== null && person.isWholeDesk && mayManage(person);

/** Whether somebody may make and end keys: only a person, so that a stolen key cannot make its successor. The API has no operation for it. */
export const mayMakeKeys = (person: Person): boolean => person.userId !== null && mayManage(person);

/** Condition for the rows that a person may see, by the column of the organization; undefined: all rows. */
export const visibleTo = ({ isWholeDesk, organizations }: Person, column: PgColumn): SQL | undefined =>
  isWholeDesk
    ? undefined
    : inArray(
        column,
        organizations.map(({ id }) => id),
      );
