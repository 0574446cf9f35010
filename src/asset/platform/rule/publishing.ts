import { folded, type Platform, words } from '../platform.ts';

/** A web archive snapshot without the flags of its time stamp and without the scheme of the archived page. */
const snapshot = (content: string) =>
  content.replace(/^(web\/\d+)[a-z_]*\//, '$1/').replace(/^(web\/\d+\/)https?:\/+/i, '$1');

/**
 * Platforms to write, teach and keep pages; then those for pictures, music and documents under the publisher's name.
 */
export const PUBLISHING: readonly Platform[] = [
  {
    type: 'MEDIUM',
    hosts: ['medium.com'],
    reserved: words(
      'm tag topic topics search me new-story policy about p jobs-at-medium membership plans creators sub help blog api cdn-images-1 miro link status',
    ),
    shapes: { user: '[\\w.-]{1,60}', post: '[0-9a-f]{10,12}', publication: '[\\w-]{2,60}' },
    routes: [
      { path: '/@{user}/**', content: '@{user}', form: folded },
      { path: '/p/{post}', content: 'p/{post}', form: folded },
      { path: '/{publication}/{_}-{post}', content: 'p/{post}', form: folded, owner: '{publication}' },
      { path: '/{publication}/**', content: '{publication}', form: folded },
      { sub: '{user}', content: '@{user}', form: folded },
    ],
    links: ['https://medium.com/{content}'],
  },
  {
    type: 'SUBSTACK',
    hosts: ['substack.com'],
    reserved: words('www open support blog on cdn api help'),
    shapes: { publication: '[a-z0-9-]{1,63}', user: '[\\w.-]{1,60}' },
    routes: [
      { path: '/@{user}/**', content: '@{user}', form: folded },
      { sub: '{publication}', content: '{publication}', form: folded },
    ],
    links: ['https://{content}.substack.com/', 'https://substack.com/{content}'],
  },
  {
    type: 'SUBSTACK',
    hosts: ['open.substack.com'],
    routes: [{ path: '/pub/{publication}/**', content: '{publication}', form: folded }],
  },
  {
    type: 'PATREON',
    hosts: ['patreon.com'],
    reserved: words(
      'home login posts explore policy c cw join user signup settings messages pricing about apps creators portal product search m checkout library notifications oauth2',
    ),
    shapes: { name: '[\\w-]{1,64}' },
    routes: [
      { path: '/user', query: { u: '\\d{1,12}' }, content: 'user?u={u}' },
      { path: '/c/{name}/**', content: '{name}', form: folded },
      { path: '/cw/{name}/**', content: '{name}', form: folded },
      { path: '/join/{name}/**', content: '{name}', form: folded },
      { path: '/{name}/**', content: '{name}', form: folded },
    ],
    links: ['https://www.patreon.com/{content}'],
  },
  {
    type: 'VELOG',
    hosts: ['velog.io'],
    routes: [{ path: '/@{user}/**', content: '{user}', form: folded }],
    links: ['https://velog.io/@{content}'],
  },
  {
    type: 'VOCAL_MEDIA',
    hosts: ['vocal.media'],
    reserved: words(
      'authors resources about challenges vocal-plus login signup communities creators-we-love faqs terms privacy',
    ),
    routes: [
      { path: '/authors/{user}/**', content: 'authors/{user}', form: folded },
      { path: '/{community}/{slug}', content: '{community}/{slug}', form: folded },
    ],
    links: ['https://vocal.media/{content}'],
  },
  {
    type: 'TECKFINE',
    hosts: ['teckfine.com'],
    reserved: words('contact about privacy-policy terms wp-content wp-admin wp-login.php category tag author page'),
    routes: [
      { path: '/{slug}', content: '{slug}', form: folded },
      { path: '/{section}/{slug}', content: '{section}/{slug}', form: folded },
    ],
    links: ['https://teckfine.com/{content}'],
  },
  {
    type: 'HACKMD',
    hosts: ['hackmd.io'],
    reserved: words('features pricing login new s join team settings recent explore c'),
    shapes: { id: '[\\w-]{20,24}' },
    routes: [
      { path: '/@{user}/{note}/**', content: '@{user}/{note}', owner: '@{user}' },
      { path: '/@{user}', content: '@{user}' },
      { path: '/s/{short}', content: 's/{short}' },
      { path: '/{id}', content: '{id}' },
    ],
    links: ['https://hackmd.io/{content}'],
  },
  {
    type: 'TEACHABLE',
    hosts: ['teachable.com'],
    reserved: words('www support sso app api blog help developers status go fedora discover'),
    shapes: { school: '[a-z0-9-]{1,63}' },
    routes: [{ sub: '{school}', content: '{school}' }],
    links: ['https://{content}.teachable.com/'],
  },
  {
    type: 'ARCHIVE_ORG',
    hosts: ['archive.org'],
    shapes: { time: '\\d{4,14}[a-z_]{0,4}' },
    routes: [
      { path: '/web/{time}/{page*}', content: 'web/{time}/{page}', form: snapshot },
      { path: '/details/{item}/**', content: 'details/{item}' },
    ],
    links: ['https://web.archive.org/{content}', 'https://archive.org/{content}'],
  },
  {
    type: 'BEHANCE',
    hosts: ['behance.net'],
    reserved: words('search joblist gallery galleries live assets hire onboarding blog about settings pro'),
    shapes: { digits: '\\d{4,15}', user: '[\\w-]{2,60}' },
    routes: [
      { path: '/gallery/{digits}/**', content: 'gallery/{digits}' },
      { path: '/{user}/**', content: '{user}', form: folded },
    ],
    links: ['https://www.behance.net/{content}'],
  },
  {
    type: 'DEVIANTART',
    hosts: ['deviantart.com'],
    reserved: words('tag about search watch topic join users settings shop team submit notifications core-membership'),
    shapes: { user: '[a-z0-9][a-z0-9-]{2,29}' },
    routes: [
      { path: '/{user}/**', content: '{user}', form: folded },
      { sub: '{user}', content: '{user}', form: folded },
    ],
    links: ['https://www.deviantart.com/{content}'],
  },
  {
    type: 'FIVE_HUNDRED_PX',
    hosts: ['500px.com'],
    shapes: { digits: '\\d{3,15}' },
    routes: [
      { path: '/p/{user}/**', content: '{user}', form: folded },
      { path: '/photo/{digits}/**', content: 'photo/{digits}' },
    ],
    links: ['https://500px.com/p/{content}', 'https://500px.com/{content}'],
  },
  {
    type: 'SOUNDCLOUD',
    hosts: ['soundcloud.com'],
    reserved: words(
      'discover stream upload you search charts messages notifications settings pages jobs mobile login signin people tags for popular on connect logout',
    ),
    shapes: { user: '[\\w-]{2,60}', track: '(?!sets(?:/|$))[\\w-]{1,255}', set: '[\\w-]{1,255}' },
    routes: [
      { path: '/{user}/sets/{set}/**', content: '{user}/sets/{set}', form: folded, owner: '{user}' },
      { path: '/{user}/{track}/**', content: '{user}/{track}', form: folded, owner: '{user}' },
      { path: '/{user}', content: '{user}', form: folded },
    ],
    links: ['https://soundcloud.com/{content}'],
  },
  {
    type: 'BANDCAMP',
    hosts: ['bandcamp.com'],
    reserved: words('daily get help about blog f4 t4 f static'),
    shapes: { artist: '[a-z0-9-]{2,63}' },
    routes: [
      { sub: '{artist}', path: '/album/{slug}', content: '{artist}/album/{slug}', form: folded, owner: '{artist}' },
      { sub: '{artist}', path: '/track/{slug}', content: '{artist}/track/{slug}', form: folded, owner: '{artist}' },
      { sub: '{artist}', content: '{artist}', form: folded },
    ],
    links: ['https://{head}.bandcamp.com/{tail}'],
  },
  {
    type: 'ISSUU',
    hosts: ['issuu.com'],
    reserved: words(
      'search explore features pricing signin signup login home solutions resources legal about support query oembed',
    ),
    shapes: { user: '[\\w.-]{2,60}' },
    routes: [
      { path: '/{user}/docs/{slug}/**', content: '{user}/docs/{slug}', form: folded, owner: '{user}' },
      { path: '/{user}', content: '{user}', form: folded },
    ],
    links: ['https://issuu.com/{content}'],
  },
];
