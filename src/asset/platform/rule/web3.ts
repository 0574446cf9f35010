import { canonicalCid, ipnsContent } from '../../url/cid.ts';
import { IPFS_GATEWAYS } from '../../url/dns-link.ts';
import { folded, type Platform, type Route, words } from '../platform.ts';

const ADDRESS = '0x[0-9a-f]{40}';
/** Canonical name of a Base account, `label.base.eth`, with or without its ending. */
const basename = (content: string) => `${content.toLowerCase().replace(/\.base\.eth$/, '')}.base.eth`;

const GATEWAY_ROUTES: readonly Route[] = [
  { sub: '{cid}.ipfs', content: '{cid}', form: canonicalCid },
  { sub: '{name*}.ipns', content: '{name}', form: ipnsContent },
  { path: '/ipfs/{cid}/**', content: '{cid}', form: canonicalCid },
  { path: '/ipns/{name}/**', content: '{name}', form: ipnsContent },
];

/** Marketplaces, portfolios, on-chain names, and content-addressed pages. */
export const WEB3: readonly Platform[] = [
  {
    type: 'OPENSEA',
    hosts: ['opensea.io'],
    neutral: /^pro$/,
    reserved: words(
      'drops rankings activity settings studio collection collections assets item blog learn explore stats category about account login rewards token tokens swap discover privacy tos support categories trending feed profile careers create',
    ),
    shapes: { address: '[\\w.-]{20,80}', token: '[\\w.-]{1,80}', user: '[\\w.-]{1,60}' },
    routes: [
      { path: '/collection/{slug}/**', content: 'collection/{slug}', form: folded },
      { path: '/item/{chain}/{address}/{token}/**', content: 'item/{chain}/{address}/{token}', form: folded },
      { path: '/assets/{chain}/{address}/{token}/**', content: 'item/{chain}/{address}/{token}', form: folded },
      { path: '/assets/{address}/{token}', content: 'item/ethereum/{address}/{token}', form: folded },
      { path: '/{user}/**', content: '{user}', form: folded },
    ],
    links: ['https://opensea.io/{content}'],
  },
  {
    type: 'RARIBLE',
    hosts: ['rarible.com'],
    reserved: words(
      'explore user token collection drops rewards settings create about activity login notifications fun',
    ),
    routes: [
      { path: '/user/{user}/**', content: 'user/{user}', form: folded },
      { path: '/token/{token}/**', content: 'token/{token}', form: folded },
      { path: '/collection/{chain}/{address}/**', content: 'collection/{chain}/{address}', form: folded },
      { path: '/collection/{address}/**', content: 'collection/{address}', form: folded },
      { path: '/{collection}/**', content: '{collection}', form: folded },
    ],
    links: ['https://rarible.com/{content}'],
  },
  {
    type: 'ZORA',
    hosts: ['zora.co'],
    reserved: words('explore collect coin create settings activity about login'),
    shapes: { id: '[a-z0-9-]+:0x[0-9a-f]{40}', user: '[\\w.-]{1,60}' },
    routes: [
      { path: '/@{user}/**', content: '@{user}', form: folded },
      { path: '/collect/{id}/**', content: 'collect/{id}', form: folded },
      { path: '/coin/{id}/**', content: 'coin/{id}', form: folded },
    ],
    links: ['https://zora.co/{content}'],
  },
  {
    type: 'DEBANK',
    hosts: ['debank.com'],
    shapes: { address: ADDRESS },
    routes: [
      { path: '/profile/{address}/**', content: '{address}', form: folded },
      { path: '/official/{id}/**', content: 'official/{id}', form: folded },
    ],
    links: ['https://debank.com/profile/{content}', 'https://debank.com/{content}'],
  },
  {
    type: 'ZAPPER',
    hosts: words('zapper.xyz zapper.fi'),
    neutral: /^app$/,
    routes: [
      { path: '/account/{account}/**', content: '{account}', form: folded },
      { path: '/user/{account}/**', content: '{account}', form: folded },
    ],
    links: ['https://zapper.xyz/account/{content}'],
  },
  {
    type: 'GALXE',
    hosts: ['galxe.com'],
    neutral: /^app$/,
    reserved: words('quest explore passport settings rewards earn leaderboard login score alva id space campaign'),
    routes: [
      { path: '/quest/{space}/{id}', content: 'quest/{space}/{id}', owner: '{space}' },
      { path: '/quest/{space}', content: '{space}' },
      { path: '/{space}', content: '{space}' },
      { path: '/{space}/campaign/{id}', content: 'quest/{space}/{id}', owner: '{space}' },
    ],
    links: ['https://app.galxe.com/{content}'],
  },
  {
    type: 'BASENAME',
    hosts: ['base.org'],
    shapes: { label: '[a-z0-9-]{3,60}(?:\\.base\\.eth)?' },
    routes: [{ path: '/name/{label}', content: '{label}', form: basename }],
    links: ['https://www.base.org/name/{content}'],
  },
  {
    type: 'IPFS',
    hosts: IPFS_GATEWAYS,
    neutral: /^[a-z0-9-]+$/,
    routes: GATEWAY_ROUTES,
    links: ['https://ipfs.io/ipfs/{content}', 'https://ipfs.io/{content}'],
  },
  {
    type: 'IPFS',
    hosts: words('mypinata.cloud infura-ipfs.io 4everland.io myfilebase.com'),
    neutral: /^[a-z0-9-]+$/,
    tenants: true,
    routes: GATEWAY_ROUTES,
  },
];
