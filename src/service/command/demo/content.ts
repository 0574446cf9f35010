import type { Asset } from '../../../asset/type.ts';
import type { organizations } from '../../database/schema/index.ts';

/** Slug of the organization that the demo's keys and extension belong to. */
export const DEMO_SLUG = 'acme';

/** Sites of the demo. They exist only inside the demo's browser (`.test` is reserved: RFC 6761). */
export const DEMO_HOSTS = {
  /** Listed. */
  drainer: 'drainer.wary.test',
  /** Not listed, but one page of it is. */
  pages: 'pages.wary.test',
  /** Listed by mistake: the site to dispute. */
  falseAlarm: 'false-alarm.wary.test',
  /** Listed; another site shows it in a frame. */
  frame: 'frame.wary.test',
  /** Listed; another site redirects to it. */
  redirected: 'redirected.wary.test',
} as const;

/** The listed page of {@link DEMO_HOSTS}.pages. */
export const DEMO_PAGE_PATH = '/claim';

/** Wallet addresses of the demo, checksummed (EIP-55). Nobody holds a key of an address like these. */
export const DEMO_ADDRESSES = {
  drainer: '0xBaD0000000000000000000000000000000000001',
  drainerContract: '0xbad0000000000000000000000000000000000002',
  fakeSupport: '0xbad0000000000000000000000000000000000003',
  poisoning: '0xbad0000000000000000000000000000000000004',
  /** Not listed. */
  clean: '0xc1ea000000000000000000000000000000000001',
  /** Not listed. */
  donation: '0xC1ea000000000000000000000000000000000002',
} as const;

type DemoEntry = { readonly asset: Asset; readonly reason: string; readonly daysAgo: number };

const site = (content: string): Asset => ({ type: 'URL', content });
const address = (content: string): Asset => ({ type: 'ADDRESS', content: content.toLowerCase() });

export const DEMO_SOURCE = 'Acme Security';

export const DEMO_LIST: readonly DemoEntry[] = [
  { asset: site(DEMO_HOSTS.drainer), reason: 'Wallet drainer', daysAgo: 3 },
  {
    asset: { type: 'PAGE', content: `${DEMO_HOSTS.pages}${DEMO_PAGE_PATH}` },
    reason: 'Fake airdrop',
    daysAgo: 1,
  },
  { asset: site(DEMO_HOSTS.falseAlarm), reason: 'Phishing', daysAgo: 6 },
  { asset: site(DEMO_HOSTS.frame), reason: 'Wallet drainer', daysAgo: 9 },
  { asset: site(DEMO_HOSTS.redirected), reason: 'Fake support', daysAgo: 12 },
  { asset: address(DEMO_ADDRESSES.drainer), reason: 'Wallet drainer', daysAgo: 3 },
  { asset: address(DEMO_ADDRESSES.drainerContract), reason: 'Drainer contract', daysAgo: 3 },
  { asset: address(DEMO_ADDRESSES.fakeSupport), reason: 'Fake support', daysAgo: 12 },
  { asset: address(DEMO_ADDRESSES.poisoning), reason: 'Address poisoning', daysAgo: 20 },
];

export type DemoReport = {
  readonly title: string;
  readonly description: string;
  readonly assets: readonly Asset[];
  readonly daysAgo: number;
  readonly reviewed: boolean;
};

/** Reports filed with the demo organization, oldest first. */
export const DEMO_REPORTS: readonly DemoReport[] = [
  {
    title: 'Address that looks like one of mine',
    description: 'A transfer of nothing came from it after I paid someone.',
    assets: [address(DEMO_ADDRESSES.poisoning)],
    daysAgo: 20,
    reviewed: true,
  },
  {
    title: 'Support chat asked for my recovery phrase',
    description: 'A search result led there.',
    assets: [site(DEMO_HOSTS.redirected), address(DEMO_ADDRESSES.fakeSupport)],
    daysAgo: 12,
    reviewed: true,
  },
  {
    title: 'Drainer inside a frame',
    description: 'Another site shows it in a frame.',
    assets: [site(DEMO_HOSTS.frame)],
    daysAgo: 9,
    reviewed: true,
  },
  {
    title: 'Connect button empties the wallet',
    description: 'It asks for an approval of everything.',
    assets: [site(DEMO_HOSTS.drainer), address(DEMO_ADDRESSES.drainer), address(DEMO_ADDRESSES.drainerContract)],
    daysAgo: 3,
    reviewed: true,
  },
  {
    title: 'Airdrop that was never announced',
    description: 'The claim page wants a signature.',
    assets: [{ type: 'PAGE', content: `${DEMO_HOSTS.pages}${DEMO_PAGE_PATH}` }],
    daysAgo: 1,
    reviewed: true,
  },
  {
    title: 'Shop with prices too good to be true',
    description: 'Waiting for someone to look at it.',
    assets: [site('shop.wary.test')],
    daysAgo: 0,
    reviewed: false,
  },
];

type NewOrganization = typeof organizations.$inferInsert;

const BANNER = `**Acme never writes first.** A message that asks for your recovery phrase is a scam, no matter who seems to send it.

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
