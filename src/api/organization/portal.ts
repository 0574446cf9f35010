import * as z from 'zod/mini';
import { organizationRecord } from './organization.ts';

/** The fields of the organization record that determine its public portal; none of them is private. */
export const portalSource = z.lazy(() =>
  z.extend(
    z.pick(organizationRecord._zod.innerType, {
      name: true,
      slug: true,
      avatarUrl: true,
      subscriptionStatus: true,
      portalVisibility: true,
      reportVisibility: true,
      metricsVisibility: true,
      brandMetadata: true,
      portalCustomization: true,
    }),
    { services: z.object({ reporting: z.object({ active: z.boolean() }) }) },
  ),
);
export type PortalSource = z.infer<typeof portalSource>;

/** How an organization appears, and where its portal is. `path` is relative to `{portal_url}`. */
export type PortalIdentity = {
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly slug: string;
  readonly link: { readonly kind: 'portal' | 'report-form'; readonly path: string } | null;
};

/** The sections of the portal page; `check` is where visitors look up what somebody sent them. `banner` is the Markdown source; null if there is none. */
export type PortalSections = {
  readonly check: boolean;
  readonly reportForm: boolean;
  readonly reports: boolean;
  readonly metrics: boolean;
  readonly disputes: boolean;
  readonly banner: string | null;
  readonly websiteUrl: string | null;
};

const written = (value: string | null): string | null => (value === null || value.trim() === '' ? null : value);

/**
 * Name, avatar, slug and portal link of an organization.
 *
 * A custom slug is always used, regardless of `useCustomDetails`; the custom name and avatar are used only if
 * `useCustomDetails` is true. A custom value that is null or blank falls back to the organization's own. There is no
 * link if the portal answers 404: DISABLED, an INACTIVE organization, and a visibility unknown to this version.
 */
export function portalIdentity(organization: PortalSource): PortalIdentity {
  const custom = organization.portalCustomization;
  const slug = written(custom.slug) ?? organization.slug;
  return {
    name: (custom.useCustomDetails ? written(custom.name) : null) ?? organization.name,
    avatarUrl: (custom.useCustomDetails ? written(custom.avatarUrl) : null) ?? organization.avatarUrl,
    slug,
    link: linkTo(organization, slug),
  };
}

function linkTo(organization: PortalSource, slug: string): PortalIdentity['link'] {
  if (organization.subscriptionStatus === 'INACTIVE') return null;
  const path = `/${encodeURIComponent(slug)}`;
  if (organization.portalVisibility === 'PUBLIC') return { kind: 'portal', path };
  if (organization.portalVisibility === 'PRIVATE') return { kind: 'report-form', path };
  return null;
}

/**
 * The sections that an anonymous visitor sees on the portal page, or null if the page answers 404. The report form is
 * shown while the organization takes reports; a PRIVATE portal has nothing else. An unknown visibility hides its
 * section.
 */
export function portalSections(organization: PortalSource): PortalSections | null {
  const { link } = portalIdentity(organization);
  if (link === null) return null;
  const isPublic = link.kind === 'portal';
  const custom = organization.portalCustomization;
  return {
    check: isPublic,
    reportForm: organization.services.reporting.active,
    reports: isPublic && organization.reportVisibility === 'PUBLIC',
    metrics: isPublic && organization.metricsVisibility === 'PUBLIC',
    disputes: isPublic,
    banner: custom.bannerEnabled ? written(custom.bannerContent) : null,
    websiteUrl: written(organization.brandMetadata.websiteUrl),
  };
}
