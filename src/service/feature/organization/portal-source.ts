import type { PortalSource } from '../../../organization/portal.ts';
import type { organizations } from '../../database/schema/organization.ts';

/** The part of an organization's row from which its portal is made: a part of its record too. */
export const portalSourceOf = (row: typeof organizations.$inferSelect) =>
  ({
    name: row.name,
    slug: row.slug,
    avatarUrl: row.avatarUrl,
    subscriptionStatus: row.subscriptionStatus,
    portalVisibility: row.portalVisibility,
    reportVisibility: row.reportVisibility,
    metricsVisibility: row.metricsVisibility,
    brandMetadata: {
      websiteUrl: row.websiteUrl,
      twitterHandle: row.twitterHandle,
      securityContactEmail: row.securityContactEmail,
      industry: row.industry,
    },
    portalCustomization: {
      useCustomDetails: row.portalUseCustomDetails,
      name: row.portalName,
      slug: row.portalSlug,
      avatarUrl: row.portalAvatarUrl,
      bannerEnabled: row.portalBannerEnabled,
      bannerContent: row.portalBannerContent,
    },
    services: { reporting: { active: row.reportingActive } },
  }) satisfies PortalSource;
