import type { OrganizationRecord } from '../api/organization/organization.ts';

/** The fields of the organization record that decide what its public portal is. */
export type PortalSource = Pick<
  OrganizationRecord,
  | 'name'
  | 'slug'
  | 'avatarUrl'
  | 'subscriptionStatus'
  | 'portalVisibility'
  | 'reportVisibility'
  | 'metricsVisibility'
  | 'brandMetadata'
  | 'portalCustomization'
> & {
  readonly services: { readonly reporting: { readonly active: boolean } };
};

/** How an organization appears, and where its portal is. `path` is relative to `{portal_url}`. */
export type PortalIdentity = {
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly slug: string;
  readonly link: { readonly kind: 'portal' | 'report-form'; readonly path: string } | null;
};

/** What the portal page shows. `banner` is the Markdown source; null where there is none. */
export type PortalSections = {
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
 * The custom slug wins whenever it is set, whatever `useCustomDetails` says; the custom name and avatar count only when
 * `useCustomDetails` is true. A custom value that is null or blank falls back to the organization's own. There is no
 * link where the portal answers 404: DISABLED, an INACTIVE organization, and a visibility this version does not know.
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
 * The sections an anonymous visitor sees on the portal page, or null where the page answers 404.
 * The report form is there while the organization takes reports; a PRIVATE portal has nothing else. An unknown visibility hides its
 * section.
 */
export function portalSections(organization: PortalSource): PortalSections | null {
  const { link } = portalIdentity(organization);
  if (link === null) return null;
  const isPublic = link.kind === 'portal';
  const custom = organization.portalCustomization;
  return {
    reportForm: organization.services.reporting.active,
    reports: isPublic && organization.reportVisibility === 'PUBLIC',
    metrics: isPublic && organization.metricsVisibility === 'PUBLIC',
    disputes: isPublic,
    banner: custom.bannerEnabled ? written(custom.bannerContent) : null,
    websiteUrl: written(organization.brandMetadata.websiteUrl),
  };
}
