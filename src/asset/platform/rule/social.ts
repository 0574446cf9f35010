import { folded, type Platform, words } from '../platform.ts';

/** Facebook ignores dots in names. */
const facebookName = (content: string) => content.toLowerCase().replaceAll('.', '');

/** Social networks on which the first path segment names the account. */
export const SOCIAL: readonly Platform[] = [
  {
    type: 'TWITTER',
    hosts: words(
      'x.com twitter.com nitter.net nitter.poast.org xcancel.com fxtwitter.com vxtwitter.com fixupx.com fixvx.com',
    ),
    reserved: words(
      'home explore i intent hashtag search notifications messages settings compose login logout signup tos privacy about jobs download share who_to_follow lists communities premium oauth account',
    ),
    shapes: { user: '\\w{1,15}', digits: '\\d{1,20}' },
    routes: [
      { path: '/', fragment: '!/{user}/**', content: '{user}', form: folded },
      { path: '/intent/user', query: { screen_name: '\\w{1,15}' }, content: '{screen_name}', form: folded },
      { path: '/intent/follow', query: { screen_name: '\\w{1,15}' }, content: '{screen_name}', form: folded },
      { path: '/i/user/{digits}', content: 'i/user/{digits}' },
      { path: '/@{user}/**', content: '{user}', form: folded },
      { path: '/{user}/**', content: '{user}', form: folded },
    ],
    links: ['https://x.com/{content}'],
  },
  {
    type: 'FACEBOOK',
    hosts: words('facebook.com fb.com fb.me m.me business.facebook.com'),
    neutral: /^(?:mbasic|touch|free|0|p|d|x|upload|iphone|z-m|[a-z]{2}-[a-z]{2})$/,
    reserved: words(
      'login watch marketplace gaming events sharer sharer.php help policies ads dialog share reel reels stories story.php photo photo.php photos permalink.php profile.php home.php settings privacy legal terms messages notifications groups pages people hashtag public plugins business about careers recover l.php video pg p home friends bookmarks fundraisers jobs media search security checkpoint language reg flx ajax',
    ),
    shapes: { name: '(?!v\\d+\\.\\d)[\\w.]{3,50}', digits: '\\d{5,20}', group: '[\\w.-]{1,80}' },
    routes: [
      { path: '/profile.php', query: { id: '\\d{5,20}' }, content: '{id}' },
      { path: '/permalink.php', query: { id: '\\d{5,20}' }, content: '{id}' },
      { path: '/story.php', query: { id: '\\d{5,20}' }, content: '{id}' },
      { path: '/people/{_}/{digits}/**', content: '{digits}' },
      { path: '/pages/{_}/{digits}/**', content: '{digits}' },
      { path: '/pg/{name}/**', content: '{name}', form: facebookName },
      { path: '/@{name}/**', content: '{name}', form: facebookName },
      { path: '/p/{_}-{digits}/**', content: '{digits}' },
      { path: '/{_}-{digits}/**', content: '{digits}' },
      { path: '/groups/{group}/**', content: 'groups/{group}', form: folded },
      { path: '/{name}/**', content: '{name}', form: facebookName },
    ],
    links: ['https://www.facebook.com/{content}'],
  },
  {
    type: 'LINKEDIN',
    hosts: ['linkedin.com'],
    neutral: /^[a-z]{2}$/,
    routes: ['in', 'company', 'school', 'showcase', 'posts', 'groups', 'newsletters', 'events'].flatMap((kind) =>
      ['', '/mwlite', '/comm'].map((start) => ({
        path: `${start}/${kind}/{slug}/**`,
        content: `${kind}/{slug}`,
        form: folded,
      })),
    ),
    links: ['https://www.linkedin.com/{content}'],
  },
  {
    type: 'REDDIT',
    hosts: words('reddit.com redd.it'),
    neutral: /^(?:old|np|new|sh|i|amp|[a-z]{2})$/,
    reserved: words(
      'settings login message r u user comments submit search register popular premium explore best rising wiki chat rules about media domain subreddits gallery video prefs over18 mod account',
    ),
    shapes: { id: '[a-z0-9]{4,10}', sub: '\\w{2,24}', user: '[\\w-]{3,24}' },
    routes: [
      { path: '/r/{sub}/comments/{id}/**', content: 'comments/{id}', form: folded, owner: 'r/{sub}' },
      { path: '/user/{user}/comments/{id}/**', content: 'comments/{id}', form: folded, owner: 'user/{user}' },
      { path: '/comments/{id}/**', content: 'comments/{id}', form: folded },
      { path: '/user/{user}/**', content: 'user/{user}', form: folded },
      { path: '/u/{user}/**', content: 'user/{user}', form: folded },
      { path: '/r/{sub}/**', content: 'r/{sub}', form: folded },
      { path: '/{id}', content: 'comments/{id}', form: folded },
    ],
    links: ['https://www.reddit.com/{content}'],
  },
  {
    type: 'INSTAGRAM',
    hosts: words('instagram.com instagr.am'),
    reserved: words(
      'explore accounts direct stories reels reel p tv about developer legal press web emails challenge _u _n s share api graphql directory oauth privacy terms create',
    ),
    shapes: { user: '[\\w.]{1,30}', id: '[\\w-]{5,40}' },
    routes: [
      { path: '/p/{id}/**', content: 'p/{id}' },
      { path: '/reel/{id}/**', content: 'p/{id}' },
      { path: '/tv/{id}/**', content: 'p/{id}' },
      { path: '/{user}/p/{id}/**', content: 'p/{id}', owner: '{user}' },
      { path: '/{user}/reel/{id}/**', content: 'p/{id}', owner: '{user}' },
      { path: '/reels/{id}/**', content: 'p/{id}' },
      { path: '/_u/{user}/**', content: '{user}', form: folded },
      { path: '/_n/{user}/**', content: '{user}', form: folded },
      { path: '/stories/{user}/**', content: '{user}', form: folded },
      { path: '/{user}/**', content: '{user}', form: folded },
    ],
    links: ['https://www.instagram.com/{content}'],
  },
  {
    type: 'INSTAGRAM',
    hosts: ['ig.me'],
    shapes: { user: '[\\w.]{1,30}' },
    routes: [{ path: '/m/{user}', content: '{user}', form: folded }],
  },
  {
    type: 'THREADS',
    hosts: words('threads.net threads.com'),
    shapes: { user: '[\\w.]{1,30}' },
    routes: [{ path: '/@{user}/**', content: '{user}', form: folded }],
    links: ['https://www.threads.net/@{content}'],
  },
  {
    type: 'TIKTOK',
    hosts: ['tiktok.com'],
    localized: true,
    shapes: { user: '[\\w.]{1,24}' },
    routes: [{ path: '/@{user}/**', content: '{user}', form: folded }],
    links: ['https://www.tiktok.com/@{content}'],
  },
  {
    type: 'SNAPCHAT',
    hosts: words('snapchat.com story.snapchat.com'),
    localized: true,
    shapes: { user: '[\\w.-]{3,15}', code: '\\w{4,20}' },
    routes: [
      { path: '/add/{user}/**', content: '{user}', form: folded },
      { path: '/@{user}/**', content: '{user}', form: folded },
      { path: '/t/{code}', content: 't/{code}' },
    ],
    links: ['https://www.snapchat.com/add/{content}', 'https://www.snapchat.com/{content}'],
  },
  {
    type: 'REDNOTE',
    hosts: words('xiaohongshu.com rednote.com xhslink.com'),
    shapes: { id: '[0-9a-f]{24}' },
    routes: [
      { path: '/user/profile/{id}/**', content: 'user/profile/{id}', form: folded },
      { path: '/explore/{id}/**', content: 'explore/{id}', form: folded },
      { path: '/discovery/item/{id}/**', content: 'explore/{id}', form: folded },
    ],
    links: ['https://www.xiaohongshu.com/{content}'],
  },
];
