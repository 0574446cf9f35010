import { inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Scope } from '../../api/operation.ts';
import type { ReachedOrganization } from '../access/api-key.ts';
import { DESK_ROLES } from '../database/schema/organization/api-key.ts';

export type DeskRole = (typeof DESK_ROLES)[number];

/** Who is signed in, and what they see. */
export type Person = {
  readonly sessionId: number;
  readonly keyId: number;
  /** By which people are told apart. */
  readonly userId: number;
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

/** Whether a person may change what is an organization's own: an admin, whose key may do that over the interface too. */
export const mayManage = (person: Person): boolean => hasRole(person, 'admin') && person.scopes.includes('manage');

/** Rows of the organizations that a person sees, by the column that names the organization; undefined: all rows. */
export const visibleTo = ({ isWholeDesk, organizations }: Person, column: PgColumn): SQL | undefined =>
  isWholeDesk
    ? undefined
    : inArray(
        column,
        organizations.map(({ id }) => id),
      );
