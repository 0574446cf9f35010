import { portalIdentity, portalSections } from '../../organization/portal.ts';
import type { Words } from '../language/words.ts';
import type { Portal } from './page/page.ts';
import type { PortalOrganization, PortalStore } from './store.ts';

/** The portal that a request reached, and the organization behind it. */
export type Visit = { readonly organization: PortalOrganization; readonly portal: Portal };

/** The portal with this slug, in the words of its visitor; null where a visitor finds none: unknown, DISABLED or of an INACTIVE organization. */
export async function visitOf(store: PortalStore, slug: string, words: Words): Promise<Visit | null> {
  // No slug has a control character, and PostgreSQL refuses text with a NUL.
  if (/\p{Cc}/u.test(slug)) return null;
  const organization = await store.organization(slug);
  if (organization === null) return null;
  const identity = portalIdentity(organization);
  const sections = portalSections(organization);
  if (sections === null || identity.link === null) return null;
  return { organization, portal: { identity, sections, root: identity.link.path, words, colour: organization.colour } };
}
