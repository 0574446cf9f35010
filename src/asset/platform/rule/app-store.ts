import { capital, folded, type Platform, words } from '../platform.ts';

/** A Java package name, as in Android stores. */
const PACKAGE = '[A-Za-z]\\w*(?:\\.\\w+)+';

const AMAZON = words(
  'com ca co.uk de fr es it nl se pl com.be com.tr co.jp in com.au sg ae sa eg com.mx com.br ie',
).map((suffix) => `amazon.${suffix}`);

/** Stores for applications. */
export const APP_STORE: readonly Platform[] = [
  {
    type: 'GOOGLE_APP_STORE',
    hosts: ['play.google.com'],
    routes: [
      { path: '/store/apps/details', query: { id: PACKAGE }, content: '{id}' },
      { path: '/apps/testing/{package}', content: '{package}' },
      { path: '/store/apps/dev', query: { id: '\\d{5,25}' }, content: 'dev?id={id}' },
      { path: '/store/apps/developer', query: { id: '[^&#]{1,120}' }, content: 'developer?id={id}' },
    ],
    shapes: { package: PACKAGE },
    links: ['https://play.google.com/store/apps/details?id={content}', 'https://play.google.com/store/apps/{content}'],
  },
  {
    type: 'APPLE_APP_STORE',
    hosts: words('apps.apple.com itunes.apple.com'),
    shapes: { digits: '\\d{6,12}' },
    routes: ['/app', '/{_}/app', '/app/{_}', '/{_}/app/{_}'].map((start) => ({
      path: `${start}/id{digits}`,
      content: '{digits}',
    })),
    links: ['https://apps.apple.com/app/id{content}'],
  },
  {
    type: 'AMAZON_APP_STORE',
    hosts: AMAZON,
    shapes: { asin: 'B[0-9A-Z]{9}' },
    routes: [
      { path: '/dp/{asin}/**', content: '{asin}', form: capital },
      { path: '/{_}/dp/{asin}/**', content: '{asin}', form: capital },
      { path: '/gp/product/{asin}/**', content: '{asin}', form: capital },
      { path: '/gp/mas/dl/android', query: { asin: 'B[0-9A-Z]{9}' }, content: '{asin}', form: capital },
    ],
    links: ['https://www.amazon.com/dp/{content}'],
  },
  {
    type: 'MICROSOFT_APP_STORE',
    hosts: words('apps.microsoft.com microsoft.com'),
    shapes: { id: '[0-9a-z]{12,14}' },
    routes: [
      ...['/detail', '/store/detail/{_}', '/store/productid', '/store/apps', '/{_}/store/apps', '/store/apps/{_}'],
      ...['/p/{_}', '/{_}/p/{_}', '/store/p/{_}', '/{_}/store/p/{_}', '/{_}/store/apps/{_}'],
    ].map((start) => ({ path: `${start}/{id}`, content: '{id}', form: capital })),
    links: ['https://apps.microsoft.com/detail/{content}'],
  },
  {
    type: 'SAMSUNG_APP_STORE',
    hosts: words('galaxystore.samsung.com apps.samsung.com'),
    shapes: { package: PACKAGE },
    routes: [
      { path: '/detail/{package}', content: '{package}' },
      { path: '/appquery/appDetail.as', query: { appId: PACKAGE }, content: '{appId}' },
    ],
    links: ['https://galaxystore.samsung.com/detail/{content}'],
  },
  {
    type: 'HUAWEI_APP_STORE',
    hosts: words('appgallery.huawei.com appgallery.cloud.huawei.com'),
    shapes: { id: 'C\\d{6,12}' },
    routes: [
      { path: '/app/{id}', content: '{id}', form: capital },
      { path: '/ag/n/app/{id}', content: '{id}', form: capital },
      { fragment: '/app/{id}', content: '{id}', form: capital },
    ],
    links: ['https://appgallery.huawei.com/app/{content}'],
  },
  {
    type: 'XIAOMI_APP_STORE',
    hosts: words('app.mi.com global.app.mi.com'),
    routes: [{ path: '/details', query: { id: PACKAGE }, content: '{id}' }],
    links: ['https://app.mi.com/details?id={content}'],
  },
  {
    type: 'TENCENT_APP_STORE',
    hosts: words('sj.qq.com a.app.qq.com android.myapp.com'),
    shapes: { package: PACKAGE },
    routes: [
      { path: '/appdetail/{package}', content: '{package}' },
      { query: { pkgname: PACKAGE }, content: '{pkgname}' },
      { query: { apkName: PACKAGE }, content: '{apkName}' },
    ],
    links: ['https://sj.qq.com/appdetail/{content}'],
  },
  {
    type: 'OPPO_APP_STORE',
    hosts: words('store.oppomobile.com app.cdo.oppomobile.com'),
    shapes: { digits: '\\d{3,15}' },
    routes: [
      { query: { id: '\\d{3,15}' }, content: '{id}' },
      { path: '/product/{_}/{_}/{digits}.html', content: '{digits}' },
    ],
    links: ['https://store.oppomobile.com/detail?id={content}'],
  },
  {
    type: 'VIVO_APP_STORE',
    hosts: words('h5.appstore.vivo.com.cn h5coml.vivo.com.cn'),
    routes: [{ query: { appId: '\\d{3,15}' }, content: '{appId}' }],
    links: ['https://h5.appstore.vivo.com.cn/?appId={content}'],
  },
  {
    type: 'F_DROID',
    hosts: ['f-droid.org'],
    shapes: { package: PACKAGE },
    routes: [
      { path: '/packages/{package}/**', content: '{package}' },
      { path: '/{_}/packages/{package}/**', content: '{package}' },
    ],
    links: ['https://f-droid.org/packages/{content}/'],
  },
  {
    type: 'FLATHUB',
    hosts: ['flathub.org'],
    shapes: { id: '[A-Za-z][\\w-]*(?:\\.[\\w-]+){2,}' },
    routes: [
      { path: '/apps/{id}', content: '{id}' },
      { path: '/{_}/apps/{id}', content: '{id}' },
      { path: '/apps/details/{id}', content: '{id}' },
    ],
    links: ['https://flathub.org/apps/{content}'],
  },
  {
    type: 'CHROME_WEB_STORE',
    hosts: ['chromewebstore.google.com'],
    shapes: { id: '[a-p]{32}' },
    routes: [
      { path: '/detail/{id}/**', content: '{id}', form: folded },
      { path: '/detail/{_}/{id}/**', content: '{id}', form: folded },
    ],
    links: ['https://chromewebstore.google.com/detail/{content}'],
  },
  {
    type: 'CHROME_WEB_STORE',
    hosts: ['chrome.google.com'],
    shapes: { id: '[a-p]{32}' },
    routes: [
      { path: '/webstore/detail/{id}/**', content: '{id}', form: folded },
      { path: '/webstore/detail/{_}/{id}/**', content: '{id}', form: folded },
    ],
  },
  {
    type: 'MOZILLA_ADDONS',
    hosts: ['addons.mozilla.org'],
    routes: ['/firefox', '/android', '/{_}/firefox', '/{_}/android'].map((start) => ({
      path: `${start}/addon/{slug}/**`,
      content: '{slug}',
    })),
    links: ['https://addons.mozilla.org/firefox/addon/{content}/'],
  },
  {
    type: 'OPERA_ADDONS',
    hosts: ['addons.opera.com'],
    routes: ['/extensions', '/{_}/extensions'].map((start) => ({
      path: `${start}/details/{slug}/**`,
      content: '{slug}',
      form: folded,
    })),
    links: ['https://addons.opera.com/extensions/details/{content}/'],
  },
];
