import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { known } from '../field.ts';
import { operation } from '../operation.ts';

/** INACTIVE occurs in stored data and never in an answer. */
export const SUBSCRIPTION_STATUSES = ['POC', 'ACTIVE', 'PROSPECT', 'INTEGRATION', 'INACTIVE'] as const;
export const LISTED_SUBSCRIPTION_STATUSES = ['PROSPECT', 'POC', 'ACTIVE', 'INTEGRATION'] as const;
export const PORTAL_VISIBILITIES = ['PUBLIC', 'PRIVATE', 'DISABLED'] as const;
export const REPORT_VISIBILITIES = ['PUBLIC', 'PRIVATE'] as const;
export const METRICS_VISIBILITIES = ['PUBLIC', 'PRIVATE', 'DISABLED'] as const;
export const PENDING_SERVICES = ['protection', 'takedowns'] as const;
export const SERVICE_TYPES = [
  'isDetectionActive',
  'isReportingActive',
  'isAutomatedReportingActive',
  'isReviewingActive',
  'isAutomatedReviewingActive',
  'isProtectionActive',
  'isAutomatedProtectionActive',
  'isTakedownsActive',
  'isAutomatedTakedownsActive',
  'requiresCustomerReview',
] as const;

const nullableString = z.lazy(() => z.nullable(z.string()));
const service = z.lazy(() => z.object({ active: z.boolean() }));
const takedownService = z.lazy(() => z.object({ active: z.boolean(), automated: z.boolean() }));
const legalDocument = z.lazy(() =>
  z.object({ present: z.boolean(), fileName: nullableString, fileUrl: nullableString }),
);

export const legalDocuments = z.lazy(() =>
  z.object({ letterOfAuthorization: legalDocument, powerOfAttorney: legalDocument }),
);

export const trademarkRegistration = z.lazy(() =>
  z.object({
    id: z.int(),
    brandName: z.string(),
    trademarkOffice: z.string(),
    registrationNumber: z.string(),
    goodsAndServicesClass: z.string(),
    rightsOwnerName: nullableString,
    registrationPageUrl: nullableString,
    certificateFileName: nullableString,
    certificateFileUrl: nullableString,
  }),
);

export const brandMetadata = z.lazy(() =>
  z.object({
    websiteUrl: nullableString,
    twitterHandle: nullableString,
    securityContactEmail: nullableString,
    industry: nullableString,
  }),
);

export const portalCustomization = z.lazy(() =>
  z.object({
    useCustomDetails: z.boolean(),
    name: nullableString,
    slug: nullableString,
    avatarUrl: nullableString,
    bannerEnabled: z.boolean(),
    bannerContent: nullableString,
  }),
);

export const pendingServiceApproval = z.lazy(() =>
  z.object({
    service: known(PENDING_SERVICES),
    automated: z.boolean(),
    serviceType: known(SERVICE_TYPES),
    serviceName: z.string(),
    requestedAt: z.string(),
  }),
);

/** The organization record. Every field is always present. */
export const organizationRecord = z.lazy(() =>
  z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    avatarUrl: nullableString,
    contactUrl: nullableString,
    subscriptionStatus: known(SUBSCRIPTION_STATUSES),
    portalVisibility: known(PORTAL_VISIBILITIES),
    reportVisibility: known(REPORT_VISIBILITIES),
    metricsVisibility: known(METRICS_VISIBILITIES),
    brandMetadata,
    portalCustomization,
    services: z.object({
      reporting: service,
      reviewing: service,
      protection: service,
      takedowns: takedownService,
      detection: service,
      darkWebMonitoring: service,
    }),
    integrations: z.object({
      slack: z.boolean(),
      discord: z.boolean(),
      telegram: z.object({ connected: z.boolean(), groupCount: z.int() }),
      vercel: z.boolean(),
      intercom: z.boolean(),
      moderation: z.boolean(),
    }),
    obligatoryAdminApproval: z.object({ active: z.boolean(), assetTypes: z.array(known(ASSET_TYPES)) }),
    pendingServiceApprovals: z.array(pendingServiceApproval),
    legalDocuments,
    trademarkRegistrations: z.array(trademarkRegistration),
  }),
);
export type OrganizationRecord = z.infer<typeof organizationRecord>;

const serviceFilter = z.lazy(() => z.optional(z.object({ active: z.optional(z.boolean()) })));

export const userOrgs = operation({
  id: 'userOrgs',
  group: 'Account',
  summary: 'Organizations that the current user can access',
  method: 'POST',
  path: '/user/orgs',
  access: 'read',
  body: z.lazy(() =>
    z.object({
      query: z._default(z.string(), ''),
      subscriptionStatus: z.optional(z.array(z.enum(LISTED_SUBSCRIPTION_STATUSES)).check(z.minLength(1))),
      services: z.optional(
        z.object({
          reporting: serviceFilter,
          reviewing: serviceFilter,
          protection: serviceFilter,
          takedowns: z.optional(z.object({ active: z.optional(z.boolean()), automated: z.optional(z.boolean()) })),
          detection: serviceFilter,
          darkWebMonitoring: serviceFilter,
        }),
      ),
      obligatoryAdminApproval: z.optional(
        z.object({
          active: z.optional(z.boolean()),
          assetTypes: z.optional(z.array(z.enum(ASSET_TYPES)).check(z.minLength(1))),
        }),
      ),
      pendingServiceApproval: z.optional(
        z.object({
          active: z.optional(z.boolean()),
          services: z.optional(z.array(z.enum(PENDING_SERVICES)).check(z.minLength(1))),
        }),
      ),
    }),
  ),
  response: z.lazy(() => z.object({ organizations: z.array(organizationRecord) })),
});

/**
 * For a key without the scope `read`, the private parts of the record are empty (documents, trademarks, pending
 * approvals, approval settings, integrations, security contact), so that a key in a branded build discloses nothing.
 */
export const userOrg = operation({
  id: 'userOrg',
  group: 'Account',
  summary: 'One organization by slug',
  method: 'GET',
  path: '/user/orgs/{slug}',
  access: 'any',
  params: z.lazy(() => z.object({ slug: z.string().check(z.minLength(1), z.maxLength(255)) })),
  response: organizationRecord,
  errors: [404],
});
