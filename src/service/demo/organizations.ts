import type { organizations } from '../database/schema/index.ts';
import { DEMO_SLUG } from './content.ts';

type NewOrganization = typeof organizations.$inferInsert;

const BANNER = `**Acme never writes first.** A message that asks for your recovery phrase is a scam, whoever it seems to come from.

How to tell a real Acme page: [acme.test/security](https://acme.test/security)`;

/** The organizations of the demo: every portal and subscription state once, and some services off. The first one is what the demo's keys belong to. */
export const DEMO_ORGANIZATIONS: readonly NewOrganization[] = [
  {
    name: 'Acme',
    slug: DEMO_SLUG,
    contactUrl: 'https://acme.test/contact',
    subscriptionStatus: 'ACTIVE',
    websiteUrl: 'https://acme.test/',
    twitterHandle: '@acme',
    securityContactEmail: 'security@acme.test',
    industry: 'Wallets',
    portalBannerEnabled: true,
    portalBannerContent: BANNER,
    slackConnected: true,
    telegramConnected: true,
    telegramGroupCount: 2,
    adminApprovalActive: true,
    adminApprovalAssetTypes: ['URL', 'ADDRESS'],
  },
  {
    name: 'Borealis Wallet',
    slug: 'borealis-wallet',
    subscriptionStatus: 'ACTIVE',
    portalVisibility: 'PRIVATE',
    websiteUrl: 'https://borealis.test/',
    portalUseCustomDetails: true,
    portalName: 'Borealis Safety',
    portalSlug: 'borealis',
    takedownsActive: false,
    detectionActive: false,
  },
  {
    // A custom slug counts whatever useCustomDetails says; the custom name does not.
    name: 'Cobalt Exchange',
    slug: 'cobalt-exchange',
    subscriptionStatus: 'ACTIVE',
    reportVisibility: 'PRIVATE',
    metricsVisibility: 'PRIVATE',
    portalUseCustomDetails: false,
    portalName: 'Not shown',
    portalSlug: 'cobalt',
    detectionActive: false,
  },
  {
    name: 'Dune Custody',
    slug: 'dune-custody',
    subscriptionStatus: 'ACTIVE',
    portalVisibility: 'DISABLED',
    metricsVisibility: 'DISABLED',
    takedownsAutomated: true,
  },
  { name: 'Ember Market', slug: 'ember-market', subscriptionStatus: 'PROSPECT', portalBannerEnabled: true },
  {
    name: 'Fjord Pay',
    slug: 'fjord-pay',
    subscriptionStatus: 'POC',
    metricsVisibility: 'DISABLED',
    takedownsActive: false,
  },
  {
    name: 'Granite Bank',
    slug: 'granite-bank',
    subscriptionStatus: 'INTEGRATION',
    reportingActive: false,
    darkWebMonitoringActive: true,
  },
  { name: 'Harbour Labs', slug: 'harbour-labs', subscriptionStatus: 'INACTIVE' },
];
