import type { OrganizationRecord } from '../../../../api/organization/organization.ts';
import {
  METRICS_VISIBILITIES,
  PORTAL_VISIBILITIES,
  REPORT_VISIBILITIES,
} from '../../../../api/organization/organization.ts';
import type { Option } from '../form/filter-form.ts';

/** How a key of an organization's record is entered. */
export type SettingControl =
  | { readonly kind: 'text' | 'email' | 'prose'; readonly maxLength: number }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'flag' };

export type Setting = {
  /** The key of the record, as `organizations set` names it. */
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  readonly control: SettingControl;
  readonly valueOf: (record: OrganizationRecord) => string | boolean | null;
};

const WORDS: Readonly<Record<string, string>> = {
  PUBLIC: 'Everybody sees it',
  PRIVATE: 'Hidden from visitors',
  DISABLED: 'Off',
};
const visibility = (values: readonly string[], own: Readonly<Record<string, string>> = {}): SettingControl => ({
  kind: 'choice',
  options: values.map((value) => ({ value, label: own[value] ?? WORDS[value] ?? value })),
});
const text = (maxLength: number): SettingControl => ({ kind: 'text', maxLength });

/**
 * What an admin of an organization changes of its record. Subscription, services, second approvals, documents, members, the address of
 * the portal and pictures are for those who run the service.
 */
export const SETTINGS: Readonly<Record<string, readonly Setting[]>> = {
  'How you are reached': [
    {
      key: 'contactUrl',
      label: 'Contact page',
      hint: 'The address of a page on which people reach you.',
      control: text(2_048),
      valueOf: ({ contactUrl }) => contactUrl,
    },
    {
      key: 'brandMetadata.websiteUrl',
      label: 'Website',
      control: text(2_048),
      valueOf: ({ brandMetadata }) => brandMetadata.websiteUrl,
    },
    {
      key: 'brandMetadata.twitterHandle',
      label: 'Handle at X',
      control: text(51),
      valueOf: ({ brandMetadata }) => brandMetadata.twitterHandle,
    },
    {
      key: 'brandMetadata.securityContactEmail',
      label: 'Security contact',
      hint: 'For researchers and those who take sites down. Visitors of the portal do not see it.',
      control: { kind: 'email', maxLength: 320 },
      valueOf: ({ brandMetadata }) => brandMetadata.securityContactEmail,
    },
    {
      key: 'brandMetadata.industry',
      label: 'Industry',
      control: text(255),
      valueOf: ({ brandMetadata }) => brandMetadata.industry,
    },
  ],
  'What the portal shows': [
    {
      key: 'portalVisibility',
      label: 'Portal',
      control: visibility(PORTAL_VISIBILITIES, { PRIVATE: 'The report form alone' }),
      valueOf: ({ portalVisibility }) => portalVisibility,
    },
    {
      key: 'reportVisibility',
      label: 'Reports',
      control: visibility(REPORT_VISIBILITIES),
      valueOf: ({ reportVisibility }) => reportVisibility,
    },
    {
      key: 'metricsVisibility',
      label: 'Metrics',
      hint: 'Off: they are not computed, at this desk neither.',
      control: visibility(METRICS_VISIBILITIES),
      valueOf: ({ metricsVisibility }) => metricsVisibility,
    },
    {
      key: 'portalCustomization.useCustomDetails',
      label: 'The portal has a name of its own',
      control: { kind: 'flag' },
      valueOf: ({ portalCustomization }) => portalCustomization.useCustomDetails,
    },
    {
      key: 'portalCustomization.name',
      label: 'Name of the portal',
      control: text(255),
      valueOf: ({ portalCustomization }) => portalCustomization.name,
    },
    {
      key: 'portalCustomization.bannerEnabled',
      label: 'The banner is shown',
      control: { kind: 'flag' },
      valueOf: ({ portalCustomization }) => portalCustomization.bannerEnabled,
    },
    {
      key: 'portalCustomization.bannerContent',
      label: 'Banner',
      hint: 'Markdown, above every page of the portal.',
      control: { kind: 'prose', maxLength: 10_000 },
      valueOf: ({ portalCustomization }) => portalCustomization.bannerContent,
    },
  ],
};

export const ALL_SETTINGS: readonly Setting[] = Object.values(SETTINGS).flat();
