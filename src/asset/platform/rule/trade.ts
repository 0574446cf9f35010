import { folded, type Platform, words } from '../platform.ts';

/** Shops, forms, appointments and events that anyone can create. */
export const TRADE: readonly Platform[] = [
  {
    type: 'GOOGLE_FORM',
    hosts: ['docs.google.com'],
    reserved: words('forms document spreadsheets presentation drawings file'),
    shapes: { id: '[\\w-]{20,100}' },
    routes: ['/forms', '/forms/u/{_}', '/a/{_}/forms'].flatMap((start) => [
      { path: `${start}/d/e/{id}/**`, content: 'e/{id}' },
      { path: `${start}/d/{id}/**`, content: '{id}' },
    ]),
    links: ['https://docs.google.com/forms/d/{content}/viewform'],
  },
  {
    type: 'GOOGLE_FORM',
    hosts: ['forms.gle'],
    shapes: { code: '[\\w-]{10,30}' },
    routes: [{ path: '/{code}', content: 'forms.gle/{code}' }],
    links: ['https://{content}'],
  },
  {
    type: 'JOTFORM',
    hosts: ['jotform.com'],
    localized: true,
    neutral: /^[a-z0-9-]+$/,
    reserved: words(
      'myforms login signup pricing products form form-templates help blog enterprise about contact features integrations apps workflows sign tables reports inbox answers ai agents',
    ),
    shapes: { digits: '\\d{9,20}' },
    routes: [
      { path: '/form/{digits}/**', content: '{digits}' },
      { path: '/{digits}/**', content: '{digits}' },
      { path: '/{user}/{slug}', content: '{user}/{slug}', form: folded },
    ],
    links: ['https://www.jotform.com/{content}'],
  },
  {
    type: 'CALENDLY',
    hosts: ['calendly.com'],
    localized: true,
    reserved: words(
      'login app pricing signup about features integrations help blog contact careers resources solutions security d event_types s sales enterprise teams legal url',
    ),
    routes: [{ path: '/{user}/**', content: '{user}', form: folded }],
    links: ['https://calendly.com/{content}'],
  },
  {
    type: 'LUMA',
    hosts: words('lu.ma luma.com'),
    reserved: words(
      'discover create signin event user calendar home settings pricing help map app embed ios android about terms privacy-policy',
    ),
    routes: [
      { path: '/event/{event}/**', content: 'event/{event}' },
      { path: '/embed/event/{event}/**', content: 'event/{event}' },
      { path: '/user/{user}/**', content: 'user/{user}', form: folded },
      { path: '/calendar/{calendar}/**', content: 'calendar/{calendar}' },
      { path: '/{slug}', content: '{slug}', form: folded },
    ],
    links: ['https://luma.com/{content}'],
  },
  {
    type: 'ETSY',
    hosts: ['etsy.com'],
    localized: true,
    reserved: words(
      'search cart shop listing c market sell help about i your signin www blog community developers investors',
    ),
    shapes: { shop: '[a-z0-9]{4,20}', digits: '\\d{6,15}' },
    routes: [
      { path: '/shop/{shop}/**', content: '{shop}', form: folded },
      { path: '/{_}/shop/{shop}/**', content: '{shop}', form: folded },
      { path: '/listing/{digits}/**', content: 'listing/{digits}' },
      { path: '/{_}/listing/{digits}/**', content: 'listing/{digits}' },
      { sub: '{shop}', content: '{shop}', form: folded },
    ],
    links: ['https://www.etsy.com/shop/{content}', 'https://www.etsy.com/{content}'],
  },
  {
    type: 'ZAZZLE',
    hosts: words('zazzle.com zazzle.co.uk zazzle.ca zazzle.de zazzle.fr zazzle.com.au'),
    shapes: { digits: '\\d{15,20}' },
    routes: [
      { path: '/store/{name}/**', content: 'store/{name}', form: folded },
      { path: '/{_}-{digits}', content: '{digits}' },
    ],
    links: ['https://www.zazzle.com/{content}', 'https://www.zazzle.com/product-{content}'],
  },
];
