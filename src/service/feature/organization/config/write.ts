import { isDeepStrictEqual } from 'node:util';
import { and, eq, ne, or } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { issue, Refused } from '../../../database/refused.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { type Configuration, readConfiguration } from './document.ts';
import { COLUMN_KEYS, type Member, RESERVED_SLUGS, SLUG, type Trademark } from './key.ts';
import { type MemberKey, writeMembers } from './member.ts';

type Written = {
  readonly changed: readonly string[];
  readonly memberKeys: readonly MemberKey[];
};

/** Makes an organization. @throws Refused for a slug that is none, or another organization's own or portal's */
export async function createOrganization(transaction: Database, slug: string, name: string): Promise<number> {
  if (!SLUG.test(slug) || RESERVED_SLUGS.some((reserved) => reserved === slug))
    throw new Refused(
      `"${slug}" cannot be a slug: use lower-case letters, digits and hyphens, and none of ${RESERVED_SLUGS.join(', ')}`,
    );
  await requireFreeSlug(transaction, slug, null);
  const [made] = await transaction
    .insert(organizations)
    .values({ slug, name, subscriptionStatus: 'ACTIVE' })
    .onConflictDoNothing()
    .returning({ id: organizations.id });
  if (!made) throw taken(slug, slug);
  return made.id;
}

/** Gives keys of an organization new values, in the caller's transaction. @throws Refused for a taken portal slug */
export async function writeConfiguration(transaction: Database, slug: string, values: Configuration): Promise<Written> {
  const before = await readConfiguration(transaction, slug);
  if (!before) throw new Refused(issue('noOrganization', { slug }));
  const { id, trademarks } = before;
  const changes = Object.entries(values).filter(([key, to]) => !isDeepStrictEqual(before.values[key], to));
  const portalSlug = values['portalCustomization.slug'];
  if (typeof portalSlug === 'string') await requireFreeSlug(transaction, portalSlug, id);
  const columns = changes.flatMap(([key, to]) => (COLUMN_KEYS[key] ? [[COLUMN_KEYS[key].column, to]] : []));
  const wanted = values.trademarkRegistrations as readonly Trademark[] | undefined;
  if (changes.length > 0)
    await transaction
      .update(organizations)
      .set({
        ...Object.fromEntries(columns),
        trademarks: wanted && numbered(wanted, trademarks),
        updatedAt: new Date(),
      })
      .where(eq(organizations.id, id));
  const changed = changes.map(([key]) => key);
  const members = changed.includes('members') ? (values.members as readonly Member[]) : null;
  return { changed, memberKeys: members === null ? [] : await writeMembers(transaction, id, members) };
}

/** A slug leads to one portal: it is no other organization's own, and no other one's custom slug. */
async function requireFreeSlug(transaction: Database, slug: string, except: number | null): Promise<void> {
  const [other] = await transaction
    .select({ slug: organizations.slug })
    .from(organizations)
    .where(
      and(
        or(eq(organizations.slug, slug), eq(organizations.portalSlug, slug)),
        except === null ? undefined : ne(organizations.id, except),
      ),
    );
  if (other) throw taken(slug, other.slug);
}

const taken = (slug: string, owner: string): Refused => new Refused(issue('slugTaken', { slug, owner }, 'record'));

type Stored = (typeof organizations.$inferSelect)['trademarks'];

/** A registration is known by its office and number: what else it says may change, and its id stays. */
function numbered(wanted: readonly Trademark[], stored: Stored): Stored {
  const left = [...stored];
  let last = Math.max(0, ...stored.map(({ id }) => id));
  return wanted.map((registration) => {
    const index = left.findIndex(
      ({ trademarkOffice, registrationNumber }) =>
        trademarkOffice === registration.trademarkOffice && registrationNumber === registration.registrationNumber,
    );
    const [known] = index < 0 ? [] : left.splice(index, 1);
    return { id: known?.id ?? ++last, ...registration };
  });
}
