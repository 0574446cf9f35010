import * as z from 'zod/mini';
import { ORGANIZATION_SERVICES } from '../../../../api/operation.ts';
import {
  METRICS_VISIBILITIES,
  PORTAL_VISIBILITIES,
  REPORT_VISIBILITIES,
  SUBSCRIPTION_STATUSES,
} from '../../../../api/organization/organization.ts';
import { REPORTED_KINDS } from '../../../../api/report/scam-kind.ts';
import { ASSET_TYPES } from '../../../../asset/type.ts';
import type { organizations } from '../../../database/schema/organization.ts';

type ValueForm = {
  /** Completes "must be …". */
  readonly form: string;
  readonly schema: z.ZodMiniType;
};

/** Texts that the database can store: neither NUL nor half of a surrogate pair. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;
const HTTP = /^https?$/;

const storable = (most: number) => z.string().check(z.trim(), z.maxLength(most), z.regex(STORABLE));
/** Empty is the same as null. */
const orNull = (schema: z.ZodMiniType<string>) =>
  z.nullable(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? null : value)),
      z.nullable(schema),
    ),
  );
const webAddress = z.string().check(z.trim(), z.maxLength(2_048), z.url({ protocol: HTTP }));

const value = (form: string, schema: z.ZodMiniType): ValueForm => ({ form, schema });

const requiredText = (most: number) => value(`a text of 1 to ${most} characters`, storable(most).check(z.minLength(1)));
const optionalText = (most: number) => value(`a text of at most ${most} characters, or null`, orNull(storable(most)));
const optionalAddress = value('a web address, or null', orNull(webAddress));
const inlineImage = z
  .string()
  .check(z.trim(), z.maxLength(200_000), z.regex(/^data:image\/(png|jpeg|webp|gif|avif|svg\+xml)[;,][\x20-\x7e]*$/i));
const optionalImage = value(
  'a web address, a data: address of an image, or null',
  orNull(z.union([webAddress, inlineImage])),
);
const optionalEmail = value('an e-mail address, or null', orNull(z.email().check(z.maxLength(320))));
/** Stored with a leading `@`. */
const optionalHandle = value(
  'a handle such as @acme, or null',
  orNull(
    z.string().check(
      z.trim(),
      z.regex(/^@?[A-Za-z0-9_]{1,50}$/),
      z.overwrite((handle: string) => handle.replace(/^@?/, '@')),
    ),
  ),
);
const flag = value('true or false', z.boolean());
const count = value('a whole number from 0 to 1000000', z.int().check(z.minimum(0), z.maximum(1_000_000)));
const oneOf = (values: readonly [string, ...string[]]) => value(`one of ${values.join(', ')}`, z.enum(values));
const listOf = (values: readonly string[], form: string) =>
  value(form, z.array(z.enum(values)).check(z.maxLength(values.length)));

export const SLUG = /^[a-z0-9][a-z0-9-]{0,254}$/;
const optionalSlug = (reserved: readonly string[]) =>
  value(
    `lower-case letters, digits and hyphens, none of ${reserved.join(', ')}, or null`,
    orNull(
      z.string().check(
        z.regex(SLUG),
        z.refine((slug) => !reserved.includes(slug)),
      ),
    ),
  );

const optional = (schema: z.ZodMiniType<string | null>) => z._default(schema, null);
const attachedFile = value(
  '{fileName: TEXT, fileUrl: ADDRESS}, or null where there is none',
  z.nullable(z.strictObject({ fileName: storable(255).check(z.minLength(1)), fileUrl: webAddress })),
);

const trademark = z.strictObject({
  brandName: storable(255).check(z.minLength(1)),
  trademarkOffice: storable(255).check(z.minLength(1)),
  registrationNumber: storable(255).check(z.minLength(1)),
  goodsAndServicesClass: storable(255).check(z.minLength(1)),
  rightsOwnerName: optional(z.nullable(storable(255))),
  registrationPageUrl: optional(z.nullable(webAddress)),
  certificateFileName: optional(z.nullable(storable(255))),
  certificateFileUrl: optional(z.nullable(webAddress)),
});
export type Trademark = z.infer<typeof trademark>;
const trademarks = value(
  `a list of registrations, each with ${Object.keys(trademark.shape).slice(0, 4).join(', ')} and, if recorded, ${Object.keys(trademark.shape).slice(4).join(', ')}`,
  z.array(trademark).check(z.maxLength(1_000)),
);

const member = z.strictObject({
  email: z.email().check(z.maxLength(320)),
  fullName: optional(z.nullable(storable(255))),
});
export type Member = z.infer<typeof member>;
const members = value(
  'a list of {email: ADDRESS, fullName: TEXT}: people whose keys reach the organization',
  z.array(member).check(z.maxLength(1_000)),
);

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
  'portalCustomization.scamKinds': stored(
    'portalScamKinds',
    listOf(
      REPORTED_KINDS,
      `a list of the kinds of scam that its report form offers first, of ${REPORTED_KINDS.join(', ')}`,
    ),
  ),
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
  'legalDocuments.letterOfAuthorization': stored('letterOfAuthorization', attachedFile),
  'legalDocuments.powerOfAttorney': stored('powerOfAttorney', attachedFile),
  trademarkRegistrations: stored('trademarks', trademarks),
};

export const KEYS: Readonly<Record<string, ValueForm>> = { ...COLUMN_KEYS, members };

/** Values by their keys as a record has them: `a.b` within `a`. */
export function nested(values: readonly (readonly [key: string, value: unknown])[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [key, value] of values) {
    const path = key.split('.');
    const last = path.pop()!;
    let place = record;
    for (const part of path) {
      place[part] ??= {};
      place = place[part] as Record<string, unknown>;
    }
    place[last] = value;
  }
  return record;
}
