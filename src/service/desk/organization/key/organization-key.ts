import { SCOPES, type Scope } from '../../../../api/operation.ts';
import type { TextKey } from '../../../../ui/catalogue.ts';
import { listKeys } from '../../../access/api-key.ts';
import type { OrganizationVisit } from '../access/visit.ts';

/** What keys are made for at the desk, each with no more than it takes. */
export const PURPOSES = {
  build: { label: 'desk.organization.key.purpose.build', scopes: ['protect', 'report'] },
  reading: { label: 'desk.organization.key.purpose.reading', scopes: ['protect', 'report', 'read'] },
  managing: { label: 'desk.organization.key.purpose.managing', scopes: SCOPES },
} as const satisfies Readonly<Record<string, { readonly label: TextKey; readonly scopes: readonly Scope[] }>>;
export type Purpose = keyof typeof PURPOSES;

/** A key that reaches an organization, as a person of that organization sees it. */
export type OrganizationKey = {
  readonly id: number;
  readonly label: string;
  readonly kind: 'organization' | 'user';
  readonly scopes: readonly Scope[];
  readonly deskRole: string | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Whether it reaches other organizations too; which ones is theirs to know. */
  readonly reachesOthers: boolean;
  /** With which the person is signed in. */
  readonly isOwn: boolean;
  /** Whether the person may end it: it reaches nothing that the person does not reach. */
  readonly isTheirs: boolean;
};

/** The keys that reach the organization, the newest first and the ended ones behind. */
export async function keysOf({
  database,
  organization,
  caller,
  person,
}: OrganizationVisit): Promise<OrganizationKey[]> {
  const mine = new Set(caller.organizations.map(({ slug }) => slug));
  const keys = (await listKeys(database, organization.id)).map(
    ({ id, label, kind, scopes, deskRole, createdAt, revokedAt, slugs, isWholeDesk }) => ({
      ...{ id, label, kind, scopes, deskRole, createdAt, revokedAt },
      reachesOthers: slugs.length > 1,
      isOwn: id === person.keyId,
      isTheirs: slugs.every((slug) => mine.has(slug)) && (!isWholeDesk || person.isWholeDesk),
    }),
  );
  const isEnded = ({ revokedAt }: OrganizationKey) => Number(revokedAt !== null);
  return keys.sort((a, b) => isEnded(a) - isEnded(b) || b.id - a.id);
}
