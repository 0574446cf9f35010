import { folded, type Platform, words } from '../platform.ts';

/** The video of an attribution link. */
const attributed = (content: string) => content.replace(/^\/(watch\?v=[\w-]{11}).*$/s, '$1');

/** Video platforms: videos, channels and live streams. */
export const VIDEO: readonly Platform[] = [
  {
    type: 'YOUTUBE',
    hosts: words('youtube.com youtube-nocookie.com'),
    neutral: /^(?:music|gaming)$/,
    shapes: { video: '[\\w-]{11}', channel: 'UC[\\w-]{22}', handle: '[\\p{L}\\p{N}._\\u00b7-]{3,30}' },
    routes: [
      { path: '/watch', query: { v: '[\\w-]{11}' }, content: 'watch?v={v}' },
      { path: '/shorts/{video}/**', content: 'watch?v={video}' },
      { path: '/live/{video}/**', content: 'watch?v={video}' },
      { path: '/embed/{video}/**', content: 'watch?v={video}' },
      { path: '/v/{video}/**', content: 'watch?v={video}' },
      { path: '/playlist', query: { list: '[\\w-]{2,60}' }, content: 'playlist?list={list}' },
      { path: '/@{handle}/**', content: '@{handle}', form: folded },
      { path: '/channel/{channel}/**', content: 'channel/{channel}' },
      { path: '/c/{name}/**', content: 'c/{name}', form: folded },
      { path: '/user/{name}/**', content: 'user/{name}', form: folded },
      { path: '/attribution_link', query: { u: '/watch\\?v=[\\w-]{11}.*' }, content: '{u}', form: attributed },
    ],
    links: ['https://www.youtube.com/{content}'],
  },
  {
    type: 'YOUTUBE',
    hosts: ['youtu.be'],
    shapes: { video: '[\\w-]{11}' },
    routes: [{ path: '/{video}', content: 'watch?v={video}' }],
  },
  {
    type: 'TWITCH',
    hosts: ['twitch.tv'],
    reserved: words(
      'directory videos p settings subscriptions downloads jobs search login signup turbo store wallet inventory drops friends following popout moderator user team prime payments activate dashboard',
    ),
    shapes: { login: '\\w{4,25}', digits: '\\d{5,15}' },
    routes: [
      { path: '/videos/{digits}', content: 'videos/{digits}' },
      { path: '/popout/{login}/**', content: '{login}', form: folded },
      { path: '/{login}/**', content: '{login}', form: folded },
    ],
    links: ['https://www.twitch.tv/{content}'],
  },
  {
    type: 'VIMEO',
    hosts: ['vimeo.com'],
    reserved: words(
      'features upload categories channels groups ondemand showcase album event video join login log_in watch search help about blog pricing settings manage site_map terms privacy enterprise stock user',
    ),
    shapes: { digits: '\\d{3,12}', user: '(?!\\d+$)[\\w-]{2,60}' },
    routes: [
      { path: '/{digits}/**', content: '{digits}' },
      { path: '/channels/{channel}/{digits}', content: '{digits}', owner: 'channels/{channel}' },
      { path: '/channels/{channel}', content: 'channels/{channel}', form: folded },
      { path: '/{user}/**', content: '{user}', form: folded },
    ],
    links: ['https://vimeo.com/{content}'],
  },
  {
    type: 'VIMEO',
    hosts: ['player.vimeo.com'],
    shapes: { digits: '\\d{3,12}' },
    routes: [{ path: '/video/{digits}/**', content: '{digits}' }],
  },
  {
    type: 'DAILYMOTION',
    hosts: ['dailymotion.com'],
    neutral: /^geo$/,
    reserved: words(
      'video playlist search login signin signup feed library partner about legal press settings explore embed topic trending',
    ),
    shapes: { id: '[a-z0-9]{5,12}', user: '[\\w.-]{3,60}' },
    routes: [
      { path: '/video/{id}/**', content: 'video/{id}' },
      { path: '/embed/video/{id}/**', content: 'video/{id}' },
      { path: '/{user}/**', content: '{user}', form: folded },
    ],
    links: ['https://www.dailymotion.com/{content}'],
  },
  {
    type: 'DAILYMOTION',
    hosts: ['dai.ly'],
    shapes: { id: '[a-z0-9]{5,12}' },
    routes: [{ path: '/{id}', content: 'video/{id}' }],
  },
  {
    type: 'BILIBILI_TV',
    hosts: ['bilibili.tv'],
    shapes: { digits: '\\d{2,20}' },
    routes: [
      { path: '/video/{digits}/**', content: 'video/{digits}' },
      { path: '/{_}/video/{digits}/**', content: 'video/{digits}' },
      { path: '/space/{digits}/**', content: 'space/{digits}' },
      { path: '/{_}/space/{digits}/**', content: 'space/{digits}' },
    ],
    links: ['https://www.bilibili.tv/{content}'],
  },
  {
    type: 'BILIBILI_TV',
    hosts: ['bilibili.com'],
    shapes: { video: '(?:BV\\w{10}|av\\d{1,15})' },
    routes: [{ path: '/video/{video}/**', content: 'video/{video}' }],
    links: ['https://www.bilibili.com/{content}'],
  },
  {
    type: 'BILIBILI_TV',
    hosts: ['space.bilibili.com'],
    shapes: { digits: '\\d{1,20}' },
    routes: [{ path: '/{digits}/**', content: 'space.bilibili.com/{digits}' }],
    links: ['https://{content}'],
  },
  {
    type: 'VIDLII',
    hosts: ['vidlii.com'],
    routes: [
      { path: '/watch', query: { v: '[\\w-]{6,20}' }, content: 'watch?v={v}' },
      { path: '/user/{user}/**', content: 'user/{user}', form: folded },
    ],
    links: ['https://www.vidlii.com/{content}'],
  },
  {
    type: 'VEVIOZ',
    hosts: ['vevioz.com'],
    neutral: /^[a-z0-9-]+$/,
    reserved: words('contact about privacy terms dmca static assets'),
    routes: [
      { path: '/{page}/{rest*}', content: '{page}/{rest}' },
      { path: '/{page}', content: '{page}' },
    ],
    links: ['https://vevioz.com/{content}'],
  },
];
