import {
  METRICS_VISIBILITIES,
  ORGANIZATION_SERVICES,
  PORTAL_VISIBILITIES,
  REPORT_VISIBILITIES,
  SUBSCRIPTION_STATUSES,
} from '../../../api/organization/organization.ts';
import { ASSET_TYPES } from '../../../asset/type.ts';
import type { organizations } from '../../database/schema/organization.ts';
import {
  attachedFile,
  count,
  flag,
  listOf,
  members,
  oneOf,
  optionalAddress,
  optionalEmail,
  optionalHandle,
  optionalImage,
  optionalSlug,
  optionalText,
  requiredText,
  trademarks,
  type ValueForm,
} from './key.ts';

/** Paths of the service itself, which no portal may take. */
export const RESERVED_SLUGS = ['api', 'lists', 'healthz', 'readyz', 'metrics', 'desk'] as const;

type Column = Exclude<keyof typeof organizations.$inferInsert, 'id' | 'slug' | 'createdAt' | 'updatedAt'>;
type ColumnKey = ValueForm & { readonly column: Column };
const stored = (column: Column, form: ValueForm): ColumnKey => ({ ...form, column });

/** The keys whose value is a column of the organization, in the order in which they are shown. */
export const COLUMN_KEYS: Readonly<Record<string, ColumnKey>> = {
  name: stored('name', requiredText(255)),
  avatarUrl: stored('avatarUrl', optionalImage),
  contactUrl: stored('contactUrl', optionalAddress),
  subscriptionStatus: stored('subscriptionStatus', oneOf(SUBSCRIPTION_STATUSES)),
  portalVisibility: stored('portalVisibility', oneOf(PORTAL_VISIBILITIES)),
  reportVisibility: stored('reportVisibility', oneOf(REPORT_VISIBILITIES)),
  metricsVisibility: stored('metricsVisibility', oneOf(METRICS_VISIBILITIES)),
  'brandMetadata.websiteUrl': stored('websiteUrl', optionalAddress),
  'brandMetadata.twitterHandle': stored('twitterHandle', optionalHandle),
  'brandMetadata.securityContactEmail': stored('securityContactEmail', optionalEmail),
  'brandMetadata.industry': stored('industry', optionalText(255)),
  'portalCustomization.useCustomDetails': stored('portalUseCustomDetails', flag),
  'portalCustomization.name': stored('portalName', optionalText(255)),
  'portalCustomization.slug': stored('portalSlug', optionalSlug(RESERVED_SLUGS)),
  'portalCustomization.avatarUrl': stored('portalAvatarUrl', optionalImage),
  'portalCustomization.bannerEnabled': stored('portalBannerEnabled', flag),
  'portalCustomization.bannerContent': stored('portalBannerContent', optionalText(10_000)),
  ...Object.fromEntries(
    ORGANIZATION_SERVICES.map((service) => [`services.${service}.active`, stored(`${service}Active`, flag)]),
  ),
  'services.takedowns.automated': stored('takedownsAutomated', flag),
  'integrations.slack': stored('slackConnected', flag),
  'integrations.discord': stored('discordConnected', flag),
  'integrations.telegram.connected': stored('telegramConnected', flag),
  'integrations.telegram.groupCount': stored('telegramGroupCount', count),
  'integrations.vercel': stored('vercelConnected', flag),
  'integrations.intercom': stored('intercomConnected', flag),
  'integrations.moderation': stored('moderationConnected', flag),
  'obligatoryAdminApproval.active': stored('adminApprovalActive', flag),
  'obligatoryAdminApproval.assetTypes': stored(
    'adminApprovalAssetTypes',
    listOf(ASSET_TYPES, 'a list of asset types such as [URL, ADDRESS]'),
  ),
};

/** The keys whose value lies in rows of other tables. */
export const ROW_KEYS = {
  'legalDocuments.letterOfAuthorization': attachedFile,
  'legalDocuments.powerOfAttorney': attachedFile,
  trademarkRegistrations: trademarks,
  members,
} as const satisfies Readonly<Record<string, ValueForm>>;

/** Every key of an organization's configuration. */
export const KEYS: Readonly<Record<string, ValueForm>> = { ...COLUMN_KEYS, ...ROW_KEYS };

/** Every key with what it takes, a line each. */
export const keyLines = (): string[] => {
  const width = Math.max(...Object.keys(KEYS).map((key) => key.length));
  return Object.entries(KEYS).map(([key, { form }]) => `${key.padEnd(width)}  ${form}`);
};
