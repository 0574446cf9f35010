import { inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Scope } from '../../api/operation.ts';
import type { ReachedOrganization } from '../access/api-key.ts';
import { DESK_ROLES } from '../database/schema/api-key.ts';

export type DeskRole = (typeof DESK_ROLES)[number];

/** Who is signed in, and what they see: a person, or an organization with a key of its own. */
export type Person = {
  readonly sessionId: number;
  readonly keyId: number;
  /** By which people are told apart; null: an organization's key, which is nobody's and reviews nothing. */
  readonly userId: number | null;
  /** By which reviews and the audit log name the person, who may change it. */
  readonly email: string;
  readonly name: string;
  readonly role: DeskRole;
  /** What the key that the person signed in with may do. */
  readonly scopes: readonly Scope[];
  /** Sees what belongs to any organization, and to none. */
  readonly isWholeDesk: boolean;
  readonly organizations: readonly ReachedOrganization[];
};

/** Whether a person may do what takes a role: `viewer` reads, `reviewer` also decides, `admin` also answers escalations and ends sessions. */
export const hasRole = ({ role }: Person, wanted: DeskRole): boolean =>
  DESK_ROLES.indexOf(role) >= DESK_ROLES.indexOf(wanted);

/** Whether somebody may change what is an organization's own: with a key that may do that over the interface too, a person as an admin. */
export const mayManage = (person: Person): boolean =>
  (person.userId === null || hasRole(person, 'admin')) && person.scopes.includes('manage');

/** Whether somebody may make and end keys, which no key can over the interface: only a person, so that a key cannot outlive its end. */
export const mayMakeKeys = (person: Person): boolean => person.userId !== null && mayManage(person);

/** Rows of the organizations that a person sees, by the column that names the organization; undefined: all rows. */
export const visibleTo = ({ isWholeDesk, organizations }: Person, column: PgColumn): SQL | undefined =>
  isWholeDesk
    ? undefined
    : inArray(
        column,
        organizations.map(({ id }) => id),
      );
