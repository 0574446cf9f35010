import { folded, type Platform, words } from '../platform.ts';

/** Pictures, music and documents that people publish under their own name. */
export const PORTFOLIO: readonly Platform[] = [
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
      'discover stream upload you search charts messages notifications settings pages jobs mobile login signin people tags for popular on',
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
