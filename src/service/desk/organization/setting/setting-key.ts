import type { OrganizationRecord } from '../../../../api/organization/organization.ts';
import {
  METRICS_VISIBILITIES,
  PORTAL_VISIBILITIES,
  REPORT_VISIBILITIES,
} from '../../../../api/organization/organization.ts';
import { ENGLISH } from '../../../language/choice.ts';
import type { Words } from '../../../language/words.ts';
import type { Html } from '../../page.ts';
import type { Option } from '../form/filter-form.ts';

/** How a key of an organization's record is entered. */
export type SettingControl =
  | { readonly kind: 'text' | 'email' | 'prose'; readonly maxLength: number }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'flag' };

export type Setting = {
  /** The key of the record, as `organizations set` names it. */
  readonly key: string;
  readonly label: Html;
  readonly hint?: Html;
  readonly control: SettingControl;
  readonly valueOf: (record: OrganizationRecord) => string | boolean | null;
};

const visibility = (words: Words, values: readonly Visibility[], isForm = false): SettingControl => ({
  kind: 'choice',
  options: values.map((value) => ({
    value,
    label: words.t(
      isForm && value === 'PRIVATE' ? 'desk.organization.setting.formAlone' : `desk.organization.setting.${value}`,
    ),
  })),
});
type Visibility = 'PUBLIC' | 'PRIVATE' | 'DISABLED';
const text = (maxLength: number): SettingControl => ({ kind: 'text', maxLength });

/**
 * What an admin of an organization changes of its record. Subscription, services, second approvals, documents, members, the address of
 * the portal and pictures are for those who run the service.
 */
export const settingsOf = (words: Words): Readonly<Record<'reach' | 'shows', readonly Setting[]>> => ({
  reach: [
    {
      key: 'contactUrl',
      label: words.t('desk.organization.setting.contactPage'),
      hint: words.t('desk.organization.setting.contactHint'),
      control: text(2_048),
      valueOf: ({ contactUrl }) => contactUrl,
    },
    {
      key: 'brandMetadata.websiteUrl',
      label: words.t('desk.organization.overview.website'),
      control: text(2_048),
      valueOf: ({ brandMetadata }) => brandMetadata.websiteUrl,
    },
    {
      key: 'brandMetadata.twitterHandle',
      label: words.t('desk.organization.setting.handle'),
      control: text(51),
      valueOf: ({ brandMetadata }) => brandMetadata.twitterHandle,
    },
    {
      key: 'brandMetadata.securityContactEmail',
      label: words.t('desk.organization.overview.security'),
      hint: words.t('desk.organization.setting.securityHint'),
      control: { kind: 'email', maxLength: 320 },
      valueOf: ({ brandMetadata }) => brandMetadata.securityContactEmail,
    },
    {
      key: 'brandMetadata.industry',
      label: words.t('desk.organization.overview.industry'),
      control: text(255),
      valueOf: ({ brandMetadata }) => brandMetadata.industry,
    },
  ],
  shows: [
    {
      key: 'portalVisibility',
      label: words.t('desk.organization.overview.portal'),
      control: visibility(words, PORTAL_VISIBILITIES, true),
      valueOf: ({ portalVisibility }) => portalVisibility,
    },
    {
      key: 'reportVisibility',
      label: words.t('desk.tab.reports'),
      control: visibility(words, REPORT_VISIBILITIES),
      valueOf: ({ reportVisibility }) => reportVisibility,
    },
    {
      key: 'metricsVisibility',
      label: words.t('desk.organization.room.metrics'),
      hint: words.t('desk.organization.setting.metricsHint'),
      control: visibility(words, METRICS_VISIBILITIES),
      valueOf: ({ metricsVisibility }) => metricsVisibility,
    },
    {
      key: 'portalCustomization.useCustomDetails',
      label: words.t('desk.organization.setting.ownName'),
      control: { kind: 'flag' },
      valueOf: ({ portalCustomization }) => portalCustomization.useCustomDetails,
    },
    {
      key: 'portalCustomization.name',
      label: words.t('desk.organization.setting.portalName'),
      control: text(255),
      valueOf: ({ portalCustomization }) => portalCustomization.name,
    },
    {
      key: 'portalCustomization.bannerEnabled',
      label: words.t('desk.organization.setting.bannerShown'),
      control: { kind: 'flag' },
      valueOf: ({ portalCustomization }) => portalCustomization.bannerEnabled,
    },
    {
      key: 'portalCustomization.bannerContent',
      label: words.t('desk.organization.overview.banner'),
      hint: words.t('desk.organization.setting.bannerHint'),
      control: { kind: 'prose', maxLength: 10_000 },
      valueOf: ({ portalCustomization }) => portalCustomization.bannerContent,
    },
  ],
});

/** Every key of those settings, and whether it is a box that is checked. */
export const ALL_SETTINGS: readonly { readonly key: string; readonly isFlag: boolean }[] = Object.values(
  settingsOf(ENGLISH),
)
  .flat()
  .map(({ key, control }) => ({ key, isFlag: control.kind === 'flag' }));
